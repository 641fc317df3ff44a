import dns from 'node:dns';
import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { expect, test, vi } from 'vitest';
import { loadInterception } from '../../src/transport/sockets/interception.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { clients } from './clients.ts';
import { answer, makeGateway } from './gateways.ts';
import { latch } from './latch.ts';

await loadInterception();

const cares = (Reflect.get(process, 'binding') as (name: string) => { readonly ChannelWrap: { prototype: object } })(
  'cares_wrap',
);

/** All own properties of what an interception might touch. */
const describeGlobals = () =>
  [
    Reflect.get(globalThis, '__MSW_INTERCEPTORS_REGISTRY') as object,
    globalThis,
    net,
    net.Socket.prototype,
    tls,
    tls.TLSSocket.prototype,
    http,
    https,
    http.Agent.prototype,
  ]
    .concat([dns, dns.promises, cares, cares.ChannelWrap.prototype] as never)
    .concat([https.Agent.prototype, http.ClientRequest.prototype, process, Promise] as never)
    .map((owner) => Object.getOwnPropertyDescriptors(owner));

const attach = (host: string, name = host) => attachSockets(makeGateway([`https://${host}`], () => answer(200, name)));

const read = async (host: string): Promise<string> => (await fetch(`https://${host}`)).text();

/** The interceptor's own registry stays once loaded, and `fetch` loads its parts when first used. */
const prepare = async () => {
  await fetch('https://127.0.0.1:1').catch(() => {});
  return describeGlobals();
};

test('the undo leaves everything as it was', async () => {
  const before = await prepare();
  const undo = await attach('a.test');
  await read('a.test');
  expect(describeGlobals()).not.toEqual(before);

  await undo();

  expect(describeGlobals()).toEqual(before);
  expect(lookup).toBe(dns.promises.lookup);
});

test.each([
  [0, 1],
  [1, 0],
])(
  'of two gateways, %d goes first and then %d: the other works on, and the last leaves everything as it was',
  async (first, last) => {
    const before = await prepare();
    const hosts = ['a.test', 'b.test'] as const;
    const undos = [await attach(hosts[0]), await attach(hosts[1])];

    await undos[first]?.();
    expect(await read(hosts[last] ?? '')).toBe(hosts[last]);
    await expect(read(hosts[first] ?? '')).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
    await undos[last]?.();

    expect(describeGlobals()).toEqual(before);
  },
);

test('an attachment that failed leaves everything as it was', async () => {
  const before = await prepare();

  await expect(attach('not a host')).rejects.toMatchObject({ code: 'BAD_OPTION' });
  expect(describeGlobals()).toEqual(before);
  const undo = await attach('a.test');
  await expect(attach('a.test')).rejects.toMatchObject({ code: 'HOST_TAKEN' });
  await undo();

  expect(describeGlobals()).toEqual(before);
});

test('an undo called twice undoes once', async () => {
  const before = await prepare();
  const other = await attach('b.test');
  const first = await attach('a.test');
  await first();
  const second = await attach('a.test');
  await first();

  expect(await read('a.test')).toBe('a.test');
  await second();
  await other();
  expect(describeGlobals()).toEqual(before);
});

test.each(['ours goes first', 'theirs goes first'])(
  'two copies of this package share one interception, when %s',
  async (order) => {
    const before = await prepare();
    vi.resetModules();
    const copy = await import('../../src/transport/sockets.ts');
    expect(copy.attachSockets).not.toBe(attachSockets);
    const ours = await attach('a.test');
    const theirs = await copy.attachSockets(makeGateway(['https://b.test'], () => answer(200, 'copy')));

    expect([await read('a.test'), await read('b.test')]).toEqual(['a.test', 'copy']);
    await expect(copy.attachSockets(makeGateway(['https://a.test']))).rejects.toMatchObject({ code: 'HOST_TAKEN' });
    await (order === 'ours goes first' ? ours() : theirs());
    expect(await read(order === 'ours goes first' ? 'b.test' : 'a.test')).not.toBe('');
    await (order === 'ours goes first' ? theirs() : ours());

    expect(describeGlobals()).toEqual(before);
  },
);

test('another version of this package in the process is refused by name', async () => {
  const key = Symbol.for('stunt-double.sockets');
  Object.defineProperty(globalThis, key, { value: { version: 99 }, configurable: true });

  await expect(attach('a.test')).rejects.toMatchObject({ code: 'INTERCEPTORS_CONFLICT' });

  Reflect.deleteProperty(globalThis, key);
});

test.each(Object.entries(clients))(
  'no kept-alive connection of %s reaches the next simulation',
  async (_name, client) => {
    for (const name of ['first', 'second', 'third']) {
      const undo = await attach('a.test', name);
      expect((await client({ url: 'https://a.test' })).body).toBe(name);
      expect((await client({ url: 'https://a.test' })).body).toBe(name);
      await undo();
    }
  },
);

test.each(Object.entries(clients))(
  'a request of %s still unanswered at the end fails, and says why',
  async (_name, client) => {
    const { promise: arrived, settle: arrive } = latch<void>();
    const undo = await attachSockets(makeGateway(['https://a.test'], () => (arrive(), new Promise(() => {}))));

    const failed = client({ url: 'https://a.test' }).catch((error: unknown) => error);
    await arrived;
    await undo();

    const error = await failed;
    expect(String(error instanceof Error && error.cause instanceof Error ? error.cause : error)).toMatch(
      /ended the simulation/,
    );
  },
);

const countSockets = (): number => process.getActiveResourcesInfo().filter((type) => type === 'TCPSocketWrap').length;

test('no handle stays behind', async () => {
  const before = countSockets();
  const undo = await attach('a.test');
  for (const client of Object.values(clients)) await client({ url: 'https://a.test' });

  await undo();

  expect(countSockets()).toBe(before);
});
