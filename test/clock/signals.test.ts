import { execFile, spawn } from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http2 from 'node:http2';
import { type AddressInfo, connect, createServer } from 'node:net';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import zlib from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFreshProcess } from '../../src/cli/check/fresh-process.ts';
import { allSignals } from '../../src/clock/installation.ts';
import { realTime } from '../../src/clock/real-time.ts';
import { countLoopEvents } from '../../src/clock/signals/beginnings.ts';
import type { Signal } from '../../src/clock/signals/signal.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { operationNames, operations } from './stress/operations.ts';
import { startSurroundings, type Surroundings } from './stress/surroundings.ts';

const real = realTime;
let around: Surroundings;
let signals: readonly Signal[];
const openFiles: fs.promises.FileHandle[] = [];
beforeAll(async () => {
  around = await startSurroundings();
  signals = allSignals.map((start) => start(real));
});
afterAll(async () => {
  for (const signal of signals.toReversed()) signal.stop?.();
  await Promise.all([around.stop(), ...openFiles.map((file) => file.close())]);
});

const countBusy = (): number => signals.reduce((sum, signal) => sum + signal.busy(), 0);

/** Waits until nothing is seen any more, for a second at most. */
const settle = async (): Promise<readonly string[]> => {
  for (let look = 0, quiet = 0; look < 800 && quiet < 3; look++) {
    await real.turn();
    quiet = countBusy() === 0 ? quiet + 1 : 0;
    if (quiet === 0) await real.sleep(1);
  }
  return signals.flatMap((signal) => signal.describe());
};

const inOneTurn = new Set(['ticks', 'microtasks']);

test.each(operationNames.filter((name) => !inOneTurn.has(name)))(
  '%s is seen on every look until it is over, and then no more',
  async (name) => {
    await settle();
    const over: string[] = [];
    let missed = 0;

    const work = operations[name](around, crypto.randomInt(1e9)).then(() => over.push(name));
    for (let quiet = 0; over.length === 0; ) {
      await real.turn();
      quiet = countBusy() === 0 ? quiet + 1 : 0;
      // Three quiet looks in a row would have let time move.
      if (quiet >= 3 && over.length === 0) missed++;
    }
    await work;

    expect(missed).toBe(0);
    expect(await settle()).toEqual([]);
  },
);

test.each<[string, () => unknown]>([
  ['an opened directory', async () => (await fs.promises.opendir('.')).close()],
  ['a file left open', async () => openFiles.push(await fs.promises.open('package.json'))],
  ['a watched directory', () => fs.watch('.').unref()],
  [
    'synchronous crypto',
    () => [crypto.randomBytes(9), crypto.scryptSync('a', 'b', 8), crypto.generateKeyPairSync('ed25519')],
  ],
  ['a compression that was abandoned', () => void zlib.createGzip().write('x')],
  ['a decompression that failed', () => promisify(zlib.gunzip)('no gzip').catch(() => undefined)],
  ['a command that failed', () => promisify(execFile)('no-such-command').catch(() => undefined)],
  ['a refused connection', () => fetch('http://127.0.0.1:1/').catch(() => undefined)],
  [
    'an aborted file read',
    () => fs.promises.readFile('package.json', { signal: AbortSignal.abort() }).catch(() => undefined),
  ],
  ['a worker that has gone', () => once(new Worker('0', { eval: true }), 'exit')],
  [
    'a socket that hung up without a reply',
    async () => {
      const server = createServer((socket) => socket.destroy()).listen(0);
      await once(server, 'listening');
      const socket = connect((server.address() as AddressInfo).port).on('error', () => undefined);
      socket.write('question');
      await once(socket, 'close');
      server.close();
    },
  ],
  [
    'an HTTP/2 server and its client',
    async () => {
      const server = http2.createServer().on('stream', (stream) => stream.end('over'));
      server.listen(0);
      await once(server, 'listening');
      const client = http2.connect(`http://localhost:${(server.address() as AddressInfo).port}`);
      await once(client.request({ ':path': '/' }).resume(), 'end');
      client.close();
      server.close();
    },
  ],
])('%s is no work in flight', async (_name, make) => {
  await make();

  expect(await settle()).toEqual([]);
});

test('what V8 does by itself is no work in flight, though it gets events for that', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: { execution: 'async' }) => Promise<void>;
  /** What is seen while all garbage is collected, and how many events there were. */
  const lookOn = async (): Promise<{ readonly events: number; readonly busy: number }> => {
    await real.turn();
    countBusy();
    const before = countLoopEvents();
    let busy = 0;
    void collect({ execution: 'async' });
    for (let look = 0; look < 5; look++) {
      await real.turn();
      busy += countBusy();
    }
    return { events: countLoopEvents() - before, busy };
  };

  await settle();
  // The test runner may be at work in one or the other.
  const seen = [await lookOn(), await lookOn(), await lookOn(), await lookOn()];

  expect(Math.min(...seen.map(({ events }) => events))).toBeGreaterThan(0);
  expect(Math.min(...seen.map(({ busy }) => busy))).toBe(0);
});

test('the process that is to play a counterexample is no work in flight, and hides no other', async () => {
  const folder = temporaryFolder({ 'waits.mjs': "process.on('message', () => undefined); process.stdin.resume();" });
  const fresh = createFreshProcess(`${folder}/waits.mjs`, []);
  fresh.start();
  const beside = await settle();
  const other = spawn(process.execPath, [`${folder}/waits.mjs`]);
  const together = await settle();
  fresh.end();
  const alone = await settle();
  other.kill();
  await once(other, 'exit');

  expect(beside).toEqual([]);
  expect(together).toEqual(['1 × child process']);
  expect(alone).toEqual(['1 × child process']);
  expect(await settle()).toEqual([]);
});
