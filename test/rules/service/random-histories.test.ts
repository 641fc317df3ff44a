import { expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { coreBugs } from './core-bugs.ts';
import { playHistories } from './random-histories.ts';
import { brokenIn, evidenceIn, judge } from './tamper.ts';

test('no rule is broken by the service in 500 histories, and each has its occasions', () => {
  const held = new Map<RuleId, number>();
  const alarms: unknown[] = [];

  playHistories({ seed: 1, most: 500 }, (run) => {
    for (const [id, verdict] of judge(run)) if (verdict === 'held') held.set(id, (held.get(id) ?? 0) + 1);
    const evidence = evidenceIn(run);
    alarms.push(...evidence);
    return evidence.length === 0;
  });

  expect(alarms).toEqual([]);
  expect([...held.keys()].sort()).toEqual(
    ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S9', 'S10', 'S11', 'S12', 'S13', 'S14', 'S15'].sort(),
  );
  expect(Math.min(...held.values())).toBeGreaterThan(100);
});

test.each(coreBugs)('$breaks is broken when $bug', ({ breaks, step }) => {
  const missing = new Set<RuleId>(breaks);

  playHistories({ seed: 3, most: 800, service: step }, (run) => {
    for (const id of brokenIn(run)) missing.delete(id);
    return missing.size > 0;
  });

  expect([...missing]).toEqual([]);
});
