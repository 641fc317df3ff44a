import { ruleIds, type RuleId } from '../../src/rules/catalogue.ts';
import type { RuleChoice } from '../../src/rules/rule-choice.ts';

/** One rule at this level, and all others off. */
export const onlyRule = (id: RuleId, level: 'must' | 'should' = 'must'): RuleChoice =>
  Object.fromEntries(ruleIds.map((one) => [one, one === id ? level : 'off']));
