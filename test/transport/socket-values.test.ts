import { once } from 'node:events';
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { turns } from '../../src/clock/real-time.ts';
import { simulate } from '../../src/simulate.ts';
import type { WireAnswer, WireRequest } from '../../src/core/wire.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { makeGateway } from './gateways.ts';
import { listen } from './servers.ts';

/** What sockets, requests and agents tell a client, beside what they tell it of a real server that gives the same answers. */

interface Place {
  readonly scheme: 'http' | 'https';
  readonly port: number;
}

type Probe = (place: Place) => Promise<unknown>;

const day = 86_400_000;
const certificate = makeCertificate({
  names: ['localhost'],
  from: new Date(Date.now() - day),
  until: new Date(Date.now() + day),
});

const answered = (method = '', path = '', body = ''): string => `answered ${method} ${path} ${body}`;

const answerReally: http.RequestListener = (request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const text = answered(request.method, request.url, body);
    response.sendDate = false;
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) }).end(text);
  });
};

const open = ({ scheme, port }: Place, options: object = {}): Socket => {
  const where = { host: 'localhost', family: 4, port, ...options };
  const socket = scheme === 'http' ? net.connect(where) : tls.connect({ rejectUnauthorized: false, ...where });
  onTestFinished(() => void socket.destroy());
  return socket;
};

const connected = async (place: Place, options: object = {}): Promise<Socket> => {
  const socket = open(place, options);
  await once(socket, place.scheme === 'http' ? 'connect' : 'secureConnect');
  await turns(2);
  return socket;
};

const ask = 'GET /x HTTP/1.1\r\nhost: localhost\r\n\r\n';
const askLast = 'GET /x HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';

const told = ['end', 'finish', 'timeout', 'error', 'close'] as const;

const note = (socket: Socket): string[] => {
  const heard: string[] = [];
  for (const name of told) {
    socket.on(name, (given: unknown) => {
      if (name === 'error') heard.push(`error ${(given as NodeJS.ErrnoException).code}`);
      else heard.push(name === 'close' ? `close ${String(given)}` : name);
    });
  }
  return heard;
};

const values = (socket: Socket): object => ({
  address: { ...socket.address(), port: typeof socket.localPort },
  local: [socket.localAddress, socket.localFamily],
  remote: [socket.remoteAddress, socket.remotePort, socket.remoteFamily],
  state: [socket.readyState, socket.connecting, socket.pending, socket.destroyed, socket.timeout],
  bytes: [socket.bytesRead, socket.bytesWritten],
});

/** All that comes back for bytes as they are, up to the end that the server makes. */
const exchange = async (place: Place, bytes: string, ends = false): Promise<object> => {
  const socket = await connected(place);
  const heard = note(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  if (ends) socket.end(bytes);
  else socket.write(bytes);
  await once(socket, 'close');
  return { text: text.replace(/date: .*/i, 'date'), heard, bytes: [socket.bytesRead, socket.bytesWritten] };
};

type Options = https.RequestOptions & { readonly write?: (request: ClientRequest) => void };

const send = ({ scheme, port }: Place, { write, ...options }: Options = {}): Promise<object> =>
  new Promise((resolve) => {
    const heard: string[] = [];
    const client = scheme === 'http' ? http : https;
    const where = { host: 'localhost', family: 4, port, path: '/x', rejectUnauthorized: false };
    const request = client.request({ ...where, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => heard.push(`${response.statusCode} ${text}`, response.rawHeaders.join('|')));
    });
    for (const name of ['socket', 'finish', 'continue', 'upgrade', 'timeout'])
      request.on(name, () => void heard.push(name));
    request.on('error', (error: NodeJS.ErrnoException) => heard.push(`error ${error.code}`));
    request.on('close', () => {
      setImmediate(() => resolve({ heard, isReused: request.reusedSocket }));
    });
    if (write === undefined) request.end();
    else write(request);
  });

const agentAt = ({ scheme }: Place, options: http.AgentOptions): http.Agent => {
  const agent = scheme === 'http' ? new http.Agent(options) : new https.Agent(options);
  onTestFinished(() => agent.destroy());
  return agent;
};

const malformed: Readonly<Record<string, string>> = {
  'no HTTP': 'NONSENSE\r\n\r\n',
  'a line that is no header': 'GET / HTTP/1.1\r\nhost: h\r\nbad header\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'a version that there is not': 'GET / HTTP/9.9\r\nhost: h\r\n\r\n',
  'a method in lower case': 'get / HTTP/1.1\r\nhost: h\r\n\r\n',
  'a chunk without a length': 'POST / HTTP/1.1\r\nhost: h\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  'a coding that is not chunked': 'POST / HTTP/1.1\r\nhost: h\r\ntransfer-encoding: gzip\r\n\r\nzz\r\n',
  'a length and chunks':
    'POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'two lengths': 'POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc',
  'a body longer than it says': 'POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 2\r\n\r\nfour',
  'a second request that is none': `${ask}NONSENSE\r\n\r\n`,
};

const probes: Readonly<Record<string, Probe>> = {
  'values of a socket, from its beginning to its end': async (place) => {
    const socket = open(place);
    const seen = [values(socket)];
    await once(socket, place.scheme === 'http' ? 'connect' : 'secureConnect');
    seen.push(values(socket));
    socket.write(ask);
    seen.push(values(socket));
    await once(socket, 'data');
    seen.push(values(socket));
    socket.end();
    seen.push(values(socket));
    await once(socket, 'close');
    return [...seen, values(socket)];
  },
  'bytes of text, of parts written together, and of what is written before there is a connection': async (place) => {
    const socket = open(place);
    socket.write('GET /x HTTP/1.1\r\nhost: localhost\r\n');
    const seen = [socket.bytesWritten];
    await once(socket, place.scheme === 'http' ? 'connect' : 'secureConnect');
    socket.cork();
    socket.write('x-latin: ü\r\n', 'latin1');
    socket.write(Buffer.from('connection: close\r\n').toString('hex'), 'hex');
    socket.write('x: y\r\n\r\n');
    seen.push(socket.bytesWritten);
    socket.uncork();
    socket.resume();
    await once(socket, 'close');
    return [...seen, socket.bytesWritten, socket.bytesRead];
  },
  'bytes of a connection that is used again': async (place) => {
    const agent = agentAt(place, { keepAlive: true, maxSockets: 1 });
    for (let times = 0; times < 3; times++) await send(place, { agent });
    const [socket] = Object.values(agent.freeSockets).flat();
    return [socket?.bytesRead, socket?.bytesWritten];
  },
  'setters give the socket': async (place) => {
    const socket = open(place);
    const set = (): readonly boolean[] =>
      [
        socket.setTimeout(1000),
        socket.setNoDelay(),
        socket.setKeepAlive(true, 10),
        socket.unref(),
        socket.ref(),
        socket.pause(),
        socket.resume(),
      ].map((given) => given === socket);
    const before = set();
    await once(socket, place.scheme === 'http' ? 'connect' : 'secureConnect');
    const after = [set(), socket.timeout];
    socket.destroy();
    return [before, after];
  },
  destroySoon: async (place) => {
    const socket = await connected(place);
    const heard = note(socket);
    socket.write(ask);
    socket.destroySoon();
    await once(socket, 'close');
    return [heard, socket.bytesWritten];
  },
  'a write behind the end': async (place) => {
    const socket = await connected(place);
    const heard = note(socket);
    socket.end(ask);
    socket.write('more', (error) => heard.push(`written ${(error as NodeJS.ErrnoException).code}`));
    await new Promise((resolve) => void socket.once('close', resolve));
    return heard.filter((name) => name !== 'finish');
  },
  'a write to a socket that is destroyed': async (place) => {
    const socket = await connected(place);
    const heard = note(socket);
    socket.destroy();
    socket.write('more', (error) => heard.push(`written ${(error as NodeJS.ErrnoException).code}`));
    await once(socket, 'close');
    return heard;
  },
  'a signal that is aborted': async (place) => {
    const abort = new AbortController();
    const socket = await connected(place, { signal: abort.signal });
    const heard = note(socket);
    abort.abort();
    await new Promise((resolve) => void socket.once('close', resolve));
    return heard;
  },
  'onread, into memory of the client': async (place) => {
    const memory = Buffer.alloc(64);
    const read: string[] = [];
    const callback = (length: number, into: Uint8Array): boolean => {
      read.push(`${into === memory} ${Buffer.from(into).toString('latin1', 0, length)}`);
      return true;
    };
    const socket = await connected(place, { onread: { buffer: memory, callback } });
    const heard = note(socket);
    socket.write(askLast);
    await once(socket, 'close');
    return [read, heard, socket.bytesRead];
  },
  'onread, which says that it is enough for now': async (place) => {
    const read: string[] = [];
    const enough = (length: number, into: Uint8Array): boolean => {
      read.push(Buffer.from(into).toString('latin1', 0, length));
      return false;
    };
    const socket = await connected(place, { onread: { buffer: () => Buffer.alloc(1000), callback: enough } });
    const answeredLast = async (): Promise<void> => {
      while (read.at(-1)?.includes('answered') !== true) await turns(1);
    };
    socket.write(ask);
    await answeredLast();
    read.push('resumed');
    socket.resume();
    socket.write(askLast);
    await answeredLast();
    socket.resume();
    await once(socket, 'close');
    return read;
  },
  'pipelined requests': (place) => exchange(place, ask + ask + askLast),
  'HTTP/1.0': (place) => exchange(place, 'GET /x HTTP/1.0\r\n\r\n'),
  'a body shorter than it says': (place) =>
    exchange(place, 'POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\nfour', true),
  'malformed requests': async (place) => {
    const seen: Record<string, object> = {};
    for (const [name, bytes] of Object.entries(malformed)) seen[name] = await exchange(place, bytes);
    return seen;
  },
  'a body in chunks with trailers': (place) =>
    send(place, {
      method: 'POST',
      headers: { trailer: 'x-last' },
      write: (request) => {
        request.write('a');
        request.addTrailers({ 'x-last': '1' });
        request.end('b');
      },
    }),
  'Expect: 100-continue': (place) =>
    send(place, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 4 },
      write: (request) => {
        request.on('continue', () => request.end('body'));
        request.flushHeaders();
      },
    }),
  'a wish to upgrade': (place) => send(place, { headers: { connection: 'upgrade', upgrade: 'websocket' } }),
  'a host field with another port': (place) => send(place, { headers: { host: 'localhost:1' } }),
  'an agent with one socket for three requests': async (place) => {
    const agent = agentAt(place, { keepAlive: true, maxSockets: 1 });
    let freed = 0;
    agent.on('free', () => (freed += 1));
    const heard = await Promise.all([1, 2, 3].map(() => send(place, { agent })));
    const left = [agent.sockets, agent.freeSockets, agent.requests].map((all) => Object.values(all).flat().length);
    const [socket] = Object.values(agent.freeSockets).flat();
    agent.destroy();
    return [heard, freed, left, socket?.destroyed];
  },
  'an agent with two sockets in all': async (place) => {
    const agent = agentAt(place, { keepAlive: true, maxTotalSockets: 2, scheduling: 'fifo' });
    const heard = await Promise.all([1, 2, 3, 4].map(() => send(place, { agent })));
    return [heard, Reflect.get(agent, 'totalSocketCount')];
  },
};

const overTls = (below: Socket): TLSSocket =>
  tls.connect({ socket: below, servername: 'localhost', rejectUnauthorized: false });

/** TLS over a connection of the client's own. */
const layer = async ({ port }: Place, isOpen: boolean): Promise<object> => {
  const below = open({ scheme: 'http', port });
  if (isOpen) await once(below, 'connect');
  const socket = overTls(below);
  await once(socket, 'secureConnect');
  const heard = [note(below), note(socket)];
  const seen = values(socket);
  socket.write(ask);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.end();
  await Promise.all([once(socket, 'close'), once(below, 'close')]);
  return { seen, text: chunk.toString('latin1'), heard, isSame: socket.remotePort === below.remotePort };
};

const secureProbes: Readonly<Record<string, Probe>> = {
  'tls.connect({ socket }) over an open connection': (place) => layer(place, true),
  'tls.connect({ socket }) over one that is being opened': (place) => layer(place, false),
  'an agent that connects by itself, and puts TLS over it': (place) => {
    const agent = new https.Agent();
    Reflect.set(agent, 'createConnection', (_: object, done: (error: Error | null, socket: Socket) => void) => {
      const below = open({ scheme: 'http', port: place.port });
      below.once('connect', () => done(null, overTls(below)));
    });
    return send(place, { agent });
  },
  'the connection below is destroyed': async ({ port }) => {
    const below = await connected({ scheme: 'http', port });
    const socket = overTls(below);
    await once(socket, 'secureConnect');
    const heard = note(socket);
    below.destroy();
    await once(socket, 'close');
    return heard;
  },
};

describe.each([
  ['http', probes, () => http.createServer({ keepAliveTimeout: 0 })],
  ['https', { ...probes, ...secureProbes }, () => https.createServer({ ...certificate, keepAliveTimeout: 0 })],
] as const)('%s', (scheme, all, createServer) => {
  test.each(Object.entries(all))('%s', async (_name, probe) => {
    const real = await listen(answerReally, createServer());
    const place = { scheme, port: real.port };
    const expected = await probe(place);
    await real[Symbol.asyncDispose]();
    const answer = ({ method, url, body }: WireRequest): WireAnswer => ({
      status: 200,
      headers: {},
      body: answered(method, new URL(url).pathname, body),
    });
    onTestFinished(await attachSockets(makeGateway([`${scheme}://localhost:${real.port}`], answer)));

    expect(await probe(place)).toEqual(expected);
  });
});

test('in a simulation TLS over a connection of the client’s own has virtual time, and the faults of its exchanges', async () => {
  await using sim = await simulate();
  sim.on('requestToken').fault('late', { by: '10m' });
  sim.on('requestToken', { nth: 2 }).fault('reset');
  const { hostname: host } = new URL(sim.env.tokenUrl);
  const request = `POST /auth/o2/token HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\n\r\n`;
  const post = async (): Promise<string> => {
    const below = net.connect({ host, port: 443 });
    await once(below, 'connect');
    const socket = tls.connect({ socket: below, servername: host });
    socket.write(request);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return chunk.toString('latin1').slice(0, 12);
  };

  expect(await sim.run(post)).toBe('HTTP/1.1 400');
  expect(sim.elapsed).toBe(600_000);
  await expect(sim.run(post)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('what is said in plain words at a port of TLS is refused, and told where TLS is', async () => {
  onTestFinished(await attachSockets(makeGateway(['https://localhost:18443'])));
  const socket = net.connect({ host: 'localhost', port: 18_443 });
  await once(socket, 'connect');
  socket.write(ask);

  await expect(once(socket, 'data')).rejects.toMatchObject({
    code: 'ECONNREFUSED',
    message: expect.stringContaining('stunt-double simulates this host at https://localhost:18443 only') as string,
  });
});
