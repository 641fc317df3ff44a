import { allRules } from '../../rules/catalogue.ts';
import { finishesInTheEnd } from '../../rules/client/ending.ts';
import { unheardErrors } from '../trial/unheard-errors.ts';
import { countSteps } from './fewer-steps.ts';
import type { Symptom, Trial } from '../trial/trial.ts';

/** A run, and what it is told for. */
export interface Finding {
  readonly trial: Trial;
  readonly symptom: Symptom;
}

/** What a simpler run shows that can be told in the place of what was found so far; undefined where it shows no such thing. */
export type Goal = (trial: Trial, soFar: Finding) => Symptom | undefined;

/**
 * How much is said by what was broken: a rule of the interface, or an error that nobody heard, which name the mistake; a recommendation that was made a
 * rule; and last that the client came to a wrong end, for whatever cause.
 */
const rankOf = ({ key }: Symptom): number => {
  const rule = key === finishesInTheEnd.id ? undefined : allRules.find(({ id }) => id === key);
  if (rule === undefined) return key === unheardErrors.key ? 0 : 2;
  return rule.level === 'must' ? 0 : 1;
};

/**
 * The same thing done wrong; or another that says more, or as much by fewer steps. Never one that says less: from a broken rule
 * nothing leads to "it did not finish", and from that to any rule.
 */
export const sameOrPlainer: Goal = ({ symptoms, scenario }, { symptom, trial }) => {
  const rank = rankOf(symptom);
  const plainer = symptoms.find((one) => rankOf(one) < rank);
  if (plainer !== undefined) return plainer;
  const same = symptoms.find(({ key }) => key === symptom.key);
  if (same !== undefined) return same;
  if (countSteps(scenario) >= countSteps(trial.scenario)) return undefined;
  return symptoms.find((one) => rankOf(one) === rank);
};

/** The same rule, and no other: that has a counterexample of its own. */
export const sameRule: Goal = ({ symptoms }, { symptom }) => symptoms.find(({ key }) => key === symptom.key);

/** The same thing, be it a rule or a recommendation. */
export const same = (
  { symptoms, warnings }: Pick<Trial, 'symptoms' | 'warnings'>,
  { symptom }: Pick<Finding, 'symptom'>,
): Symptom | undefined => [...symptoms, ...warnings].find(({ key }) => key === symptom.key);

/** The same recommendation, in a scenario that breaks nothing: whoever replays it sees that alone. What does break there, the search finds. */
export const sameAlone: Goal = ({ symptoms, warnings }, { symptom }) =>
  symptoms.length > 0 ? undefined : warnings.find(({ key }) => key === symptom.key);
