import { expect, test } from 'vitest';
import { createPacer } from '../../../src/cli/ui/pacer.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import type { Entry } from '../../../src/trace/entry.ts';

/** As much of a simulation as is looked at. */
const simulation = () => {
  const entries: Pick<Entry, 'kind'>[] = [{ kind: 'began' }];
  const sim = { elapsed: 0, trace: { entries } };
  return { sim, entries, whole: sim as unknown as Simulation };
};

test('a client begins when somebody lets it, and time stands whenever it is paused', async () => {
  const { pace, mayMove, begin } = createPacer();
  const order: string[] = [];

  const begun = begin(simulation().whole).then(() => order.push('begun'));
  expect([pace.isPaused, mayMove()]).toEqual([true, false]);
  order.push('let go');
  pace.goOn();
  await begun;

  expect(order).toEqual(['let go', 'begun']);
  expect([pace.isPaused, mayMove(), mayMove()]).toEqual([false, true, true]);
  pace.pause();
  expect(mayMove()).toBe(false);
});

test('a step ends when something has happened or time has moved', async () => {
  const { pace, mayMove, begin } = createPacer();
  const { sim, entries, whole } = simulation();
  const begun = begin(whole);
  pace.step('move');
  await begun;

  expect([mayMove(), mayMove()]).toEqual([true, true]);
  sim.elapsed = 5;
  expect([mayMove(), pace.isPaused]).toEqual([false, true]);
  pace.step('move');
  expect(mayMove()).toBe(true);
  entries.push({ kind: 'request' });
  expect(mayMove()).toBe(false);
});

test('a step to the next act goes on over all else', async () => {
  const { pace, mayMove, begin } = createPacer();
  const { sim, entries, whole } = simulation();
  const begun = begin(whole);
  pace.step('trigger');
  await begun;

  sim.elapsed = 5;
  entries.push({ kind: 'request' });
  expect(mayMove()).toBe(true);
  entries.push({ kind: 'action' });
  expect([mayMove(), pace.isPaused]).toEqual([false, true]);
});

test('moves of time are so far apart as was asked for, but where time is told to move', async () => {
  const { pace, mayMove, begin, move } = createPacer();
  const begun = begin(simulation().whole);
  pace.setLength(60_000);
  pace.goOn();
  await begun;

  expect([mayMove(), mayMove(), mayMove()]).toEqual([true, false, false]);
  await move(async () => expect([mayMove(), mayMove()]).toEqual([true, true]));
  expect(mayMove()).toBe(false);
});

test('what is at its end stays until somebody goes on', async () => {
  const { pace, end } = createPacer();
  const over = end();
  expect(pace.isOver).toBe(true);
  pace.goOn();
  await over;
});
