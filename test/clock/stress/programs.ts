import type { Timeline } from '../../../src/clock/timeline.ts';
import { sleep } from '../begin.ts';
import { type OperationName, operationNames, operations } from './operations.ts';
import type { Surroundings } from './surroundings.ts';

export interface Tally {
  operations: number;
  /** How often virtual time moved while an operation of this kind was in flight. */
  readonly falseIdles: Map<OperationName, number>;
  /** All that happened, with its virtual instant. */
  readonly trace: string[];
}

/** A generator of numbers in [0, 1) that repeats (mulberry32). */
const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const nothing = (): undefined => undefined;

let made = 0;

/** Runs random programs side by side in one simulation: virtual sleeps mixed with real operations, beside an interval. */
export const runPrograms = async (
  timeline: Timeline,
  around: Surroundings,
  { seed, concurrency, steps }: { seed: number; concurrency: number; steps: number },
): Promise<Tally> => {
  const tally: Tally = { operations: 0, falseIdles: new Map(), trace: [] };
  const begin = timeline.now();

  const program = async (task: number): Promise<void> => {
    const random = seeded(seed * 1000 + task);
    for (let step = 0; step < steps; step++) {
      if (random() < 0.5) {
        await sleep(Math.ceil(random() * 1000));
      } else {
        const name = operationNames[Math.floor(random() * operationNames.length)] ?? 'ticks';
        const before = timeline.now();
        const error = await operations[name](around, ++made).then(nothing, String);
        tally.operations++;
        if (timeline.now() === before && error !== undefined) throw new Error(`${name} failed: ${error}`);
        // Where time flew, an operation may well have run into its time limit.
        if (timeline.now() !== before) tally.falseIdles.set(name, (tally.falseIdles.get(name) ?? 0) + 1);
      }
      tally.trace.push(`${timeline.now() - begin} ${task}.${step}`);
    }
  };

  await timeline.run(async () => {
    const interval = setInterval(() => undefined, 250);
    await Promise.all(Array.from({ length: concurrency }, (_, task) => program(task)));
    clearInterval(interval);
  });
  return tally;
};

/** The sum of many tallies. */
export const addUp = (tallies: readonly Tally[]): { operations: number; falseIdles: number; kinds: string } => {
  const kinds = new Map<string, number>();
  for (const [name, count] of tallies.flatMap(({ falseIdles }) => [...falseIdles])) {
    kinds.set(name, (kinds.get(name) ?? 0) + count);
  }
  return {
    operations: tallies.reduce((sum, tally) => sum + tally.operations, 0),
    falseIdles: [...kinds.values()].reduce((sum, count) => sum + count, 0),
    kinds: [...kinds].map(([name, count]) => `${name} ${count}`).join(', '),
  };
};
