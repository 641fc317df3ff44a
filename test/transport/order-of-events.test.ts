import http from 'node:http';
import https from 'node:https';
import { got } from 'got';
import { describe, expect, onTestFinished, test } from 'vitest';
import { turns } from '../../src/clock/real-time.ts';
import { simulate } from '../../src/simulate.ts';
import { attachSockets } from '../../src/transport/sockets.ts';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { answer, makeGateway } from './gateways.ts';
import { listen, realAnswer } from './servers.ts';

/** What a client hears of its connection and its request, in order; a session of TLS may come whenever it likes. */
const hear = (client: typeof http | typeof https, options: https.RequestOptions): Promise<readonly string[]> =>
  new Promise((resolve, reject) => {
    const heard: string[] = [];
    const note = (name: string) => (): void => void heard.push(name);
    const request = client.request({ method: 'POST', agent: false, ...options }, (response) => response.resume());
    request.on('finish', note('finish')).on('response', note('response'));
    request.on('socket', (socket) => {
      for (const name of ['lookup', 'connect', 'ready', 'secureConnect', 'close']) socket.on(name, note(name));
    });
    request.on('error', reject).on('close', () => resolve(heard));
    request.write('a body');
    request.end(' in two parts');
  });

const day = 86_400_000;
const certificate = makeCertificate({
  names: ['localhost'],
  from: new Date(Date.now() - day),
  until: new Date(Date.now() + day),
});

describe.each([
  ['http', http, () => http.createServer()],
  ['https', https, () => https.createServer(certificate)],
] as const)('%s', (scheme, client, createServer) => {
  test.each([{}, { headers: { expect: '100-continue' } }])(
    'a client hears of its connection in the order in which it does over a network: %o',
    async (options) => {
      await using real = await listen(realAnswer, createServer());
      // Not every system has an address of IPv6 for it.
      const where = { host: 'localhost', family: 4, port: real.port, rejectUnauthorized: false };
      const expected = await hear(client, { ...where, ...options });
      onTestFinished(await attachSockets(makeGateway([`${scheme}://order.test`], () => answer(200, 'answered'))));

      expect(await hear(client, { host: 'order.test', ...options })).toEqual(expected);
    },
  );
});

const leaveAt =
  (event: string) =>
  (request: http.ClientRequest): unknown =>
    request.once('socket', (socket) => socket.once(event, () => request.destroy()));

/** It has not liked the certificate, say. */
test.each<[string, https.RequestOptions, (request: http.ClientRequest) => unknown]>([
  ['at connect', {}, leaveAt('connect')],
  ['at secureConnect', {}, leaveAt('secureConnect')],
  ['by its own check', { checkServerIdentity: () => new Error('not the key that was pinned') }, () => undefined],
])('what a client has written that ends its connection %s never arrives', async (_when, options, leave) => {
  const seen: unknown[] = [];
  await using real = await listen((request) => void seen.push(request.url), https.createServer(certificate));
  const gateway = makeGateway(['https://order.test']);
  const send = async (url: string): Promise<void> => {
    const all = { ca: certificate.cert, agent: false, method: 'POST', ...options };
    const request = https.request(url, all).on('error', () => undefined);
    leave(request);
    request.end('a secret');
    await new Promise((resolve) => request.once('close', resolve));
    await turns(20);
  };

  await send(`https://localhost:${real.port}/`);
  onTestFinished(await attachSockets(gateway));
  await send('https://order.test/');

  expect(seen).toEqual([]);
  expect(gateway.received).toEqual([]);
});

test.each(['lookup', 'connect', 'secureConnect', 'send'])(
  'a limit of got for %s does not fall where only the answer is late',
  async (phase) => {
    await using sim = await simulate({ instance: 'one' });
    sim.on('requestToken').fault('late', { by: '10s' });
    const options = { throwHttpErrors: false, retry: { limit: 0 }, timeout: { [phase]: 2000 } };

    const { statusCode } = await sim.run(() => got.post(sim.env.tokenUrl, options));

    expect(statusCode).toBe(400);
    expect(sim.elapsed).toBe(10_000);
  },
);
