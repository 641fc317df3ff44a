import { startStopwatch } from '../../play/stopwatch.ts';
import { type Bounds, createExperiments } from '../shrink/experiments.ts';
import { type Finding, sameAlone } from '../shrink/goal.ts';
import { shrink } from '../shrink/shrink.ts';
import type { TrialSetup } from '../trial/run-trial.ts';
import type { Trial } from '../trial/trial.ts';
import { asRecommendation, mostFrequentFirst, type Recommendation } from './recommendation.ts';

/** For each recommendation. Most are broken in any scenario, and shrunk in a few runs: a check that passes stays quick. */
const shrinking: Bounds = { runs: 30, work: 10_000 };

interface Met {
  readonly first: Finding;
  readonly run: number | undefined;
  scenarios: number;
}

export interface Telling {
  readonly setup: TrialSetup;
  /** Real milliseconds for all of it: the outer guard. */
  readonly time: number;
  readonly onRun: (runs: number, rule: string) => void;
}

/** Keeps which recommendations were not followed: how often, and where first. */
export const collectRecommendations = () => {
  const all = new Map<string, Met>();
  return {
    /** `run` is the number of the scenario; the baseline has 0, and counts as none; one that is replayed has none. */
    note: (trial: Trial, run?: number): void => {
      const count = run === 0 ? 0 : 1;
      for (const symptom of trial.warnings) {
        const met = all.get(symptom.key);
        if (met === undefined) all.set(symptom.key, { first: { trial, symptom }, run, scenarios: count });
        else met.scenarios += count;
      }
    },
    /** Each with the shortest scenario that comes of the first one. */
    tell: async ({ setup, time, onRun }: Telling): Promise<readonly Recommendation[]> => {
      const elapsed = startStopwatch();
      const told: Recommendation[] = [];
      let runs = 0;
      for (const { first, run, scenarios } of all.values()) {
        // What was tried for one is tried again for the next: another process may not have met the one before.
        const series = createExperiments(setup, () => elapsed() < time).series(shrinking, () => {
          runs += 1;
          onRun(runs, first.symptom.key);
        });
        const shortest = await shrink(first, sameAlone, series);
        const { runs: tried, cut } = series;
        const effort = { shrink: tried, ...(cut !== undefined && { cut }) };
        told.push(asRecommendation(shortest, setup, { scenarios, run, effort }));
      }
      return mostFrequentFirst(told);
    },
    /** Each as it was met. */
    list: (setup: TrialSetup): readonly Recommendation[] =>
      mostFrequentFirst(
        [...all.values()].map(({ first, run, scenarios }) =>
          asRecommendation(first, setup, { scenarios, run, effort: { shrink: 0 } }),
        ),
      ),
  };
};
