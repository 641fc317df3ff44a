import { ms, showDuration } from '../spec/time.ts';
import { findRule, type RuleId } from './catalogue.ts';
import type { ExampleLine } from './define-rule.ts';
import type { Rule } from './rule.ts';

/** A rule for a person to read: what it claims and why, and how it looks when it is kept and when it is not. */
export interface RuleExplanation extends Omit<Rule, 'judge' | 'example'> {
  /** A few lines of a trace that keeps it. */
  readonly good: readonly string[];
  /** A few lines of one that breaks it. */
  readonly bad: readonly string[];
  /** All of it as text. */
  readonly text: string;
}

export const explainRule = (id: RuleId): RuleExplanation => {
  const { judge: _, example, ...rule } = findRule(id);
  const good = example.good.map(show);
  const bad = example.bad.map(show);
  return { ...rule, good, bad, text: write(rule, good, bad) };
};

const show = ([at, who, what]: ExampleLine): string =>
  `${showDuration(ms(at)).padStart(12)}  ${who.padEnd(8)}  ${what}`;

const write = (
  { id, name, judges, level, claim, why, section }: Omit<Rule, 'judge' | 'example'>,
  good: readonly string[],
  bad: readonly string[],
): string =>
  [
    `${id} ${name}: about the ${judges}, ${level}`,
    `  claim    ${claim}`,
    `  because  ${why}`,
    `  section  ${section}`,
    '  kept',
    ...good.map((line) => `  ${line}`),
    '  broken',
    ...bad.map((line) => `  ${line}`),
  ].join('\n');
