import { describeStep } from '../../language/describe-step.ts';
import { printScenario } from '../../language/print-scenario.ts';
import { writeToken } from '../../language/replay-token.ts';
import { ruleIds } from '../../rules/catalogue.ts';
import { groupBy } from '../../rules/history/selectors.ts';
import type { Finding } from '../shrink/goal.ts';
import { completeScenario } from '../trial/require-kept.ts';
import type { TrialSetup } from '../trial/run-trial.ts';
import type { Symptom } from '../trial/trial.ts';

/** A recommendation that a client did not follow: what shows it, and the shortest scenario in which it shows. Plain data. */
export interface Recommendation extends Omit<Symptom, 'key'> {
  readonly rule: string;
  /** In how many of the new scenarios it was not followed; none where only the one without a fault shows it. */
  readonly scenarios: number;
  /** The how-manieth scenario was the first of them, counted from 1; 0 is the baseline; absent where it was replayed. */
  readonly run?: number;
  /** What happens in the shortest one, a sentence each. */
  readonly steps: readonly string[];
  /** Of how many rows of customers. */
  readonly customers: number;
  /** The same as the text of a scenario file. */
  readonly file: string;
  /** The same as a token: `checkClient(client, { replay })` reports the recommendation again. */
  readonly replay: string;
  /** How many runs it took to shrink it; `cut` where a bound came before there was nothing simpler. */
  readonly effort: { readonly shrink: number; readonly cut?: 'effort' | 'time' };
}

/** What is told of a finding. */
export const asRecommendation = (
  { trial, symptom }: Finding,
  setup: Pick<TrialSetup, 'rules' | 'failOn'>,
  known: Pick<Recommendation, 'scenarios' | 'effort'> & { readonly run: number | undefined },
): Recommendation => {
  const { scenario } = completeScenario(trial, symptom, setup);
  const { key: rule, ...told } = symptom;
  return {
    rule,
    ...told,
    scenarios: known.scenarios,
    ...(known.run !== undefined && { run: known.run }),
    steps: scenario.steps.map(describeStep),
    customers: scenario.customers.length,
    file: printScenario(scenario, 'yaml'),
    replay: writeToken({ scenario }),
    effort: known.effort,
  };
};

/** What several shares of a check found, as one machine alone finds it: that of the first scenario, counted over all. */
export const mergeRecommendations = (all: readonly Recommendation[]): readonly Recommendation[] => {
  const merged = [...groupBy(all, ({ rule }) => rule).values()].map((same) => {
    const first = same.reduce((one, other) => ((other.run ?? 0) < (one.run ?? 0) ? other : one));
    return { ...first, scenarios: same.reduce((sum, { scenarios }) => sum + scenarios, 0) };
  });
  return mostFrequentFirst(merged);
};

const orderOf: ReadonlyMap<string, number> = new Map(ruleIds.map((id, index) => [id, index]));

/** Then in the order of the catalogue. */
export const mostFrequentFirst = (all: readonly Recommendation[]): readonly Recommendation[] =>
  [...all].sort(
    (one, other) => other.scenarios - one.scenarios || (orderOf.get(one.rule) ?? 0) - (orderOf.get(other.rule) ?? 0),
  );
