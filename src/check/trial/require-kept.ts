import type { Scenario } from '../../language/ast.ts';
import { chooseRules, failFrom } from '../../rules/rule-choice.ts';
import { type Discovery, failureOf } from '../check-failed.ts';
import { generatedName } from '../client-profile.ts';
import { expectationOf } from './mode.ts';
import { nameSymptom, type Symptom, type Trial } from './trial.ts';
import { type TrialSetup, runTrial } from './run-trial.ts';

/** Plays one scenario, and throws `CheckFailed` when it breaks the client. */
export const requireKept = async (scenario: Scenario, setup: TrialSetup, discovery: Discovery): Promise<Trial> =>
  failIfBroken(await runTrial(scenario, setup), setup, discovery);

const failIfBroken = (trial: Trial, setup: TrialSetup, discovery: Discovery): Trial => {
  const [symptom] = trial.symptoms;
  if (symptom !== undefined) throw failureOf(completeScenario(trial, symptom, setup), symptom, discovery);
  return trial;
};

/** A generated scenario is called by what it breaks; and any says by which rules, where they are not the usual ones. */
export const completeScenario = (
  trial: Trial,
  symptom: Symptom,
  { rules, failOn }: Pick<TrialSetup, 'rules' | 'failOn'>,
): Trial => {
  const { scenario } = trial;
  const { expect } = scenario;
  const judged = failFrom(failOn, expect.rules ?? rules);
  // Who does not ask for a finished import finds none of it in what is written down either.
  const isAsked = chooseRules(judged, 'the rules of a scenario').some(({ rule }) => rule.id === 'C27');
  const isGenerated = scenario.name === generatedName;
  return {
    ...trial,
    scenario: {
      ...scenario,
      ...(isGenerated && { name: nameSymptom(symptom) }),
      expect: {
        ...expect,
        ...(isGenerated && !isAsked && expectationOf('any')),
        ...(judged !== undefined && { rules: judged }),
      },
    },
  };
};
