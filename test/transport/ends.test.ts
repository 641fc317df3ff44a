import { once } from 'node:events';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import tls from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { turns } from '../../src/clock/real-time.ts';
import { withResolvers } from '../../src/clock/with-resolvers.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { portOf } from '../port-of.ts';
import { always, attach } from './attached.ts';
import { answer, makeGateway, type Receive } from './gateways.ts';

const host = 'ends.test';
const request = `GET / HTTP/1.1\r\nhost: ${host}\r\n\r\n`;

const attached = (receive: Receive = always('answered')) =>
  attach(attachSockets, [`http://${host}`, `https://${host}`], receive);

/** The ways in which a client's own code ends its connection. */
const ways: Readonly<Record<string, (socket: Socket) => void>> = {
  'asks and ends at once': (socket) => socket.end(request),
  'asks twice and ends at once': (socket) => socket.end(request + request),
  'asks, and ends once it is answered': (socket) => {
    socket.write(request);
    socket.once('data', () => socket.end());
  },
  'ends without a word': (socket) => socket.end(),
  'ends within the head of a request': (socket) => socket.end('GET / HTTP'),
  'asks and destroys': (socket) => {
    socket.write(request);
    socket.destroy();
  },
  'asks, and resets once it is answered': (socket) => {
    socket.write(request);
    socket.once('data', () => socket.resetAndDestroy());
  },
  'resets without a word': (socket) => socket.resetAndDestroy(),
};

interface Seen {
  readonly lines: readonly string[];
  readonly events: readonly string[];
}

/** What the client sees from its end on: the first lines of answers, and the events that tell of it. */
const see = async (socket: Socket, connected: string, end: (socket: Socket) => void): Promise<Seen> => {
  let text = '';
  const events: string[] = [];
  await once(socket, connected);
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('error', (error: NodeJS.ErrnoException) => events.push(`error ${error.code}`));
  socket.on('end', () => events.push('end'));
  end(socket);
  const [hadError] = await once(socket, 'close');
  return { lines: text.match(/HTTP\/1.1 .*/g) ?? [], events: [...events, `close ${hadError}`] };
};

const openReal = async (): Promise<number> => {
  const server = http.createServer((_, response) => response.end('answered'));
  onTestFinished(() => void server.close());
  return portOf(server);
};

test.each(Object.entries(ways))('a client that %s sees what a server of Node lets it see', async (way, end) => {
  const real = await see(connect(await openReal(), '127.0.0.1'), 'connect', end);

  await attached();

  expect(await see(connect(80, host), 'connect', end)).toEqual(real);
  // A connection of TLS can not be reset: Node says so.
  if (way.includes('resets')) return;
  expect(await see(tls.connect({ host, port: 443, servername: host }), 'secureConnect', end)).toEqual(real);
});

test('a client that asks and ends at once has its answer, though the service takes turns to give it', async () => {
  await attached(async () => {
    await turns(5);
    return answer(200, 'answered');
  });

  const seen = await see(connect(80, host), 'connect', (socket) => socket.end(request));

  expect(seen).toEqual({ lines: ['HTTP/1.1 200 OK'], events: ['end', 'close false'] });
});

test('a client that reads nothing, and ends without a word, sees its connection close', async () => {
  await attached();
  const plain = connect(80, host, () => plain.end());
  const secure = tls.connect({ host, port: 443, servername: host }, () => secure.end());

  expect(await Promise.all([once(plain, 'close'), once(secure, 'close')])).toEqual([[false], [false]]);
});

test('a client that resets its connection before it is answered has hung up', async () => {
  const { promise: gone, resolve } = withResolvers<string>();
  await attached((_, given) => {
    given.addEventListener('abort', () => resolve('hung up'));
    socket.resetAndDestroy();
    return new Promise(() => undefined);
  });
  const socket = connect(80, host, () => socket.write(request));

  expect(await gone).toBe('hung up');
});

test('the end of a simulation waits for no socket whose close is told to nobody', async () => {
  const undo = await attachSockets(makeGateway([`http://${host}`], () => answer(200, 'answered')));
  const socket = connect(80, host, () => socket.write(request));
  await once(socket, 'data');

  socket.on('error', () => undefined).removeAllListeners('close');

  expect(await undo()).toBeUndefined();
});
