import { spawn } from 'node:child_process';
import { once } from 'node:events';
import https from 'node:https';
import net from 'node:net';
import process from 'node:process';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { epoch, openTimeline, sleep } from './begin.ts';
import { startOtherProcess } from './stress/other-process.ts';

const { key, cert } = makeCertificate();

/** In another process: a server that greets, one of HTTPS, and one that greets over TLS; each takes real time for all it does. */
const program = `
  const net = require('node:net'), tls = require('node:tls'), https = require('node:https');
  const identity = ${JSON.stringify({ key, cert })};
  const slowly = (work) => setTimeout(work, 30);
  const SNICallback = (name, done) => slowly(() => done(null, tls.createSecureContext(identity)));
  const greet = (socket) => slowly(() => socket.on('error', () => {}).write('220 hello'));
  const servers = [
    net.createServer(greet),
    https.createServer({ ...identity, SNICallback }, (request, response) => slowly(() => response.end('there'))),
    tls.createServer({ ...identity, SNICallback }, greet),
  ];
  const listening = servers.map((server) => new Promise((done) => server.listen(0, '127.0.0.1', done)));
  Promise.all(listening).then(() => process.stdout.write(servers.map((server) => server.address().port).join(' ')));
`;

const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
let ports: readonly number[] = [];
beforeAll(async () => {
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  ports = said.toString().split(' ').map(Number);
});
afterAll(() => void child.kill());

const to = (server: number): tls.ConnectionOptions & { host: string; port: number } => ({
  host: '127.0.0.1',
  port: ports[server] ?? 0,
  servername: 'localhost',
  rejectUnauthorized: false,
});

const ended = async (socket: net.Socket, event: string): Promise<void> => {
  await once(socket, event);
  socket.destroy();
};

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'the greeting of a server that speaks first': () => ended(net.connect(to(0)), 'data'),
  'a TLS handshake': () => ended(tls.connect(to(1)), 'secureConnect'),
  'a TLS handshake on a connection that was there': async () => {
    const socket = net.connect(to(1));
    await once(socket, 'connect');
    await ended(tls.connect({ ...to(1), socket }), 'secureConnect');
  },
  'a reply over HTTPS': async () => {
    const [response] = (await once(https.get({ ...to(1), agent: false }), 'response')) as [NodeJS.ReadableStream];
    await once(response.resume(), 'end');
  },
  'a greeting over TLS': () => ended(tls.connect(to(2)), 'data'),
};

test.each(Object.keys(ways))('time waits for %s', async (name) => {
  await using timeline = openTimeline();
  const after = await timeline.run(async () => {
    const beat = setInterval(() => undefined, 10);
    await ways[name]?.();
    clearInterval(beat);
    return timeline.now();
  });

  expect(after).toBe(epoch);
});

test('a connection on which nobody ever speaks keeps time for two real seconds, once', async () => {
  await using timeline = openTimeline();
  const other = await startOtherProcess();
  const began = performance.now();

  await timeline.run(async () => {
    const socket = net.connect(other.rawPort, '127.0.0.1').on('data', () => undefined);
    await once(socket, 'connect');
    for (let hour = 0; hour < 24; hour++) await sleep(3_600_000);
    socket.destroy();
  });
  const real = performance.now() - began;
  await other.stop();

  expect(timeline.now()).toBe(epoch + 24 * 3_600_000);
  expect(real).toBeLessThan(4000);
});
