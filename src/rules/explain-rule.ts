import { ms, showDuration } from '../spec/time.ts';
import { findRule } from './all-rules.ts';
import { clientExamples } from './examples/client-examples.ts';
import type { Example, ExampleLine } from './examples/example.ts';
import { serviceExamples } from './examples/service-examples.ts';
import type { Rule } from './rule.ts';
import type { RuleId } from './rule-ids.ts';

/** A rule for a person to read: what it claims and why, and how it looks when it is kept and when it is not. */
export interface RuleExplanation extends Omit<Rule, 'judge'> {
  /** A few lines of a trace that keeps it. */
  readonly good: readonly string[];
  /** A few lines of one that breaks it. */
  readonly bad: readonly string[];
  /** All of it as text. */
  readonly text: string;
}

const examples: Readonly<Record<RuleId, Example>> = { ...serviceExamples, ...clientExamples };

export const explainRule = (id: RuleId): RuleExplanation => {
  const { judge: _, ...rule } = findRule(id);
  const good = examples[id].good.map(show);
  const bad = examples[id].bad.map(show);
  return { ...rule, good, bad, text: tell(rule, good, bad) };
};

const show = ([at, who, what]: ExampleLine): string =>
  `${showDuration(ms(at)).padStart(12)}  ${who.padEnd(8)}  ${what}`;

const tell = (
  { id, name, judges, level, claim, why, section }: Omit<Rule, 'judge'>,
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
