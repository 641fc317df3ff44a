import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { judge, type Told } from './tell.ts';

export type Row = readonly [claim: string, verdict: 'held' | 'broken' | 'inconclusive', told: readonly Told[]];

/** One test for each row: what a rule says of what is told. */
export const tellAll = (rule: RuleId, rows: readonly Row[]): void => {
  describe(rule, () => {
    test.each(rows)('%s: %s', (_claim, verdict, told) => {
      expect(judge(rule, told)).toBe(verdict);
    });
  });
};
