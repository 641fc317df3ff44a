import type { Scenario } from '../../language/ast.ts';
import { CheckFailed, type Discovery } from '../check-failed.ts';
import { generatedName } from '../client-profile.ts';
import type { Symptom, Trial } from './trial.ts';
import { type Trying, tryScenario } from './try-scenario.ts';

/** Plays one story, and throws `CheckFailed` when it breaks the client. */
export const requireKept = async (scenario: Scenario, trying: Trying, discovery: Discovery): Promise<Trial> => {
  const trial = await tryScenario(scenario, trying);
  const [symptom] = trial.symptoms;
  if (symptom !== undefined) throw new CheckFailed(completeStory(trial, symptom, trying), symptom, discovery);
  return trial;
};

/** A story that was drawn is called by what it breaks; and any story says by which rules, where they are not the usual ones. */
export const completeStory = (trial: Trial, { key, name }: Symptom, { rules }: Pick<Trying, 'rules'>): Trial => {
  const { scenario } = trial;
  const { expect } = scenario;
  const title = key === name ? key : `${key} ${name}`;
  return {
    ...trial,
    scenario: {
      ...scenario,
      ...(scenario.name === generatedName && { name: title }),
      expect: { ...(rules !== undefined && { rules }), ...expect },
    },
  };
};
