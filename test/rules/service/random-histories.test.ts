import { expect, test } from 'vitest';
import { type RuleId, serviceRules } from '../../../src/rules/catalogue.ts';
import { amount, sampled } from '../../sampled.ts';
import { coreBugs } from './core-bugs.ts';
import { playHistories } from './random-histories.ts';
import { brokenOf, evidenceIn, judge } from './tamper.ts';

const histories = amount({ usual: 50, deep: 500 });

test(`no rule is broken by the service in ${histories} histories, and each has its occasions`, () => {
  const held = new Map<RuleId, number>();
  const alarms: unknown[] = [];

  playHistories({ seed: 1, most: histories }, (run) => {
    for (const [id, verdict] of judge(run)) if (verdict === 'held') held.set(id, (held.get(id) ?? 0) + 1);
    const evidence = evidenceIn(run);
    alarms.push(...evidence);
    return evidence.length === 0;
  });

  expect(alarms).toEqual([]);
  // One trace alone cannot tell whether a run is reproducible.
  const judged = serviceRules.map(({ id }) => id).filter((id) => id !== 'S16');
  expect([...held.keys()].sort()).toEqual(judged.toSorted());
  expect(Math.min(...held.values())).toBeGreaterThan(histories / 5);
});

test.each(sampled(coreBugs, { every: 6, from: 2 }))('$breaks is broken when $bug', ({ breaks, step }) => {
  const missing = new Set<RuleId>(breaks);

  playHistories({ seed: 3, most: 1500, service: step }, (run) => {
    for (const id of brokenOf(missing, run)) missing.delete(id);
    return missing.size > 0;
  });

  expect([...missing]).toEqual([]);
});
