import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../src/check/arbitraries/compose.ts';
import { isPlanned, planFaults, type Planned } from '../../src/check/arbitraries/single-faults.ts';
import type { ClientProfile } from '../../src/check/client-profile.ts';
import { faultsAt } from '../../src/check/sweep/faults.ts';
import type { ExchangeName } from '../../src/language/ast.ts';
import { fullProfile } from './full-profile.ts';

const exchanges = Object.keys(fullProfile.exchanges) as readonly ExchangeName[];
/** More than the plan is long, for every fourth scenario is of faults that pass. */
const turns = 1500;
const thatMayEnd = (plan: readonly Planned[]): readonly Planned[] => plan.filter((_, n) => n % 4 !== 3);

const planned = (seed: number, of: ClientProfile = fullProfile): readonly Planned[] => {
  const plan = planFaults(fc, of, seed);
  return Array.from({ length: turns }, (_, n) => plan.at(n));
};

const nameOf = ({ trigger, action }: Draft): string => JSON.stringify([trigger, action]);
const exchangeOf = ({ trigger }: Draft): string | undefined => (trigger.kind === 'on' ? trigger.exchange : undefined);

describe.each([1, 2, 3])('the plan of single faults, at seed %i', (seed) => {
  const plan = planned(seed);
  const drafts = plan.flatMap((one) => one.drafts);

  test('is the same whenever it is made', () => {
    expect(planned(seed)).toEqual(plan);
  });

  test.each(exchanges)('has each fault of %s', (exchange) => {
    const met = new Set(
      drafts.filter((one) => exchangeOf(one) === exchange).map(({ action }) => JSON.stringify(action)),
    );
    const wanted = faultsAt(exchange).filter(isPlanned);
    const missed = wanted.filter(({ action }) => !met.has(JSON.stringify(action)));

    expect(missed.map(({ name }) => name)).toEqual([]);
  });

  test('each fault that may end an import comes once, by itself, before one of them comes a second time', () => {
    const alone = thatMayEnd(plan);
    const names = alone.map((one) => nameOf(one.drafts.at(-1) as Draft));
    const round = new Set(names).size;
    const isFull = alone.map((one) => one.isFull);

    expect(round).toBeGreaterThan(100);
    expect(new Set(names.slice(0, round)).size).toBe(round);
    expect([new Set(isFull.slice(0, round)), new Set(isFull.slice(round))]).toEqual([
      new Set([true]),
      new Set([false]),
    ]);
  });

  test('one of each kind comes before the others, whatever a client does alike at several exchanges', () => {
    const alone = thatMayEnd(plan).filter(({ isFull }) => isFull);
    // What hits only the stores comes where little is left to go wrong, and after all else.
    const verbs = (some: readonly Planned[]): ReadonlySet<string> =>
      new Set(some.map(({ drafts: own }) => own.at(-1)?.action.do ?? '').filter((verb) => !verb.includes('Store')));

    expect(verbs(alone.slice(0, 45))).toEqual(verbs(alone));
  });

  test('has them in pairs then, and no pair twice', () => {
    const longer = planFaults(fc, fullProfile, seed);
    const all = Array.from({ length: 4 * turns }, (_, n) => longer.at(n));
    const names = thatMayEnd(all).map(({ drafts: some }) => some.map(nameOf));
    const round = new Set(names.map((some) => some.at(-1))).size;
    const rounds = [1, 2, 3].map((which) => names.slice(which * round, (which + 1) * round));

    for (const some of rounds.flat()) expect(new Set(some).size).toBeGreaterThan(1);
    expect(new Set(rounds.flat().map(String)).size).toBe(3 * round);
    for (const some of rounds) expect(new Set(some.map((pair) => pair.at(-1))).size).toBe(round);
  });
});

test('of bare statuses it leaves to chance all but one of each class, and of all else nothing', () => {
  const left = exchanges.flatMap(faultsAt).filter((fault) => !isPlanned(fault));

  expect(new Set(left.map(({ name }) => name))).toEqual(
    new Set(['fail 500', 'fail 429', 'fail 504', 'fail 502', 'fail 401']),
  );
});

test('another seed has the same faults in another order', () => {
  const [one, other] = [planned(1), planned(2)].map((plan) =>
    thatMayEnd(plan).map(({ drafts }) => drafts.slice(-1).map(nameOf).join()),
  );

  expect(new Set(one)).toEqual(new Set(other));
  expect(one).not.toEqual(other);
});

test('a client is given no fault of an exchange that it does not have', () => {
  const lone: ClientProfile = { exchanges: { createDataQuery: 1, notification: 1 }, customers: 1, pageSize: 250 };
  const hit = planned(1, lone).flatMap(({ drafts }) =>
    drafts.filter(({ action }) => 'times' in action).map(exchangeOf),
  );

  expect(new Set(hit)).toEqual(new Set(['createDataQuery', 'notification', 'requestToken']));
});
