import type { Entry } from '../trace/entry.ts';
import { type Context, readHistory } from './history.ts';
import type { Judgement } from './rule.ts';
import { excuseLeftovers } from './leftovers.ts';
import { inconclusive, type Verdict } from './verdicts.ts';
import { type ChosenRule, chooseRules, type RuleChoice } from './rule-choice.ts';

/**
 * Judges what happened by the rules, in the order of the catalogue. `entries` are the raw ones of a trace; those that are
 * shown will do, where every secret has a name of its own. Throws Misuse `BAD_OPTION` for a choice that is none.
 */
export const judgeTrace = (
  entries: readonly Entry[],
  context: Context,
  choice?: RuleChoice,
  place = 'judgeTrace',
): readonly Judgement[] => {
  const chosen = chooseRules(choice, place);
  if (chosen.length === 0) return [];
  const history = readHistory(entries, context);
  const { dropped } = history;
  if (dropped !== undefined) {
    const verdict = inconclusive(`${dropped.entries} entries of it are not kept (with keep: Infinity all are)`);
    return chosen.map((one) => asJudgement(one, verdict));
  }
  return chosen.map((one) => {
    const verdict = one.rule.judge(history);
    return asJudgement(one, verdict.verdict === 'broken' ? excuseLeftovers(entries, one.rule, verdict) : verdict);
  });
};

/** Field by field: there are as many as rules, for each trace. */
const asJudgement = ({ rule, level }: ChosenRule, given: Verdict): Judgement => {
  const { verdict } = given;
  switch (verdict) {
    case 'held':
      return { rule, level, verdict };
    case 'broken':
      return { rule, level, ...given };
    case 'inconclusive':
      return { rule, level, verdict, why: given.why };
    default:
      return verdict satisfies never;
  }
};
