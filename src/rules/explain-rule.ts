import { ms, showDuration } from '../spec/time.ts';
import { findRule, type RuleId } from './catalogue.ts';
import type { ExampleLine, Rule } from './rule.ts';

/** A rule for a person to read: what it claims and why, and how it looks when it is kept and when it is not. */
export interface RuleExplanation extends Omit<Rule, 'judge' | 'good' | 'bad'> {
  /** A few lines of a trace that keeps it. */
  readonly good: readonly string[];
  /** A few lines of one that breaks it. */
  readonly bad: readonly string[];
  /** All of it as text. */
  readonly text: string;
}

export const explainRule = (ruleId: RuleId): RuleExplanation => {
  const { judge: _, ...rule } = findRule(ruleId);
  const { id, name, judges, level, claim, why, section } = rule;
  const good = rule.good.map(show);
  const bad = rule.bad.map(show);
  const text = [
    `${id} ${name}: about the ${judges}, ${level}`,
    `  claim    ${claim}`,
    `  because  ${why}`,
    `  section  ${section}`,
    '  kept',
    ...good.map((line) => `  ${line}`),
    '  broken',
    ...bad.map((line) => `  ${line}`),
  ].join('\n');
  return { ...rule, good, bad, text };
};

const show = ([at, who, what]: ExampleLine): string =>
  `${showDuration(ms(at)).padStart(12)}  ${who.padEnd(8)}  ${what}`;
