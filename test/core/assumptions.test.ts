import { expect, test } from 'vitest';
import { type AssumptionId, assumptionIds, assumptionRow } from '../../src/spec/assumptions.ts';
import { answerPoints } from './points/answer-points.ts';
import { loginPoints } from './points/login-points.ts';
import type { Points } from './points/point.ts';
import { queryPoints } from './points/query-points.ts';
import { servicePoints } from './points/service-points.ts';

/** For every point that is marked as implemented: what each variant does, seen from outside. */

const points: Points = { ...servicePoints, ...loginPoints, ...queryPoints, ...answerPoints };

const shown = Object.entries(points).flatMap(([id, { show, outcomes }]) =>
  outcomes.map(([value, outcome]) => ({ id, value, outcome, show })),
);

test.each(shown)('$id $value: $outcome', ({ id, value, outcome, show }) => {
  expect(show({ [id]: value })).toEqual(outcome);
});

test('every point with this mark has all its variants here, and no other point has the mark', () => {
  expect(assumptionIds.filter((id) => id in points)).toEqual(
    assumptionIds.filter((id) => assumptionRow(id).implemented),
  );
  for (const [id, { outcomes }] of Object.entries(points)) {
    const { variants } = assumptionRow(id as AssumptionId);
    const literals = variants.filter((variant) => typeof variant === 'string');
    const others = outcomes.filter(([value]) => !literals.includes(String(value)));
    expect(
      outcomes.map(([value]) => value),
      id,
    ).toEqual(expect.arrayContaining(literals));
    expect(others.length > 0, id).toBe(literals.length < variants.length);
  }
});
