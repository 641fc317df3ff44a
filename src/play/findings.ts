import type { Judgement, Level, Rule } from '../rules/rule.ts';
import { describeEvidence, sayMore } from '../rules/verdicts.ts';
import type { Entry } from '../trace/entry.ts';
import type { Trace } from '../trace/trace.ts';
import type { ProcessRecord } from './process-record.ts';
import { describeKeptState } from '../trace/kept-state.ts';

/** An expectation that was not met, or a rule that was broken. */
export interface Finding {
  /** What was expected, in one sentence. */
  readonly claim: string;
  /** What was found instead. */
  readonly found: string;
  /** Where the expectation was written: `file:line:col` of a step, or `file:line:col, expect.client`. */
  readonly place: string;
}

/** The same without the secrets that are in them. */
export const maskFindings = (findings: readonly Finding[], trace: Pick<Trace, 'mask'>): readonly Finding[] =>
  findings.map(({ claim, found, place }) => ({
    claim: trace.mask(claim),
    found: trace.mask(found),
    place: trace.mask(place),
  }));

/** The rules that were broken at a level, as what was claimed and what was found instead. */
export const findBroken = (judgements: readonly Judgement[], wanted: Level): readonly Finding[] =>
  judgements.flatMap((judgement) => {
    if (judgement.level !== wanted || judgement.verdict !== 'broken') return [];
    const { rule, evidence } = judgement;
    const [first] = evidence;
    const more = sayMore(judgement, 1);
    const others = more === undefined ? '' : ` (and ${more})`;
    return {
      claim: claimOf(rule),
      found: `${describeEvidence(first)}${others}`,
      place: rule.section,
    };
  });

export const claimOf = ({ id, name, claim }: Rule): string => `${id} ${name}: ${claim}`;

const dependsOnItsRun = { claim: 'what a client does in a run depends on that run alone', place: 'the client' };

/** That a client brought along what it had kept from another simulation, or may wait for what went with one. */
export const findKeptState = (
  entries: readonly Entry[],
  { droppedTimer }: Pick<ProcessRecord, 'droppedTimer'>,
): readonly Finding[] => {
  return [describeKeptState(entries), droppedTimer].flatMap((found) =>
    found === undefined ? [] : [{ ...dependsOnItsRun, found }],
  );
};

/** That not all is judged, as of a simulation that went on for long only the newest entries are kept. */
export const findDropped = (entries: readonly Entry[]): readonly Finding[] =>
  entries.flatMap((entry) =>
    entry.kind === 'dropped'
      ? {
          claim: 'what is judged is all that happened',
          found: `${entry.entries} entries are not kept`,
          place: 'the trace',
        }
      : [],
  );
