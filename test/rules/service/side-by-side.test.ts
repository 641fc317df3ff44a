import { expect, test } from 'vitest';
import { judgeTrace } from '../../../src/rules/judge-trace.ts';
import { defaultAssumptions } from '../../../src/spec/assumptions.ts';
import { limits } from '../../../src/spec/limits.ts';
import { begins, completes, create, given } from '../client/write-trace.ts';

test('S3: a query stands in the way until its own end, though one that began later has ended', () => {
  const told = [
    given('c1'),
    create('0s'),
    begins('0s'),
    create('6m', { id: 'q2' }),
    begins('6m', 'q2'),
    completes('7m', 'q2'),
    create('12m', 'requestConflict'),
    completes('13m'),
    create('20m', 'requestConflict'),
  ];
  const entries = told.flatMap((one, index) => one(index + 1));

  const s3 = judgeTrace(entries, { assumptions: defaultAssumptions, limits }).find(({ rule }) => rule.id === 'S3');

  expect(s3?.verdict === 'broken' && s3.evidence.map(({ at, text }) => `${at / 60_000}m ${text}`)).toEqual([
    '6m #4 began a query although query q1 was under way',
    '20m #9 was refused with 409 although no query was under way',
  ]);
});
