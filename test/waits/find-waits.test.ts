import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';
import { findWaits } from './find-waits.ts';
import { otherTimers, realTimeWaits } from './real-time-waits.ts';

const root = resolve(import.meta.dirname, '..');

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(sep).join('/'))
  .filter((name) => /\.(?:[cm]?[jt]sx?|py|sh)$/.test(name) && !name.includes('node_modules/'))
  .map((name) => ({ name, waits: findWaits(name, readFileSync(join(root, name), 'utf8')) }))
  .filter(({ waits }) => waits.length > 0);

const otherTimersOf = (name: string): string | undefined =>
  Object.keys(otherTimers).find((one) => name === one || (one.endsWith('/') && name.startsWith(one)));

test('no test waits in real time but those that are in the table, each with its reason', () => {
  const unnamed = files
    .filter(({ name }) => !(name in realTimeWaits))
    .flatMap(({ name, waits }) =>
      waits
        .filter(({ kind }) => kind === 'poll' || otherTimersOf(name) === undefined)
        .map(({ line }) => `${name}:${line} waits in real time; wait for an event, or name it in real-time-waits.ts`),
    );

  expect(unnamed).toEqual([]);
});

test('the tables name no file that waits no more, and none twice', () => {
  const waiting = new Set(files.map(({ name }) => name));
  const excused = new Set(files.map(({ name }) => otherTimersOf(name)));

  expect(Object.keys(realTimeWaits).filter((name) => !waiting.has(name))).toEqual([]);
  expect(Object.keys(otherTimers).filter((name) => !excused.has(name))).toEqual([]);
  expect(Object.keys(realTimeWaits).filter((name) => otherTimersOf(name) !== undefined)).toEqual([]);
});

test.each([
  ['a timer', 'await new Promise((go) => setTimeout(go, 5));'],
  ['an interval', 'const beat = setInterval(look, 5);'],
  ['a timer as a promise', "import { setTimeout as rest } from 'node:timers/promises';\nawait rest(5);"],
  ['a poll', 'await expect\n  .poll(() => seen).toBe(1);'],
  ['a poll beside virtual time', 'await sim.run(() => vi.waitFor(() => expect(seen).toBe(1)));'],
  ['a page that rests', 'await page.waitForTimeout(5);'],
  ['a thread that stops', 'Atomics.wait(memory, 0, 0, 5);'],
  ['a program', 'spawn(node, ["-e", `setTimeout(done, 5)`]);'],
  ['a program in Python', "spawn('python3', ['-c', 'import time; time.sleep(5)']);"],
  ['a shell', "execSync('sleep 0.5; true');"],
])('%s is found', (_what, text) => {
  expect(findWaits('planted.test.ts', text)).toHaveLength(1);
});

test.each([
  ['in virtual time', 'await sim.run(async () => { await new Promise((go) => setTimeout(go, 5)); });'],
  ['of a client', 'write("client.mjs", `export default async () => { setTimeout(done, 5); };`);'],
  ['for an event', "await once(child, 'exit');"],
  ['of a socket', 'socket.setTimeout(5);'],
  ['named in a title', "test('a time limit by setTimeout', () => undefined);"],
])('a wait %s is none', (_what, text) => {
  expect(findWaits('planted.test.ts', text)).toEqual([]);
});
