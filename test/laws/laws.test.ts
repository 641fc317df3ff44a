import { expect, test } from 'vitest';
import { step } from '../../src/core/step.ts';
import type { AssumptionId } from '../../src/spec/assumptions.ts';
import { amount, sampled } from '../sampled.ts';
import { laws } from './all-laws.ts';
import { compare, gaps } from './assumption-laws.ts';
import { outsideBugs } from './outside-bugs.ts';
import { queryBugs } from './query-bugs.ts';
import { refusalBugs } from './refusal-bugs.ts';

/** No expected value here is worked out by hand: each law relates runs of the service to one another. */

test.each(Object.values(laws))('$says', (law) => {
  law.assert(step, amount({ usual: 1 / 12, deep: 1 }));
});

const bugs = [...outsideBugs, ...refusalBugs, ...queryBugs];

const planted = bugs.flatMap(({ bug, make, breaks }) =>
  breaks.map((name) => ({ bug, make, law: laws[name], says: laws[name].says })),
);

test.each(sampled(planted, { every: 6 }))('$bug: no longer true that $says', ({ make, law }) => {
  expect(law.isBroken(make())).toBe(true);
});

test('every law has been seen to fail', () => {
  const seen = new Set<string>(bugs.flatMap(({ breaks }) => breaks));

  expect(Object.keys(laws).filter((name) => !seen.has(name))).toEqual([]);
});

test.each(Object.entries(gaps))(
  '%s is excepted from the law of assumptions for a reason that still holds',
  (id, gap) => {
    const point = { id: id as AssumptionId, value: gap.value };

    expect(() => compare(gap.commands, point, { service: step })).toThrow('to deeply equal');
  },
);
