import { beforeAll, expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { serviceRules } from '../../../src/rules/catalogue.ts';
import { serviceBugs } from './service-bugs.ts';
import { brokenIn, judge } from './tamper.ts';
import { playWholeRun, type Run } from './whole-run.ts';

let whole: Run;

beforeAll(async () => {
  whole = await playWholeRun();
});

test('a run that gives every rule an occasion keeps them all', () => {
  const verdicts = Object.fromEntries(judge(whole));

  const { S16: alone, ...others } = verdicts;
  expect(Object.keys(others)).toHaveLength(serviceRules.length - 1);
  expect(new Set(Object.values(others))).toEqual(new Set(['held']));
  expect(alone).toBe('inconclusive');
});

test.each(serviceBugs)('$breaks and no other rule is broken when $bug', ({ breaks, plant }) => {
  const broken = brokenIn(plant(whole));

  expect(broken).toEqual([breaks]);
});

test('there is a bug for every rule that one trace can show', () => {
  const bitten = new Set(serviceBugs.map(({ breaks }) => breaks));

  const missed = serviceRules.map(({ id }) => id).filter((id) => !bitten.has(id));
  expect(missed).toEqual(['S16'] satisfies RuleId[]);
});

test('S16: the same seed, scenario and client leave the same trace', async () => {
  const again = await playWholeRun();

  expect(again.entries).toEqual(whole.entries);
});
