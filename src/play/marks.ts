import type { Mark, Marks } from '../print/timeline/marks.ts';
import type { Judgement } from '../rules/rule.ts';
import { claimOf } from './findings.ts';
import type { ScenarioReport } from './run-scenario.ts';

/** The moments by which a rule was broken. */
export const momentsOf = (judgement: Judgement): readonly Mark[] =>
  judgement.verdict === 'broken'
    ? judgement.evidence.map(({ at, exchange }) => ({
        at,
        ...(exchange !== undefined && { exchange }),
        who: judgement.rule.judges,
      }))
    : [];

/** The moments by which rules were broken that have to be kept. */
export const momentsOfMusts = (judgements: readonly Judgement[]): readonly Mark[] =>
  judgements.filter(({ level }) => level === 'must').flatMap(momentsOf);

/** The place of an expectation about the exchanges of one kind. */
const counting = /, expect\.(?:requests|when)\.(\w+)/;

/** Where a run went wrong: what rules point to, what was counted, and else the end. */
export const marksOf = ({ judgements, findings }: Pick<ScenarioReport, 'judgements' | 'findings'>): Marks => {
  const ofRules = new Set(judgements.map(({ rule }) => claimOf(rule)));
  const expected = findings.filter(({ claim }) => !ofRules.has(claim)).map(({ place }) => counting.exec(place)?.[1]);
  return {
    moments: momentsOfMusts(judgements),
    operations: expected.filter((operation) => operation !== undefined),
    isEnd: expected.includes(undefined),
  };
};
