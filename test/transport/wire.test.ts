import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import tls from 'node:tls';
import { got } from 'got';
import { expect, test } from 'vitest';
import { turns } from '../../src/clock/real-time.ts';
import type { WireRequest } from '../../src/core/wire.ts';
import { type Body, readBody } from '../../src/transport/http/message.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { attach } from './attached.ts';
import { answer, echo, makeGateway, type Receive } from './gateways.ts';

const host = 'plain.stunt-double.test';
const base = `http://${host}`;

const attached = (receive?: Receive) => attach(attachSockets, [base, 'https://secure.stunt-double.test'], receive);

/** Sends bytes as they are, and gives all that came back once the server has ended the connection. */
const sendRaw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(80, host, () => socket.write(bytes));
    socket.on('data', (chunk) => (text += chunk.toString('utf8')));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });

const send = (
  options: http.RequestOptions,
  write: (request: http.ClientRequest) => void,
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const request = http.request({ host, ...options }, (response) => {
      void textOf(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    request.on('error', reject);
    write(request);
  });

const bodyOf = (text: string): WireRequest => JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as WireRequest;

test('malformed HTTP gets 400 and an end, like from a Node server, and harms no one else', async () => {
  const { gateway } = await attached();

  expect(await sendRaw('NONSENSE\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
  expect(await sendRaw(`GET / HTTP/1.1\r\nhost: ${host}\r\nbad header\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
  expect(await sendRaw('GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  expect(await sendRaw(`GET / HTTP/1.1\r\nhost: ${host}\r\nx: ${'x'.repeat(1_100_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 431 /,
  );
  expect(gateway.received).toEqual([]);
  expect((await fetch(base)).status).toBe(200);
});

test('a path is kept as it was written, dot segments and all', async () => {
  await attached();

  const { body } = await send({ path: '/a/../b/./c?q=<>"' }, (request) => request.end());

  expect(JSON.parse(body)).toMatchObject({ url: `${base}/a/../b/./c?q=<>"` });
});

test('a whole URL as target is kept, and a star becomes a path', async () => {
  await attached();
  const tail = `HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;

  expect(bodyOf(await sendRaw(`GET ${base}/x?y ${tail}`)).url).toBe(`${base}/x?y`);
  expect(bodyOf(await sendRaw(`OPTIONS * ${tail}`)).url).toBe(`${base}/*`);
});

test('HTTP/1.0 without a host gets the host of the connection', async () => {
  await attached();

  expect(bodyOf(await sendRaw('GET /old HTTP/1.0\r\n\r\n')).url).toBe(`${base}:80/old`);
});

test.each([`${host}:8080`, `${host}:80`, host, 'other.test:8080'])(
  'of a host field, here %s, it is the name that counts: the port is the one that the client is connected to',
  async (field) => {
    const { gateway } = await attached();
    const name = field.replace(/:8080$/, '');
    const secure = { ':path': '/x', ':authority': field };

    await send({ headers: { host: field }, path: '/x' }, (request) => request.end());
    const session = http2.connect('https://secure.stunt-double.test');
    await once(session.request(secure).resume(), 'end');
    session.close();

    expect(gateway.received.map(({ url }) => url)).toEqual([
      `http://${name}/x`,
      `https://${name.replace(/:80$/, '')}/x`,
    ]);
  },
);

test('header names are in lower case, and repeated headers are joined', async () => {
  await attached();
  // Of all fields, Node gives Set-Cookie as a list: it is the only one that may come several times in an answer.
  const headers = { 'X-Twice': ['a', 'b'], 'Set-Cookie': ['c', 'd'], 'X-Case': 'Kept', __proto__x: 'p' };

  const { body } = await send({ headers }, (request) => request.end());

  expect(JSON.parse(body)).toMatchObject({
    headers: { 'x-twice': 'a, b', 'set-cookie': 'c, d', 'x-case': 'Kept', host },
  });
});

/** "Multiple field lines … can be combined into one field line", also of fields that may come once. (RFC 9110 section 5.3) */
test('two tokens are none: the fields are joined, as those of fetch are', async () => {
  const { gateway } = await attached();
  const both = new Headers({ authorization: 'Bearer a', 'content-type': 'application/json' });
  both.append('authorization', 'Bearer b');
  both.append('content-type', 'text/plain');

  const twice = [
    ['host', host],
    ['authorization', 'Bearer a'],
    ['authorization', 'Bearer b'],
    ['content-type', 'application/json'],
    ['content-type', 'text/plain'],
  ];
  await send({ headers: twice.flat() }, (request) => request.end());
  await fetch(base, { headers: both });

  const joined = { authorization: 'Bearer a, Bearer b', 'content-type': 'application/json, text/plain' };
  expect(gateway.received.map(({ headers }) => headers)).toEqual([
    expect.objectContaining(joined),
    expect.objectContaining(joined),
  ]);
});

/** A field as HPACK writes one that is in no table. (RFC 7541 section 6.2.2) */
const literal = ([name, value]: readonly [string, string]): Buffer =>
  Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);

/** Node's own client refuses to send such fields twice. */
test('over HTTP/2, too, two tokens are none, and cookies are one field', async () => {
  const { gateway } = await attached();
  const fields = Buffer.concat(
    [
      [':method', 'GET'],
      [':path', '/'],
      [':scheme', 'http'],
      [':authority', host],
      ['authorization', 'Bearer a'],
      ['authorization', 'Bearer b'],
      ['cookie', 'a=1'],
      ['cookie', 'b=2'],
    ].map((field) => literal(field as [string, string])),
  );
  const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
  const head = Buffer.from([0, 0, fields.length, 1, 5, 0, 0, 0, 1]);

  const socket = connect(80, host, () =>
    socket.write(Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), settings, head, fields])),
  );
  while (gateway.received.length === 0) await once(socket, 'data');
  socket.destroy();

  expect(gateway.received[0]?.headers).toEqual({ host, authorization: 'Bearer a, Bearer b', cookie: 'a=1; b=2' });
});

test('a body that arrives byte by byte is decoded as one text', async () => {
  await attached();
  const text = 'Größe: 🎭 ✓ \u0000 ende';

  const { body } = await send({ method: 'POST' }, (request) => {
    for (const byte of Buffer.from(text)) request.write(Buffer.of(byte));
    request.end();
  });

  expect(JSON.parse(body)).toMatchObject({ body: text });
});

test('a body that is no UTF-8 is told with its size, for its text is longer', async () => {
  const { gateway } = await attached();

  await send({ method: 'POST' }, (request) => request.end(Buffer.alloc(5, 0xff)));

  expect(gateway.received[0]).toMatchObject({ body: '\ufffd'.repeat(5), bytes: 5 });
});

test('of a body beyond 128 MiB the rest is dropped, and its size is told', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'x');

  const { body, bytes } = await new Promise<Body>((resolve) =>
    readBody(Readable.from(Array.from({ length: 129 }, () => piece)), resolve),
  );

  expect(body.length).toBe(128 * 1024 * 1024);
  expect(bytes).toBe(129 * 1024 * 1024);
});

test('a request cut off within its body never reaches the service', async () => {
  const { gateway } = await attached();

  const request = http.request({ host, method: 'POST', headers: { 'content-length': '100' } });
  const closed = new Promise((resolve) => request.on('error', resolve).on('close', resolve));
  request.write('only this', () => setImmediate(() => request.destroy()));
  await closed;
  await fetch(`${base}/after`);

  expect(gateway.received.map(({ url }) => url)).toEqual([`${base}/after`]);
});

test('a client that waits for 100 Continue is told to go on', async () => {
  await attached();
  const headers = { expect: '100-continue' };

  const { status, body } = await send({ method: 'POST', headers }, (request) => {
    request.on('continue', () => request.end('the body'));
    request.flushHeaders();
  });

  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ body: 'the body' });
});

test('any other expectation is refused with 417', async () => {
  const { gateway } = await attached();

  expect((await send({ headers: { expect: 'wonders' } }, (request) => request.end())).status).toBe(417);
  expect(gateway.received).toEqual([]);
});

test('CONNECT is refused with 405', async () => {
  const { gateway } = await attached();

  const text = await sendRaw(`CONNECT elsewhere:443 HTTP/1.1\r\nhost: ${host}\r\n\r\n`);

  expect(text).toMatch(/^HTTP\/1.1 405 .*connection: close/s);
  expect(gateway.received).toEqual([]);
});

test('a wish to upgrade is ignored, as HTTP allows, and the request answered', async () => {
  await attached();

  const { status } = await send({ headers: { connection: 'upgrade', upgrade: 'websocket' } }, (request) =>
    request.end(),
  );

  expect(status).toBe(200);
});

test('a client that speaks neither HTTP/2 nor HTTP/1.1 is refused in the handshake and told why', async () => {
  await attached();

  const socket = tls.connect({ host: 'secure.stunt-double.test', port: 443, ALPNProtocols: ['h3'] });
  const error = await new Promise<Error>((resolve) => socket.on('error', resolve));

  expect(error).toMatchObject({
    code: 'EPROTO',
    message: expect.stringMatching(/stunt-double speaks h2 and http\/1\.1, the client h3 only/) as string,
  });
});

test.each([
  [['h2'], 'h2'],
  [['http/1.1', 'h2'], 'h2'],
  [['http/1.1'], 'http/1.1'],
  [undefined, false],
])('of the protocols %j the handshake agrees on %j', async (ALPNProtocols, agreed) => {
  await attached();

  const socket = tls.connect({ host: 'secure.stunt-double.test', port: 443, ...(ALPNProtocols && { ALPNProtocols }) });
  await new Promise((resolve) => socket.on('secureConnect', resolve));

  expect(socket.alpnProtocol).toBe(agreed);
  socket.destroy();
});

test('a client that would like HTTP/2 gets it', async () => {
  await attached();

  const { body, httpVersion } = await got('https://secure.stunt-double.test/x', { http2: true, retry: { limit: 0 } });

  expect(httpVersion).toBe('2.0');
  expect(JSON.parse(body)).toMatchObject({ url: 'https://secure.stunt-double.test/x' });
});

test('what HTTP/2 brings besides a request is not a field of it: it looks as over HTTP/1.1', async () => {
  const { gateway } = await attached();

  await got('https://secure.stunt-double.test/x', { http2: true, headers: { 'user-agent': 'a', cookie: 'b' } });
  await got('https://secure.stunt-double.test/x', { headers: { 'user-agent': 'a', cookie: 'b' } });

  const [overHttp2, overHttp1] = gateway.received;
  const { connection, ...headers } = overHttp1?.headers ?? {};
  expect({ ...overHttp1, headers, connection }).toEqual({ ...overHttp2, connection: 'keep-alive' });
});

test('beside other requests a fault resets the stream of its own alone', async () => {
  const requests = new EventEmitter();
  let met = 0;
  await attached(async ({ url }) => {
    met += 1;
    if (met === 2) requests.emit('both');
    else await once(requests, 'both');
    return url.endsWith('/broken') ? { broken: 'reset' } : answer(200, 'fine');
  });
  const session = http2.connect('https://secure.stunt-double.test');
  const ask = (path: string): Promise<string> => textOf(session.request({ ':path': path }));

  const [broken, fine] = await Promise.allSettled([ask('/broken'), ask('/fine')]);

  expect(broken).toMatchObject({
    reason: {
      code: 'ERR_HTTP2_STREAM_ERROR',
      message: 'Stream closed with error code NGHTTP2_INTERNAL_ERROR',
    },
  });
  expect(fine).toMatchObject({ value: 'fine' });
  session.close();
});

test('over HTTP/2 no piece ends within a frame, and a page comes in fewer pieces than it has frames', async () => {
  const page = 'x'.repeat(60_000);
  await attached(() => answer(200, page));
  const socket = tls.connect({ host: 'secure.stunt-double.test', port: 443, ALPNProtocols: ['h2'] });
  const pieces: (readonly string[])[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(framesOf(piece)));
  const session = http2.connect('https://secure.stunt-double.test', { createConnection: () => socket });

  let length = 0;
  for await (const chunk of session.request({ ':path': '/' })) length += (chunk as Buffer).length;

  expect(length).toBe(page.length);
  expect(pieces.filter((frames) => frames.includes('torn'))).toEqual([]);
  const ofPage = pieces.filter((frames) => frames.includes('DATA'));
  expect(ofPage.length).toBeLessThan(ofPage.flat().filter((frame) => frame === 'DATA').length);
  session.close();
});

/** What a piece of a connection consists of. (RFC 9113 section 4.1) */
const framesOf = (piece: Buffer): readonly string[] => {
  const frames: string[] = [];
  let at = 0;
  while (at + 9 <= piece.length) {
    frames.push(piece[at + 3] === 0 ? 'DATA' : 'other');
    at += 9 + piece.readUIntBE(at, 3);
  }
  return at === piece.length ? frames : [...frames, 'torn'];
};

test('pipelined requests are answered in order, and the connection ends with the thousandth', async () => {
  const { gateway } = await attached(({ url }) => answer(200, new URL(url).pathname));
  const requests = Array.from({ length: 1010 }, (_, n) => `GET /${n} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);

  const text = await sendRaw(requests.join(''));

  expect([...text.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, n]) => Number(n))).toEqual(
    Array.from({ length: 1000 }, (_, n) => n),
  );
  expect(text.match(/connection: close/gi)).toHaveLength(1);
  expect(gateway.received).toHaveLength(1000);
});

test('over HTTP/2 such an answer ends the session in good order, and says so by GOAWAY', async () => {
  await attached(() => ({ status: 200, headers: { connection: 'close' }, body: 'bye' }));
  const session = http2.connect('https://secure.stunt-double.test');
  const goaway = new Promise((resolve) => session.on('goaway', resolve));
  const closed = new Promise((resolve) => session.on('close', resolve));

  expect(await textOf(session.request({ ':path': '/' }))).toBe('bye');
  expect(await goaway).toBe(http2.constants.NGHTTP2_NO_ERROR);
  await closed;
});

test('an answer the service asks to be the last of its connection is that', async () => {
  await attached(() => ({ status: 200, headers: { connection: 'close' }, body: 'bye' }));

  expect(await sendRaw(`GET / HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).toMatch(/\r\n\r\nbye$/);
});

test('an answer has the date the service gives it, and none when it gives none', async () => {
  await attached(() => ({ status: 200, headers: {}, body: '' }));

  expect((await fetch(base)).headers.has('date')).toBe(false);
});

test('an answer is framed by its length, whatever the service says of its coding', async () => {
  await attached(() => ({
    status: 200,
    headers: { 'transfer-encoding': 'chunked', 'content-length': '99' },
    body: 'ü',
  }));

  const text = await sendRaw('GET / HTTP/1.0\r\n\r\n');

  expect(text).toMatch(/content-length: 2\r\n/);
  expect(text).not.toMatch(/chunked|99/);
});

test('an answer to HEAD keeps the length that the service tells', async () => {
  await attached(() => ({ status: 200, headers: { 'content-length': '95000' }, body: '' }));

  expect((await fetch(base, { method: 'HEAD' })).headers.get('content-length')).toBe('95000');
});

test.each([204, 304])('an answer with status %d tells no length', async (status) => {
  await attached(() => ({ status, headers: { 'content-length': '5' }, body: '12345' }));

  expect(await sendRaw('GET / HTTP/1.0\r\n\r\n')).not.toMatch(/content-length|12345/);
});

test.each<[string, number, string | undefined]>([
  ['over', 1, undefined],
  ['under way', 2, 'ECONNRESET'],
])(
  'when a simulation ends, a connection whose last exchange is %s is closed accordingly',
  async (_state, asked, error) => {
    const gateway = makeGateway([base], (request) =>
      request.url.endsWith('/2') ? new Promise(() => undefined) : echo(request),
    );
    const undo = await attachSockets(gateway);
    const socket = connect(80, host);
    const ask = (number: number): boolean => socket.write(`GET /${number} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    const closed = new Promise((resolve) => void socket.on('close', resolve));
    let failed: string | undefined;
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (failed = code));

    ask(1);
    await once(socket, 'data');
    if (asked === 2) ask(2);
    await turns(2);
    await Promise.all([undo(), closed]);

    expect(gateway.received).toHaveLength(asked);
    expect(failed).toBe(error);
  },
);
