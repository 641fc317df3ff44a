// Every clock and timer that is reached as a global, or by the default import of its module, runs in virtual time.
import assert from 'node:assert/strict';
import process from 'node:process';
import timersPromises from 'node:timers/promises';
import { simulate } from 'stunt-double';

const sleeps = {
  setTimeout: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  setInterval: (ms) =>
    new Promise((resolve) => {
      let ticks = 0;
      const interval = setInterval(() => {
        ticks += 1;
        if (ticks < 3) return;
        clearInterval(interval);
        resolve();
      }, ms / 3);
    }),
  'node:timers/promises': (ms) => timersPromises.setTimeout(ms),
  'AbortSignal.timeout': (ms) => new Promise((resolve) => AbortSignal.timeout(ms).addEventListener('abort', resolve)),
};
const clocks = {
  'Date.now': () => Date.now(),
  'new Date': () => new Date().getTime(),
  'performance.now': () => performance.now(),
  'process.hrtime': () => Number(process.hrtime.bigint() / 1_000_000n),
};

const began = Date.now();
const sim = await simulate({ transport: 'none' });
for (const [way, sleep] of Object.entries(sleeps)) {
  await sim.run(async () => {
    const before = Object.values(clocks).map((read) => read());
    await sleep(3_600_000);
    const passed = Object.values(clocks).map((read, at) => read() - before[at]);
    assert.deepEqual(
      passed,
      Object.keys(clocks).map(() => 3_600_000),
      way,
    );
  });
}
await sim.elapse('1h');
assert.equal(sim.elapsed, 5 * 3_600_000);
await sim.stop();
assert.ok(Date.now() - began < 20_000);
