import { expect, onTestFinished, test, vi } from 'vitest';
import { simulate } from '../../src/index.ts';
import { rejection, sleep } from './begin.ts';

const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

test.each([...timers, 'setImmediate'] as const)('a spy on %s calls through, and is no fake timer', async (name) => {
  await using sim = await simulate();
  using spy = vi.spyOn(globalThis, name);

  await sim.run(async () => {
    const timer = setInterval(() => undefined, 400);
    const waiting = setTimeout(() => undefined, 3_600_000);
    setImmediate(() => undefined);
    await sleep(1000);
    clearTimeout(waiting);
    clearInterval(timer);
  });

  expect(sim.elapsed).toBe(1000);
  expect(spy).toHaveBeenCalled();
});

test.each(timers)('one that was there before is for real time, and leaves the simulation its own: %s', async (name) => {
  using spy = vi.spyOn(globalThis, name);

  await using sim = await simulate();
  await sim.run(() => sleep(1000));

  expect(sim.elapsed).toBe(1000);
  expect(spy).not.toHaveBeenCalled();
});

test('mocks in place of all timers are the legacy fake timers of jest', async () => {
  const mocks = timers.map((name) => vi.spyOn(globalThis, name));

  const error = await rejection(simulate());
  for (const mock of mocks) mock.mockRestore();

  expect(error).toMatchObject({ code: 'FAKE_TIMERS_ACTIVE' });
});

// By hand: vitest takes its spies off once more when a file is over, and would leave to others what it found.
test('a spy that is taken off after the simulation leaves real timers', async () => {
  const { setTimeout: real } = globalThis;
  onTestFinished(() => void Object.assign(globalThis, { setTimeout: real }));
  const sim = await simulate();
  const { setTimeout: found } = globalThis;
  const spy = vi.fn(found);
  Object.assign(globalThis, { setTimeout: spy });
  await sim.stop();
  Object.assign(globalThis, { setTimeout: found });

  await sleep(1);
  await using later = await simulate();
  await later.run(() => sleep(1000));

  expect(later.elapsed).toBe(1000);
  expect(spy).not.toHaveBeenCalled();
});
