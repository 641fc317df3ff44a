import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { deliver } from '../../src/transport/delivery/deliver.ts';
import type { NotificationTarget } from '../../src/simulation/notification.ts';
import { type Listener, toEndpoint } from '../../src/transport/delivery/endpoint.ts';
import { readStatus } from '../../src/transport/delivery/post-to-listener.ts';
import { listen } from './servers.ts';

/** A listener in the style of Node is posted to without a network, by the rules of HTTP. */

const post = { url: 'https://app.test/hooks/v1?x=1', headers: { 'content-type': 'application/json' }, body: '{"ü":1}' };
const broken = 'the connection was closed before the answer was complete';

const send = (target: NotificationTarget, signal = new AbortController().signal) =>
  deliver(toEndpoint(target), post, { signal });

const ask = (listener: Listener) => send({ listener });

describe('the request', () => {
  test('is a POST to the endpoint, with its headers and its body', async () => {
    const seen: unknown[] = [];

    await ask(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      seen.push(request.method, request.url, request.headers, Buffer.concat(chunks).toString('utf8'));
      response.end();
    });

    const headers = {
      host: 'app.test',
      connection: 'close',
      'content-length': '8',
      'content-type': 'application/json',
    };
    expect(seen).toEqual(['POST', '/hooks/v1?x=1', headers, post.body]);
  });

  test('goes to a path of its own where one is given', async () => {
    const paths: (string | undefined)[] = [];

    await send({
      path: '/v1',
      listener: (request, response) => {
        paths.push(request.url);
        response.end();
      },
    });

    expect(paths).toEqual(['/v1']);
    expect(() => toEndpoint({ path: 'v1', listener: () => undefined })).toThrow(/"v1" is no path/);
  });

  test('goes to such a path of a server and of an app that is an object, too', async () => {
    const paths: (string | undefined)[] = [];
    const hear: http.RequestListener = (request, response) => {
      paths.push(request.url);
      response.end();
    };
    const koa = { listen: () => undefined, callback: () => hear };

    await send({ path: '/v1', listener: http.createServer(hear) });
    await send({ path: '/v2', listener: koa });

    expect(paths).toEqual(['/v1', '/v2']);
    expect(() => toEndpoint({ listener: {} } as never)).toThrow('NestJS: app.getHttpServer()');
  });

  test('that an app has no route for is answered with the path, and with how to say another', async () => {
    const app = express().post('/imports', (_, response) => response.sendStatus(204));

    const answers = [await send(app), await send({ listener: app, path: '/hook' })];

    expect(answers).toEqual([
      { status: 404, why: 'at /hooks/v1; { listener, path } says another path' },
      { status: 404, why: 'at /hook; { listener, path } says another path' },
    ]);
    expect(await send({ listener: app, path: '/imports' })).toEqual({ status: 204 });
  });

  test('that an app answers with an error is told in the words of the app', async () => {
    const app = express().post('/hooks/v1', () => JSON.parse('undefined'));
    const inParts: Listener = (_, response) => {
      response.writeHead(422).write('{"message":"no Message"}');
      response.end();
    };

    expect(await send(app)).toEqual({ status: 500, why: `SyntaxError: "undefined" is not valid JSON` });
    expect(await ask(inParts)).toEqual({ status: 422, why: '{"message":"no Message"}' });
    expect(await ask((_, response) => response.writeHead(503).end())).toEqual({ status: 503 });
  });

  test('comes from a socket like any other', async () => {
    const app = express().set('trust proxy', 'loopback');
    const seen: unknown[] = [];
    app.post('/hooks/v1', (request, response) => {
      request.socket.setNoDelay(true).setKeepAlive(true).ref().unref();
      seen.push(request.ip, request.socket.localPort);
      response.end();
    });

    await send(app);

    expect(seen).toEqual(['127.0.0.1', 443]);
  });

  test('can be given a time by its server', async () => {
    expect(
      await ask((request, response) => {
        request.setTimeout(10_000);
        response.setTimeout(1, () => response.writeHead(408).end());
      }),
    ).toEqual({ status: 408 });
  });
});

describe('the answer', () => {
  test.each<[string, Listener, object]>([
    ['a status', (_, response) => response.writeHead(202).end(), { status: 202 }],
    ['a body', (_, response) => response.end('x'.repeat(300_000)), { status: 200 }],
    ['chunks', (_, response) => [response.write('a'), response.end('b')], { status: 200 }],
    ['an interim answer', (_, response) => [response.writeProcessing(), response.end()], { status: 200 }],
    ['an end before the answer', (request) => request.socket.end(), { failed: broken }],
    ['a reset', (request) => request.socket.destroy(), { failed: broken }],
    ['half a body', (_, response) => response.writeHead(200, { 'content-length': 9 }).end('half'), { failed: broken }],
    [
      'chunks without a last one',
      (_, response) => void response.write('a', () => response.destroy()),
      { failed: broken },
    ],
  ])('with %s', async (_name, listener, delivery) => {
    expect(await ask(listener)).toEqual(delivery);
  });

  test('is 500 when the listener throws, at once or later, and says why', async () => {
    const error = new Error('no room');

    expect(
      await ask(() => {
        throw error;
      }),
    ).toEqual({ status: 500, why: 'no room' });
    expect(await ask(() => Promise.reject(error))).toEqual({ status: 500, why: 'no room' });
    expect(await ask(() => Promise.reject('text'))).toEqual({ status: 500, why: 'text' });
  });

  test('is broken off when the listener throws in the midst of it', async () => {
    const listener: Listener = async (_, response) => {
      response.write('a');
      await Promise.resolve();
      throw new Error('too late');
    };

    expect(await ask(listener)).toEqual({ failed: 'too late' });
  });

  test.each([
    ['HTTP/1.1 200 OK\r\n\r\nto the end', 200],
    ['HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n', 204],
    ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n', 201],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx-trailer: y\r\n\r\n', 200],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n0\r\n', undefined],
    ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\na', undefined],
    ['HTTP/1.1 200 OK\r\ncontent-le', undefined],
    ['HTTP/1.1 100 Continue\r\n\r\n', undefined],
    ['nonsense\r\n\r\n', undefined],
    ['', undefined],
  ])('%j is read as %s', (text, status) => {
    expect(readStatus(Buffer.from(text))).toBe(status);
  });
});

test('a signal hangs up, and the listener learns of it', async () => {
  const giveUp = new AbortController();
  const listener = new EventEmitter();
  const learned = once(listener, 'closed');

  const delivery = send(
    {
      listener: (_, response) => {
        response.once('close', () => listener.emit('closed', response.writableFinished));
        giveUp.abort(new Error('no answer within 10s'));
      },
    },
    giveUp.signal,
  );

  expect(await delivery).toEqual({ failed: 'no answer within 10s' });
  expect(await learned).toEqual([false]);
});

test('an app served in memory serves the network afterwards as before', async () => {
  const app = express();
  app.post('/hooks/v1', (_request, response) => void response.status(202).json({ ok: true }));

  expect(await send(app)).toEqual({ status: 202 });

  await using server = await listen(app);
  expect(await send(`${server.url}/hooks/v1`)).toEqual({ status: 202 });
});

test('a server is asked whether it listens or not, and goes on listening', async () => {
  await using server = await listen((_request, response) => void response.writeHead(203).end());

  expect(await send(server.server)).toEqual({ status: 203 });
  expect(await send(http.createServer((_request, response) => void response.writeHead(201).end()))).toEqual({
    status: 201,
  });

  expect(server.server.listening).toBe(true);
});

test('tools that catch requests do not catch what never leaves the process', async () => {
  const { default: nock } = await import('nock14');
  try {
    nock.disableNetConnect();
    expect(await ask((_, response) => response.writeHead(204).end())).toEqual({ status: 204 });
  } finally {
    nock.enableNetConnect();
    nock.restore();
  }
});
