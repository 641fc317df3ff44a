// The last stop leaves the process as it was; timers and Date are real outside of run, also while a simulation lasts.
import assert from 'node:assert/strict';
import process from 'node:process';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { simulate } from 'stunt-double';

const names = [
  [globalThis, ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date', 'fetch']],
  [timers, ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval']],
  [timersPromises, ['setTimeout', 'setInterval']],
  [Date, ['now']],
  [performance, ['now']],
  [process, ['hrtime']],
  [AbortSignal, ['timeout']],
  [Promise, ['withResolvers']],
];
const look = () => names.map(([owner, keys]) => keys.map((key) => Object.getOwnPropertyDescriptor(owner, key)));

const before = look();
const real = Date.now();
for (let round = 0; round < 2; round += 1) {
  const sim = await simulate({ transport: 'fetch', epoch: '2030-01-01T00:00:00Z' });
  assert.notDeepEqual(look(), before);
  assert.equal(await sim.run(() => new Date().toISOString()), '2030-01-01T00:00:00.000Z');
  assert.ok(Math.abs(Date.now() - real) < 20_000);
  await new Promise((resolve) => setTimeout(resolve, 1));
  await sim.stop();
  assert.deepEqual(look(), before);
}
