import { expect, test } from 'vitest';
import { type AssumptionId, assumptionIds, assumptionRow } from '../../src/spec/assumptions.ts';
import { answerPoints } from './points/answer-points.ts';
import { limitPoints } from './points/limit-points.ts';
import { loginPoints } from './points/login-points.ts';
import { noticePoints } from './points/notice-points.ts';
import type { Points } from './points/point.ts';
import { queryPoints } from './points/query-points.ts';
import { servicePoints } from './points/service-points.ts';
import { overhear } from './world.ts';

/** For every point that is marked as implemented: what each variant does, seen from outside. */

const points: Points = {
  ...servicePoints,
  ...loginPoints,
  ...queryPoints,
  ...answerPoints,
  ...limitPoints,
  ...noticePoints,
};

const shown = Object.entries(points).flatMap(([id, { show, outcomes }]) =>
  outcomes.map(([value, outcome]) => ({ id, value, outcome, show })),
);

test.each(shown)('$id $value: $outcome', ({ id, value, outcome, show }) => {
  expect(show({ [id]: value })).toEqual(outcome);
});

/** Nothing that a request or a due time brings about turns on these. */
const settled: Readonly<Partial<Record<AssumptionId, string>>> = {
  'hosts.relation': 'decided by the addresses, before there is a world',
  'version.header': 'no request has such a header, and none is looked for',
};

test.each(Object.entries(points))('whoever reads a report learns that %s decided something', (id, point) => {
  const { leaned } = overhear(() => point.outcomes.map(([value]) => point.show({ [id]: value })));

  expect(leaned.has(id as AssumptionId)).toBe(!(id in settled));
});

test('every point has all its variants here', () => {
  expect(Object.keys(points).toSorted()).toEqual([...assumptionIds].toSorted());
  for (const [id, { outcomes }] of Object.entries(points)) {
    const { variants } = assumptionRow(id as AssumptionId);
    const values = outcomes.map(([value]) => value);
    const literals = variants.filter((variant) => typeof variant === 'string');
    expect(values, id).toEqual(expect.arrayContaining(literals));
    const others = values.filter((value) => !literals.includes(String(value)));
    expect(others.length > 0, id).toBe(literals.length < variants.length);
  }
});
