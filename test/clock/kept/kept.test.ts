import { afterAll, beforeAll, expect, test } from 'vitest';
import { allSignals } from '../../../src/clock/installation.ts';
import { replaceMethod } from '../../../src/clock/patches/patch.ts';
import { realTime } from '../../../src/clock/real-time.ts';
import type { Signal } from '../../../src/clock/signals/signal.ts';
import { onTimeline, passedBeside } from '../begin.ts';
import { differences, takeInventory } from '../inventory.ts';
import { startSurroundings, type Surroundings } from '../stress/surroundings.ts';
import { clocks, hour } from './clocks.ts';
import { closeOne, inSimulation, type Prepare, present, put, putBack } from './methods.ts';
import { works } from './works.ts';

/*
 * Interceptors, APMs and graceful-fs keep the methods that they find. What one of them has found in a simulation it calls in those
 * that come later, and after all of them.
 */

let around: Surroundings;
beforeAll(async () => {
  around = await startSurroundings();
});
afterAll(() => around.stop());

const passedWith = async (prepare: Prepare): Promise<number> => passedBeside(await prepare(around));

test.each(Object.entries(works))(
  'what was kept of %s in one simulation tells the next, and none after it',
  async (name, prepare) => {
    const kept = await inSimulation(() => present(name));
    putBack(name);

    const instants = await inSimulation((timeline) => {
      put(name, kept);
      return timeline.run(async () => [await passedWith(prepare), await passedWith(prepare)]);
    });
    await (await prepare(around))();

    expect(instants).toEqual([0, 0]);
  },
);

/** What is seen in flight once nothing is, or after a second. */
const seenAtRest = async (signals: readonly Signal[]): Promise<readonly string[]> => {
  for (let look = 0, quiet = 0; look < 800 && quiet < 3; look++) {
    await realTime.turn();
    quiet = signals.some((signal) => signal.busy() > 0) ? 0 : quiet + 1;
    if (quiet === 0) await realTime.sleep(1);
  }
  return signals.flatMap((signal) => signal.describe());
};

test.each(Object.entries(works))(
  'where a wrapper was left around %s in an earlier simulation, nothing is told twice',
  async (name, prepare) => {
    putBack(name);
    await inSimulation(() => {
      const found = present(name);
      put(name, function wrapper(this: unknown, ...args: unknown[]) {
        return found.apply(this, args);
      });
    });
    const signals = allSignals.map((start) => start(realTime));
    try {
      await (await closeOne())();
      await (await prepare(around))();

      expect(await seenAtRest(signals)).toEqual([]);
    } finally {
      for (const signal of signals.toReversed()) signal.stop?.();
    }
  },
);

test.each(Object.entries(clocks))(
  '%s that was kept in one simulation tells the time of the next',
  async (name, show) => {
    const kept = await inSimulation(() => present(name));
    putBack(name);

    const shown = await inSimulation((timeline) => {
      put(name, kept);
      return timeline.run(() => show(kept as never));
    });

    expect(shown).toBe(hour);
  },
);

test('one that was kept is what was there before, once the last simulation is over', () => {
  const told: unknown[] = [];
  const owner = { ask: (question: string): string => `${question} was asked` };
  const plain = owner.ask;
  const undo = replaceMethod(owner, 'ask', (_self, [question], go) => {
    told.push(question);
    return go();
  });
  const kept = owner.ask;

  const answers = [kept('during')];
  undo();
  answers.push(kept('after'));

  expect(answers).toEqual(['during was asked', 'after was asked']);
  expect(told).toEqual(['during']);
  expect(owner.ask).toBe(plain);
});

test('of two that replace it at once each has its say, by whatever was kept of them', () => {
  const owner = { ask: (): string => 'asked' };
  const saying = (word: string) => replaceMethod(owner, 'ask', (_self, _args, go) => `${word} ${String(go())}`);
  saying('before')();
  const undos = [saying('first'), saying('second')];
  const kept = owner.ask;
  const answers = [kept()];

  undos[0]?.();
  answers.push(kept(), owner.ask());
  undos[1]?.();
  answers.push(kept(), owner.ask());

  expect(answers).toEqual(['second first asked', 'second asked', 'second asked', 'asked', 'asked']);
});

/** The very functions that are replaced under another name too, and what is no method. */
const besides = /^(?:named |timers\.|process\._|performance\.timeOrigin$|DateTimeFormat\.prototype\.format$)/;

test('all that a simulation replaces is among these', async () => {
  const before = takeInventory();

  const replaced = await onTimeline(async () => differences(before, takeInventory()));

  const tried = new Set([...Object.keys(works), ...Object.keys(clocks)]);
  expect(replaced.filter((name) => !tried.has(name) && !besides.test(name))).toEqual([]);
});
