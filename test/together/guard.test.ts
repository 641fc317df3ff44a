import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import net from 'node:net';
import { spawnSync } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { Agent, request as undiciRequest } from 'undici';
import { describe, expect, test } from 'vitest';
import type { Simulation } from '../../src/index.ts';
import { simulate } from '../../src/simulate.ts';
import { listen, realAnswer } from '../transport/servers.ts';

/** What a module keeps that is loaded before the first simulation begins. */
const { fetch: earlyFetch } = globalThis;
const { get: earlyGet } = http;
const earlyConnect = net.connect;
const earlyAgent = new Agent();

const hostOf = (sim: Simulation): string => new URL(sim.env.emailUrl).host;

/** Fails with whatever its session fails with. */
const askHttp2 = (origin: string, url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const session = http2.connect(origin).on('error', reject);
    const stream = session.request({ ':path': new URL(url).pathname }).on('error', reject);
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    stream.on('end', () => {
      session.close();
      resolve(text);
    });
  });

/** Ways around a mock that only replaces functions. */
const escapes: Readonly<Record<string, (sim: Simulation) => Promise<string>>> = {
  'a captured fetch': async (sim) => (await earlyFetch(sim.env.emailUrl)).text(),
  'a captured http.get': async (sim) => {
    const [response] = (await once(earlyGet({ host: hostOf(sim), port: 80, path: '/' }), 'response')) as [
      http.IncomingMessage,
    ];
    return textOf(response);
  },
  'an own undici Agent': async (sim) => (await undiciRequest(sim.env.emailUrl, { dispatcher: earlyAgent })).body.text(),
  'a raw socket': async (sim) => {
    const socket = earlyConnect({ host: hostOf(sim), port: 80 });
    await once(socket, 'connect');
    return 'connected';
  },
  'http2 over TLS': async (sim) => askHttp2(`https://${hostOf(sim)}`, sim.env.emailUrl),
  'http2 without TLS': async (sim) => askHttp2(`http://${hostOf(sim)}`, sim.env.emailUrl),
};

describe('no way around leads to the network', () => {
  test.each([
    ['a captured fetch', '{"message":"Not Found"}'],
    ['an own undici Agent', '{"message":"Not Found"}'],
    ['http2 over TLS', '{"message":"Not Found"}'],
  ])('%s is served like any other', async (name, answer) => {
    await using sim = await simulate();

    expect(await sim.run(() => escapes[name]?.(sim))).toBe(answer);
  });

  test.each([
    ['a captured http.get', 'stunt-double simulates this host at https://'],
    ['a raw socket', 'stunt-double simulates this host at https://'],
    ['http2 without TLS', 'stunt-double simulates this host at https://'],
  ])('%s to a port that is not simulated is refused, with the reason', async (name, reason) => {
    await using sim = await simulate();

    await expect(sim.run(() => escapes[name]?.(sim))).rejects.toThrow(reason);
  });

  test('http2 without TLS to a simulated port is served, too', async () => {
    await using sim = await simulate({ hosts: { email: 'http://mail.stunt-double.test' } });

    expect(await sim.run(() => escapes['http2 without TLS']?.(sim))).toBe('{"message":"Not Found"}');
  });
});

describe('what cannot be guarded', async () => {
  /** A port where nobody listens any more. */
  const { port } = await (async () => {
    await using server = await listen(realAnswer);
    return new URL(server.url);
  })();
  const hosts = { email: `http://127.0.0.1:${port}` };

  test('this process is served', async () => {
    await using sim = await simulate({ hosts });
    const url = sim.env.emailUrl.replace('sendEmail', 'canary');

    expect((await fetch(url)).status).toBe(404);
  });

  test('a worker thread is not: its request goes to the real port, where nobody listens', async () => {
    await using sim = await simulate({ hosts });
    const url = sim.env.emailUrl.replace('sendEmail', 'canary');
    const code = `fetch('${url}').catch((error) => require('node:worker_threads').parentPort.postMessage(error.cause.code))`;
    const [said] = (await once(new Worker(code, { eval: true }), 'message')) as [string];

    expect(said).toBe('ECONNREFUSED');
  });

  test('a child process is not', async () => {
    await using sim = await simulate({ hosts });
    const url = sim.env.emailUrl.replace('sendEmail', 'canary');
    const code = `fetch('${url}').catch((error) => console.log(error.cause.code))`;

    expect(spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stdout).toBe('ECONNREFUSED\n');
  });
});

describe("network: 'closed'", () => {
  const foreign = 'http://foreign.invalid/';

  test('another machine is out of reach, and the error says why', async () => {
    await using sim = await simulate({ network: 'closed' });

    const error: unknown = await sim.run(() => fetch(foreign)).catch((caught: unknown) => caught);

    expect(error).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });
    expect(String((error as Error).cause)).toContain("simulate({ network: 'closed' }) lets nothing out");
  });

  test('servers of this machine are within reach', async () => {
    await using server = await listen(realAnswer);
    await using sim = await simulate({ network: 'closed' });

    expect(await sim.run(async () => (await fetch(server.url)).text())).toBe('real GET / ');
  });

  test('once the simulation is over the network is open again', async () => {
    const sim = await simulate({ network: 'closed' });
    await sim.stop();

    await expect(fetch(foreign)).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
  });

  test('by default nothing of the kind is done', async () => {
    await using sim = await simulate();

    await expect(sim.run(() => fetch(foreign))).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
  });

  test.each([
    [{ network: 'shut' }, '"shut" is neither'],
    [{ network: 'closed', transport: 'fetch' }, 'only the transport "sockets" sees all connections'],
  ])('%j is refused', async (options, message) => {
    await expect(simulate(options as never)).rejects.toThrow(message);
  });
});
