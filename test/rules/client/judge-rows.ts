import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { judge, type Part } from './write-trace.ts';

export type Row = readonly [claim: string, verdict: 'held' | 'broken' | 'inconclusive', parts: readonly Part[]];

/** One test for each row: what a rule says of the trace. */
export const judgeRows = (rule: RuleId, rows: readonly Row[]): void => {
  describe(rule, () => {
    test.each(rows)('%s: %s', (_claim, verdict, parts) => {
      expect(judge(rule, parts)).toBe(verdict);
    });
  });
};
