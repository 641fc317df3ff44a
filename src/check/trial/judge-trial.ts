import { findRule } from '../../rules/catalogue.ts';
import type { Judgement, Level, Rule } from '../../rules/rule.ts';
import { describeEvidence } from '../../rules/verdicts.ts';
import type { Outcome } from '../../play/judge.ts';
import type { Entry } from '../../trace/entry.ts';
import type { Mode } from '../draw/draws.ts';
import type { Symptom, Trial } from './trial.ts';

/** Why a client had to be stopped. */
export interface Endless {
  /** Time cannot move, it has moved too far, or there were too many requests. */
  readonly how: 'stuck' | 'overdue' | 'flooded';
  readonly why: string;
}

/** What is known of a run when it is over. */
export interface Ended {
  readonly mode: Mode;
  readonly outcome: Outcome;
  /** Undefined when the client ended by itself. */
  readonly endless: Endless | undefined;
  /** What the user finds wrong with the result. */
  readonly wrong: string | undefined;
  readonly judgements: readonly Judgement[];
  readonly entries: readonly Entry[];
}

/**
 * What a client did wrong in a run, what says most first: that it never ended, what the interface is against, and what no
 * good client does.
 */
export const judgeTrial = (ended: Ended): Pick<Trial, 'symptoms' | 'warnings'> => {
  const stated = (level: Level): readonly Judgement[] => ended.judgements.filter(({ rule }) => rule.level === level);
  return {
    symptoms: [
      ...judgeEndless(ended),
      ...findBroken(stated('must'), 'must'),
      ...findBroken(stated('should'), 'must'),
      ...judgeEnd(ended),
    ],
    warnings: findBroken(ended.judgements, 'should'),
  };
};

const findBroken = (judgements: readonly Judgement[], wanted: Level): readonly Symptom[] =>
  judgements.flatMap(({ rule, level, verdict }) => {
    if (level !== wanted || verdict.verdict !== 'broken') return [];
    return [{ ...asSymptom(rule), evidence: verdict.evidence.slice(0, mostShown).map(describeEvidence) }];
  });

const mostShown = 5;

const asSymptom = ({ id, name, claim, section }: Rule): Omit<Symptom, 'evidence'> => ({
  key: id,
  name,
  claim,
  section,
});

const judgeEndless = ({ endless, entries }: Ended): readonly Symptom[] => {
  if (endless === undefined || (endless.how !== 'flooded' && isHeldUp(entries))) return [];
  return [{ ...asSymptom(findRule('C18')), evidence: [endless.why] }];
};

const judgeEnd = ({ mode, outcome, endless, wrong }: Ended): readonly Symptom[] => {
  if (endless !== undefined) return [];
  if (wrong !== undefined) return [{ ...wrongResult, evidence: [wrong] }];
  if (mode === 'recoverable' && !outcome.ok) return [{ ...unfinished, evidence: [`it failed: ${outcome.error}`] }];
  return [];
};

/** Whether a query is still collected, so that there is something to wait for. */
const isHeldUp = (entries: readonly Entry[]): boolean => {
  const open = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== 'transition') continue;
    if (entry.to === 'inProgress') open.add(entry.query);
    else open.delete(entry.query);
  }
  return open.size > 0;
};

const unfinished: Omit<Symptom, 'evidence'> = {
  key: 'finishes-in-the-end',
  name: 'finishes-in-the-end',
  claim: 'Once all that can be got over is over, the client finishes.',
  section: 'Errors, interface C',
};

const wrongResult: Omit<Symptom, 'evidence'> = {
  key: 'right-result',
  name: 'right-result',
  claim: 'A client that says it succeeded has the right result.',
  section: 'What the service does, interface C',
};
