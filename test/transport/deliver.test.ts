import { EventEmitter, once } from 'node:events';
import express from 'express';
import { describe, expect, test, vi } from 'vitest';
import { deliver } from '../../src/transport/delivery/deliver.ts';
import { type Notification, type NotificationTarget, readNotification } from '../../src/simulation/notification.ts';
import { toEndpoint } from '../../src/transport/delivery/endpoint.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { makeGateway } from './gateways.ts';
import { listen } from './servers.ts';

const message: Notification = { id: 'q-1', version: '1.0', status: 'COMPLETED' };
const post = {
  url: 'https://app.example/hooks/data?x=1',
  headers: { 'content-type': 'application/json', 'x-region': 'eu' },
  body: JSON.stringify({ Subject: 'Data Portability Notification 1.0', Message: JSON.stringify(message) }),
};

const send = (target: NotificationTarget, signal = new AbortController().signal) =>
  deliver(toEndpoint(target, { read: readNotification }), post, { signal });

describe('to a function', () => {
  test('it gets the parsed message, and its return counts as 200', async () => {
    const call = vi.fn();

    expect(await send(call)).toEqual({ status: 200 });

    expect(call.mock.calls).toEqual([[message]]);
  });

  test('its promise is waited for', async () => {
    const order: string[] = [];

    await send(async () => {
      await Promise.resolve();
      order.push('handled');
    });
    order.push('delivered');

    expect(order).toEqual(['handled', 'delivered']);
  });

  test('its throw and its rejection are failed deliveries with their message', async () => {
    expect(
      await send(() => {
        throw new Error('no room');
      }),
    ).toEqual({ failed: 'no room' });
    expect(await send(() => Promise.reject(new Error('later')))).toEqual({ failed: 'later' });
    expect(await send(() => Promise.reject('text'))).toEqual({ failed: 'text' });
  });

  test('a body that is no notification is a failed delivery', async () => {
    const { signal } = new AbortController();

    const delivery = await deliver(
      toEndpoint(() => {}, { read: readNotification }),
      { ...post, body: '{"Message":"{}"}' },
      { signal },
    );

    expect(delivery).toEqual({ failed: 'not a notification: {"Message":"{}"}' });
  });
});

describe('to a Fetch handler', () => {
  test('it gets a real POST request, and its status is told', async () => {
    const seen: unknown[] = [];
    const fetch = async (request: Request) => {
      seen.push(
        request instanceof Request,
        request.method,
        request.url,
        request.headers.get('x-region'),
        await request.json(),
      );
      return new Response(null, { status: 204 });
    };

    expect(await send({ fetch })).toEqual({ status: 204 });

    expect(seen).toEqual([true, 'POST', post.url, 'eu', JSON.parse(post.body)]);
  });

  test('it is called as a method of its object', async () => {
    const app = {
      status: 202,
      fetch() {
        return new Response(null, { status: this.status });
      },
    };

    expect(await send(app)).toEqual({ status: 202 });
  });

  test('its throw is a failed delivery', async () => {
    expect(
      await send({
        fetch: () => {
          throw new TypeError('broken route');
        },
      }),
    ).toEqual({ failed: 'broken route' });
  });
});

describe('to a URL of this machine', () => {
  test('an Express app gets the POST, also while a simulation holds the sockets', async () => {
    const bodies: unknown[] = [];
    const app = express().use(express.json());
    app.post('/hook', (request, response) => {
      bodies.push(request.body, request.get('x-region'), request.get('content-type'));
      response.status(202).send('thanks');
    });
    await using server = await listen(app);
    const undo = await attachSockets(makeGateway(['https://token.stunt-double.test']));

    expect(await send(`${server.url}/hook`)).toEqual({ status: 202 });
    expect(await send(new URL(`http://localhost:${server.port}/hook`))).toEqual({ status: 202 });

    await undo();
    const each = [JSON.parse(post.body), 'eu', 'application/json'];
    expect(bodies).toEqual([...each, ...each]);
  });

  test('an error of the app is a status, and a redirect is not followed', async () => {
    const app = express();
    app.post('/broken', (_request, response) => void response.status(500).end());
    app.post('/moved', (_request, response) => response.redirect('/elsewhere'));
    await using server = await listen(app);

    expect(await send(`${server.url}/broken`)).toEqual({ status: 500 });
    expect(await send(`${server.url}/moved`)).toEqual({ status: 302 });
  });

  test('a server that is not there is a failed delivery with the reason of the network', async () => {
    const { url } = await closedServer();

    expect(await send(url)).toMatchObject({ failed: expect.stringMatching(/ECONNREFUSED/) as string });
  });

  test('a server that hangs up is a failed delivery', async () => {
    await using server = await listen((request) => void request.socket.destroy());

    expect(await send(server.url)).toMatchObject({ failed: 'socket hang up' });
  });

  test('a server that would rather speak another protocol is a failed delivery', async () => {
    await using server = await listen((request) => {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
    });

    expect(await send(server.url)).toEqual({ failed: 'the connection ended without an answer' });
  });
});

test.each([
  ['a function', (): NotificationTarget => () => new Promise(() => {})],
  ['a handler', (): NotificationTarget => ({ fetch: () => new Promise<Response>(() => {}) })],
])('%s that never answers fails once the signal aborts', async (_kind, target) => {
  const giveUp = new AbortController();

  const delivery = send(target(), giveUp.signal);
  giveUp.abort(new Error('no answer within 10s'));

  expect(await delivery).toEqual({ failed: 'no answer within 10s' });
});

test('a URL that never answers fails once the signal aborts, and its server sees the hang-up', async () => {
  const giveUp = new AbortController();
  const peer = new EventEmitter();
  const hungUp = once(peer, 'hung up');
  await using server = await listen((request) => {
    request.socket.once('close', () => peer.emit('hung up', request.method));
    giveUp.abort(new Error('no answer within 10s'));
  });

  expect(await send(server.url, giveUp.signal)).toEqual({ failed: 'no answer within 10s' });

  expect(await hungUp).toEqual(['POST']);
});

test('nothing is sent once the signal has aborted', async () => {
  const call = vi.fn();

  expect(await send(call, AbortSignal.abort(new Error('over')))).toEqual({ failed: 'over' });

  expect(call).not.toHaveBeenCalled();
});

test.each([
  'https://app.example/hook',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest',
  'http://127.0.0.1.nip.io/',
  'http://localhost.evil.test/',
  'http://0.0.0.0/',
  'http://[::ffff:10.0.0.1]/',
  'http://127.0.0.1@evil.test/',
  'ftp://localhost/',
  'file:///etc/passwd',
  'localhost:3000',
  '',
])('"%s" does not lead to this machine and is refused', (url) => {
  expect(() => toEndpoint(url)).toThrow(expect.objectContaining({ name: 'Misuse', code: 'BAD_OPTION' }) as Error);
});

test.each([
  'http://127.0.0.1:3000/x',
  'http://127.9.9.9',
  'https://localhost/',
  'http://LOCALHOST:1',
  'http://[::1]:8080/',
  'http://2130706433/',
])('"%s" leads to this machine', (url) => {
  expect(toEndpoint(url)).toEqual({ kind: 'url', url });
});

test('anything else is refused as a target', () => {
  for (const target of [undefined, null, 5, {}, { fetch: 'no' }])
    expect(() => toEndpoint(target as never, { place: 'simulate({ notify })' })).toThrow(
      /^simulate\(\{ notify \}\): not a notification target/,
    );
});

const closedServer = async (): Promise<{ readonly url: string }> => {
  await using server = await listen(() => {});
  return { url: server.url };
};
