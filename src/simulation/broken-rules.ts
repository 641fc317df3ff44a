import type { Judgement, Level, Rule } from '../rules/rule.ts';
import { describeEvidence } from '../rules/verdicts.ts';
import type { Finding } from '../play/judge.ts';

/** The rules that were broken at a level, as what was claimed and what was found instead. */
export const findBroken = (judgements: readonly Judgement[], wanted: Level): readonly Finding[] =>
  judgements.flatMap(({ rule, level, verdict }) => {
    if (level !== wanted || verdict.verdict !== 'broken') return [];
    const [first, ...more] = verdict.evidence;
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    return {
      claim: claimOf(rule),
      found: `${describeEvidence(first)}${others}`,
      place: `the interface, ${rule.section}`,
    };
  });

/** What a rule claims, under its name. */
export const claimOf = ({ id, name, claim }: Rule): string => `${id} ${name}: ${claim}`;
