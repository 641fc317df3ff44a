import { expect, test } from 'vitest';
import { IdleDetector } from '../../src/clock/idle-detector.ts';
import type { RealTime } from '../../src/clock/real-time.ts';
import type { Signal } from '../../src/clock/signals/signal.ts';

/** Real time that passes by one millisecond a sleep, and counts its turns. */
const countedTime = (): RealTime & { turns: number; slept: number } => {
  const time = {
    turns: 0,
    slept: 0,
    turn: async () => void time.turns++,
    inARow: async () => void time.turns++,
    inATick: async () => undefined,
    sleep: async (milliseconds: number) => void (time.slept += milliseconds),
    now: () => 1 + time.slept,
  };
  return time;
};

const signalOf = (busy: () => number, ended: () => number = () => 0): Signal => ({
  busy,
  ended,
  describe: () => [],
  stop: () => undefined,
});

test('a quiet process is idle after three turns of the event loop, without resting', async () => {
  const real = countedTime();

  const { wasDisturbed } = await new IdleDetector([signalOf(() => 0)], real).wait();

  expect([real.turns, real.slept, wasDisturbed]).toEqual([3, 0, false]);
});

test('work starts the count of quiet turns anew', async () => {
  const real = countedTime();
  const isBusy = (): number => (real.turns === 2 ? 1 : 0);
  const ended = (): number => (real.turns > 2 ? 1 : 0);

  const { wasDisturbed } = await new IdleDetector([signalOf(isBusy, ended)], real).wait();

  expect([real.turns, wasDisturbed]).toEqual([5, true]);
});

test('work is not given up on while the simulations themselves get on', async () => {
  const real = countedTime();
  const answered = (): number => Math.floor(Math.min(real.slept, 9000) / 1500);
  const detector = new IdleDetector([signalOf(() => (real.slept < 9000 ? 1 : 0))], real, 2000, answered);

  await detector.wait();

  expect(real.slept).toBe(9000);
});

test('after twenty busy looks it rests between them', async () => {
  const real = countedTime();

  await new IdleDetector([signalOf(() => (real.turns <= 50 ? 1 : 0))], real).wait();

  expect(real.slept).toBe(30);
});

test('work that does not move for long is given up on, and no longer waited for', async () => {
  const real = countedTime();
  let busy = 1;
  const detector = new IdleDetector([signalOf(() => busy)], real, 2000);

  const { wasDisturbed } = await detector.wait();
  expect([Math.round(real.slept / 100) * 100, wasDisturbed]).toEqual([2000, false]);

  real.turns = 0;
  await detector.wait();
  expect(real.turns).toBe(3);

  real.turns = 0;
  busy = 2;
  await detector.wait();
  expect(real.slept).toBeGreaterThanOrEqual(4000);
});

test.each<[string, Partial<Signal>, number]>([
  ['that takes long, ten times as late', { takesLong: () => true }, 20_001],
  ['that seems to wait for time itself, at once', { takesLong: () => true, seemsEndless: () => true }, 1],
])('work is given up on where it is one %s', async (_name, kind, slept) => {
  const real = countedTime();

  await new IdleDetector([{ ...signalOf(() => 1), ...kind }], real, 2000).wait();

  expect(real.slept).toBe(slept);
});

test('work that ends and begins anew is waited for as long as it goes on', async () => {
  const real = countedTime();
  const detector = new IdleDetector(
    [
      signalOf(
        () => (real.slept < 10_000 ? 1 : 0),
        () => Math.floor(real.slept / 1000),
      ),
    ],
    real,
    2000,
  );

  await detector.wait();

  expect(real.slept).toBe(10_000);
});

test('what was put off to the next turn is over with that turn, and work only once it has been looked for', async () => {
  let [work, turns] = [0, 0];
  const begun = { work: () => work, turns: () => turns };
  const detector = new IdleDetector([signalOf(() => 0)], countedTime(), 2000, () => 0, begun);
  const isIdle = (): readonly boolean[] => [detector.isStillIdle, detector.isIdleButForTurns];
  expect(isIdle()).toEqual([false, false]);

  await detector.wait();
  expect(isIdle()).toEqual([true, true]);

  turns++;
  expect(isIdle()).toEqual([false, true]);
  detector.passTurns();
  expect(isIdle()).toEqual([true, true]);

  work++;
  detector.passTurns();
  expect(isIdle()).toEqual([false, false]);
  await detector.wait();
  expect(isIdle()).toEqual([true, true]);
});
