import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTimeline } from '../../../src/clock/create-timeline.ts';
import { allSignals } from '../../../src/clock/installation.ts';
import type { StartSignal } from '../../../src/clock/signals/signal.ts';
import { amount } from '../../sampled.ts';
import { epoch } from '../begin.ts';
import { addUp, runPrograms, type Tally } from './programs.ts';
import { startSurroundings, type Surroundings } from './surroundings.ts';

/** Programs per test; `STRESS_RUNS=2000` for a long night. */
const runs = Number(process.env['STRESS_RUNS'] ?? amount({ usual: 14, deep: 60 }));
/** Of each program. */
const steps = amount({ usual: 7, deep: 12 });
const firstSeed = Number(process.env['STRESS_SEED'] ?? 1);
const timeout = 30_000 + runs * 500;

let around: Surroundings;
beforeAll(async () => {
  around = await startSurroundings();
});
afterAll(() => around.stop());

interface Plan {
  readonly signals: readonly StartSignal[];
  readonly runs: number;
  readonly concurrency: number;
}

const stress = async ({ signals, runs: count, concurrency }: Plan): Promise<readonly Tally[]> => {
  const tallies: Tally[] = [];
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const timeline = createTimeline({ epoch, label: `seed ${seed}`, stuckAfter: 5000 }, signals);
    try {
      tallies.push(await runPrograms(timeline, around, { seed, concurrency, steps }));
    } finally {
      await timeline.dispose();
    }
  }
  return tallies;
};

const report = (title: string, tallies: readonly Tally[]): ReturnType<typeof addUp> => {
  const sum = addUp(tallies);
  process.stdout.write(
    `${title}: ${sum.falseIdles} false idles in ${sum.operations} real operations (${sum.kinds || 'none'}), seed ${firstSeed}\n`,
  );
  return sum;
};

test('time never moves while a real operation is in flight', { timeout }, async () => {
  const tallies = await stress({ signals: allSignals, runs, concurrency: 1 });

  expect(report('one at a time', tallies)).toMatchObject({ falseIdles: 0 });
});

test('nor with sixteen programs at once', { timeout }, async () => {
  const tallies = await stress({ signals: allSignals, runs: Math.ceil(runs / 16), concurrency: 16 });

  expect(report('sixteen at once', tallies)).toMatchObject({ falseIdles: 0 });
});

test('without its signals the detector is caught out', { timeout }, async () => {
  const tallies = await stress({ signals: [], runs: 10, concurrency: 1 });

  expect(report('no signals', tallies).falseIdles).toBeGreaterThan(0);
});

test('the same seed has the same trace', { timeout }, async () => {
  const same = amount({ usual: 2, deep: 5 });
  const [one, other] = [
    await stress({ signals: allSignals, runs: same, concurrency: 1 }),
    await stress({ signals: allSignals, runs: same, concurrency: 1 }),
  ];

  expect(one.map(({ trace }) => trace)).toEqual(other.map(({ trace }) => trace));
});
