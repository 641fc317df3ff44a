import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { judge, type Part, type Settings } from './write-trace.ts';

export type Row = readonly [
  claim: string,
  verdict: 'held' | 'broken' | 'inconclusive',
  parts: readonly Part[],
  on?: Settings,
];

/** One test for each row: what a rule says of the trace. */
export const judgeRows = (rule: RuleId, rows: readonly Row[]): void => {
  describe(rule, () => {
    const all = rows.map(([claim, verdict, parts, on = {}]) => [claim, verdict, parts, on] as const);
    test.each(all)('%s: %s', (_claim, verdict, parts, on) => {
      expect(judge(rule, parts, on)).toBe(verdict);
    });
  });
};
