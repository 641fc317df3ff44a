import { expect, test } from 'vitest';
import { Pacer } from '../../../src/cli/ui/pacer.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import type { Entry } from '../../../src/trace/entry.ts';

/** As much of a simulation as is looked at. */
const simulation = () => {
  const entries: Pick<Entry, 'kind'>[] = [{ kind: 'began' }];
  const sim = { elapsed: 0, trace: { entries } };
  return { sim, entries, whole: sim as unknown as Simulation };
};

test('a client begins when somebody lets it, and time stands whenever it is paused', async () => {
  const pacer = new Pacer();
  const order: string[] = [];

  const begun = pacer.begin(simulation().whole).then(() => order.push('begun'));
  expect([pacer.isPaused, pacer.mayMove()]).toEqual([true, false]);
  order.push('let go');
  pacer.goOn();
  await begun;

  expect(order).toEqual(['let go', 'begun']);
  expect([pacer.isPaused, pacer.mayMove(), pacer.mayMove()]).toEqual([false, true, true]);
  pacer.pause();
  expect(pacer.mayMove()).toBe(false);
});

test('a step ends when something has happened or time has moved', async () => {
  const pacer = new Pacer();
  const { sim, entries, whole } = simulation();
  const begun = pacer.begin(whole);
  pacer.step('move');
  await begun;

  expect([pacer.mayMove(), pacer.mayMove()]).toEqual([true, true]);
  sim.elapsed = 5;
  expect([pacer.mayMove(), pacer.isPaused]).toEqual([false, true]);
  pacer.step('move');
  expect(pacer.mayMove()).toBe(true);
  entries.push({ kind: 'request' });
  expect(pacer.mayMove()).toBe(false);
});

test('a step to the next act goes on over all else', async () => {
  const pacer = new Pacer();
  const { sim, entries, whole } = simulation();
  const begun = pacer.begin(whole);
  pacer.step('trigger');
  await begun;

  sim.elapsed = 5;
  entries.push({ kind: 'request' });
  expect(pacer.mayMove()).toBe(true);
  entries.push({ kind: 'action' });
  expect([pacer.mayMove(), pacer.isPaused]).toEqual([false, true]);
});

test('moves of time are so far apart as was asked for, but where time is told to move', async () => {
  const pacer = new Pacer();
  const begun = pacer.begin(simulation().whole);
  pacer.setLength(60_000);
  pacer.goOn();
  await begun;

  expect([pacer.mayMove(), pacer.mayMove(), pacer.mayMove()]).toEqual([true, false, false]);
  await pacer.move(async () => expect([pacer.mayMove(), pacer.mayMove()]).toEqual([true, true]));
  expect(pacer.mayMove()).toBe(false);
});

test('what is at its end stays until somebody goes on', async () => {
  const pacer = new Pacer();
  const over = pacer.end();
  expect(pacer.isOver).toBe(true);
  pacer.goOn();
  await over;
});
