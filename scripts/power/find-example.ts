import { checkClient } from '../../src/check/check-client.ts';
import { CheckFailed } from '../../src/check/check-failed.ts';
import { describeStep } from '../../src/language/describe-step.ts';
import { askAll, type Wrong } from './candidates.ts';

/** A counterexample as a check tells it. */
export interface Example {
  readonly seed: number;
  /** The number of the scenario that was found; 0 is the baseline. */
  readonly scenario: number;
  readonly rule: string;
  /** What happens in it once it is shrunk. */
  readonly steps: string;
  readonly replay: string;
}

/** The counterexample that a check comes to with the first of these seeds at which it finds one. */
export const findExample = async (
  candidate: Wrong,
  seeds: readonly number[],
  runs: number,
): Promise<Example | undefined> => {
  for (const seed of seeds) {
    const failure: unknown = await checkClient(candidate.client, { ...askAll(candidate), seed, runs }).catch(
      (error: unknown) => error,
    );
    if (!(failure instanceof Error)) continue;
    if (!(failure instanceof CheckFailed)) throw failure;
    const { symptom, scenario, replay, discovery } = failure;
    const steps = scenario.steps.map(describeStep).join('; ');
    return { seed, scenario: discovery.run ?? 0, rule: symptom.key, steps, replay };
  }
  return undefined;
};
