import './with-resolvers.ts';
import http from 'node:http';
import net from 'node:net';
import { Interceptor } from '@mswjs/interceptors';
import { SocketInterceptor } from '@mswjs/interceptors/net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { loadInterception } from '../../src/transport/sockets/interception.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { always, attach } from './attached.ts';
import { listen, realAnswer } from './servers.ts';

/** The interceptor as a guest brings it along: another copy of it than ours. */

await loadInterception();
const registry = Reflect.get(globalThis, '__MSW_INTERCEPTORS_REGISTRY') as Map<unknown, unknown>;
const key = Symbol.for('socket-interceptor');

afterEach(() => registry.delete(key));

/** As nock and msw begin to work: they ask for the instance of the process, apply it, and answer connections. */
const startTheirs = () => {
  const source = Interceptor.singleton(SocketInterceptor);
  const owner = {};
  source.apply(owner);
  source.on('connection', ({ socket, controller, connectionOptions }) => {
    if (connectionOptions.host !== 'theirs.test') return void controller.passthrough();
    controller.claim();
    socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 6\r\n\r\ntheirs');
    socket.end();
  });
  const stop = (): void => source.dispose(owner);
  onTestFinished(stop);
  return { source, stop };
};

const begin = async () => (await attach(attachSockets, ['http://ours.test'], always('ours'))).undo;

const read = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent: new http.Agent() }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
    });
    request.on('error', reject);
  });

const readAll = async (...urls: string[]): Promise<string[]> => Promise.all(urls.map(read));

/** What is put in the way of connections, and how often: two copies at once would be two. */
const patches = (): unknown[] => [
  Object.getOwnPropertyDescriptor(net.Socket.prototype, 'connect'),
  Object.getOwnPropertyDescriptor(registry, 'set'),
];

describe.each(['before', 'after'])('another copy of the interceptor that starts %s ours', (order) => {
  const startBoth = async () => {
    const early = order === 'before' ? startTheirs() : undefined;
    const undo = await begin();
    return { undo, ...(early ?? startTheirs()) };
  };

  test('answers its own hosts, and we ours, and neither the real ones', async () => {
    await using server = await listen(realAnswer);
    await startBoth();

    expect(await readAll('http://ours.test', 'http://theirs.test', server.url)).toEqual([
      'ours',
      'theirs',
      'real GET / ',
    ]);
  });

  test('goes on when we stop, and finds itself as it was', async () => {
    const { source, undo } = await startBoth();

    await undo();

    expect(await read('http://theirs.test')).toBe('theirs');
    await expect(read('http://ours.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(Object.hasOwn(Reflect.get(source, 'emitter') as object, 'emitAsPromise')).toBe(false);
    expect(Reflect.get(source, 'listenerCount')).toBeTypeOf('function');
    expect(source.listenerCount('connection')).toBe(1);
  });

  test('stops without a harm to us', async () => {
    await using server = await listen(realAnswer);
    const { stop } = await startBoth();

    stop();

    expect(await readAll('http://ours.test', server.url)).toEqual(['ours', 'real GET / ']);
  });

  test('leaves nothing patched when both have stopped', async () => {
    const before = patches();
    const { undo, stop } = await startBoth();
    expect(patches()).not.toEqual(before);

    stop();
    await undo();

    expect(patches()).toEqual(before);
  });
});

test('a connection that is being opened when another copy starts still reaches us', async () => {
  await begin();

  const reading = read('http://ours.test');
  startTheirs();

  expect(await reading).toBe('ours');
});

test('another copy that has been loaded, and does nothing, is hooked before it begins', async () => {
  const { stop } = startTheirs();
  stop();
  await begin();

  startTheirs();

  expect(await readAll('http://ours.test', 'http://theirs.test')).toEqual(['ours', 'theirs']);
});

test('a copy that is built differently is refused, with the ways that go through its library', async () => {
  registry.set(key, { readyState: 'ACTIVE' });

  await expect(begin()).rejects.toMatchObject({
    code: 'INTERCEPTORS_CONFLICT',
    place: 'attachSockets',
    what: expect.stringContaining('built differently') as string,
    hint: expect.stringMatching(
      /viaNock\(nock\).*viaMsw\(.*"overrides": \{ "@mswjs\/interceptors": "0\.45\.12" \}/,
    ) as string,
  });

  registry.delete(key);
  const undo = await begin();
  expect(() => registry.set(key, {})).toThrow('built differently');
  expect(await read('http://ours.test')).toBe('ours');
  await undo();
  expect(() => registry.set(key, {})).not.toThrow();
});

describe('on a Node without Promise.withResolvers', () => {
  const takeAway = (): void => {
    const kept = Object.getOwnPropertyDescriptor(Promise, 'withResolvers') as PropertyDescriptor;
    Reflect.deleteProperty(Promise, 'withResolvers');
    onTestFinished(() => void Object.defineProperty(Promise, 'withResolvers', kept));
  };

  test('the client does not find it during a simulation either, nor afterwards', async () => {
    takeAway();
    const undo = await begin();

    expect(await read('http://ours.test')).toBe('ours');
    expect('withResolvers' in Promise).toBe(false);
    await undo();
    expect('withResolvers' in Promise).toBe(false);
  });

  test('a copy that needs it is refused, with what to use instead, whether it is there or comes later', async () => {
    const { stop } = startTheirs();
    takeAway();
    const refusal = {
      code: 'INTERCEPTORS_CONFLICT',
      what: expect.stringMatching(/nock or msw .* Node 22.* every request of this process fails/) as string,
      hint: expect.stringContaining('nock 14 or msw 2') as string,
    };

    await expect(begin()).rejects.toMatchObject(refusal);
    stop();
    await begin();
    registry.delete(key);
    expect(startTheirs).toThrow(expect.objectContaining(refusal) as Error);
    expect(await read('http://ours.test')).toBe('ours');
  });
});
