import { Interceptor } from '@mswjs/interceptors';
import { SocketInterceptor } from '@mswjs/interceptors/net';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimSocket } from '../../src/clock/patches/socket-timeouts.ts';
import { portOf } from '../port-of.ts';
import { epoch, onTimeline, openTimeline, sleep } from './begin.ts';

const owner = {};
let interceptor: SocketInterceptor;
let claimed = 0;

/** interceptors 0.45 asks for it, and Node 20 has it not. */
const withResolvers = (): object => {
  let resolve: unknown;
  let reject: unknown;
  const promise = new Promise((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
};

/** Answers nothing, as a service that hangs. */
beforeAll(() => {
  if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers });
  interceptor = Interceptor.singleton(SocketInterceptor);
  interceptor.apply(owner);
  interceptor.on('connection', ({ socket, controller, connectionOptions }) => {
    if (connectionOptions.host !== 'simulated.test') {
      controller.passthrough();
      return;
    }
    claimed++;
    claimSocket(socket);
    controller.claim();
  });
});
afterAll(() => interceptor.dispose(owner));

test.each([
  ['http, option timeout', () => http.get({ host: 'simulated.test', timeout: 5000 })],
  ['https, option timeout', () => https.get({ host: 'simulated.test', timeout: 5000 })],
  ['http, setTimeout of the request', () => http.get({ host: 'simulated.test' }).setTimeout(5000)],
  [
    'http, a timeout of the agent',
    () => http.get({ host: 'simulated.test', agent: new http.Agent({ timeout: 5000 }) }),
  ],
])('the time limit of a simulated connection is virtual: %s', async (_way, get) => {
  claimed = 0;

  await using timeline = openTimeline();
  await timeline.run(async () => {
    const request = get().on('error', () => undefined);
    await once(request, 'timeout');
    request.destroy();
  });

  expect(timeline.now() - epoch).toBe(5000);
  expect(claimed).toBe(1);
});

test('traffic on a simulated connection pushes its time limit back', async () => {
  await using timeline = openTimeline();
  await timeline.run(async () => {
    const socket = net.connect(80, 'simulated.test');
    socket.setTimeout(1000);
    await once(socket, 'connect');
    await sleep(600);
    Reflect.apply(Reflect.get(socket, '_unrefTimer'), socket, []);
    await once(socket, 'timeout');
    socket.destroy();
  });

  expect(timeline.now() - epoch).toBe(1600);
});

test('behind an interceptor, the time limit of a foreign connection stays real', async () => {
  const server = http.createServer();
  const port = await portOf(server);

  await onTimeline(async (timeline) => {
    await timeline.run(async () => {
      const request = http.get({ host: '127.0.0.1', port, timeout: 20 }).on('error', () => undefined);
      await once(request, 'timeout');
      request.destroy();
    });

    expect(timeline.now()).toBe(epoch);
  });
  server.closeAllConnections();
  server.close();
});
