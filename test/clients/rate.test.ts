import Bottleneck from 'bottleneck';
import { expect, test } from 'vitest';
import { type Simulation, simulate } from '../../src/index.ts';
import { limits } from '../../src/spec/limits.ts';
import { ms } from '../../src/spec/time.ts';
import { create } from '../simulation/calls.ts';

/** Five creates a second for each scope id. (Limits, interface C) */
const { value: perSecond, within } = limits.createRate;
const even = ms(within) / perSecond;

/** Enough for several seconds, and as many as the overall limit lets through. Each of them has a query of his own. */
const customers = Array.from({ length: limits.createOverall.value }, (_, index) => ({
  id: `customer-${index}`,
  scope: 'orders',
}));

type Schedule = (work: () => Promise<number>) => Promise<number>;

/** Creates a query for every customer; the limiter is made by the client, unless it is there already. */
const createAll = (sim: Simulation, makeSchedule: () => Schedule): Promise<readonly number[]> =>
  sim.run(() => {
    const schedule = makeSchedule();
    const { env } = sim;
    return Promise.all(
      env.customers.map(({ accessToken }) => schedule(async () => (await create(env, accessToken)).status)),
    );
  });

const limitTo = (minTime: number): Schedule => {
  const limiter = new Bottleneck({ minTime });
  return (work) => limiter.schedule(work);
};

/** Milliseconds between each create and the next. */
const spaces = (sim: Simulation): readonly number[] => {
  const instants = sim.trace.entries.flatMap((entry) =>
    entry.kind === 'request' && entry.operation === 'createDataQuery' ? [entry.at] : [],
  );
  return instants.slice(1).map((at, index) => at - (instants[index] ?? 0));
};

const works = (statuses: readonly number[]): number => statuses.filter((status) => status === 201).length;

/** Its first job has no wait, and Node makes a millisecond of none; the second comes so much closer. */
const spacesAt = (minTime: number): readonly number[] => [
  minTime - 1,
  ...Array.from({ length: customers.length - 2 }, () => minTime),
];

test('bottleneck spaces creates to the millisecond, the first two a millisecond less, and none is refused', async () => {
  await using sim = await simulate({ customers });

  const statuses = await createAll(sim, () => limitTo(even + 1));

  expect(works(statuses)).toBe(customers.length);
  expect(spaces(sim)).toEqual(spacesAt(even + 1));
});

test('with the even share of a second as its minimum it is a millisecond early, and the sixth is refused', async () => {
  await using sim = await simulate({ customers });

  const statuses = await createAll(sim, () => limitTo(even));

  expect(spaces(sim)).toEqual(spacesAt(even));
  expect(statuses.slice(0, perSecond + 1)).toEqual([201, 201, 201, 201, 201, 429]);
});

test('a limiter that was made before the run remembers real time: virtual time has to begin later', async () => {
  const schedule = limitTo(even + 1);
  await using sim = await simulate({ customers, epoch: '2100-01-01T00:00:00.000Z' });

  const statuses = await createAll(sim, () => schedule);

  expect(works(statuses)).toBe(customers.length);
  expect(spaces(sim)).toEqual(spacesAt(even + 1));
});

test('without a limiter all but the first are refused', async () => {
  await using sim = await simulate({ customers });

  const statuses = await createAll(sim, () => (work) => work());

  expect(works(statuses)).toBe(perSecond);
});
