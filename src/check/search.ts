import { createScenarios } from './arbitraries/scenarios.ts';
import type { ClientProfile } from './client-profile.ts';
import type { FC } from './arbitraries/odds.ts';
import type { CheckPlan } from './options.ts';
import { turnsOf } from './shards.ts';
import type { Trial } from './trial/trial.ts';
import type { Player } from './trial/quickest.ts';
import { type TrialSetup, runTrial } from './trial/run-trial.ts';

interface Search {
  readonly plan: Pick<CheckPlan, 'seed' | 'runs' | 'shard' | 'modes'>;
  readonly setup: TrialSetup;
  /** What plays the scenarios, where it is not this setup alone. */
  readonly play?: Player['play'];
  readonly profile: ClientProfile;
  /** Whether a run is the last. */
  readonly isLast: (trial: Trial) => boolean;
  /** Whether there is time for one more. */
  readonly isTime: () => boolean;
  /** Sees every run, with how many there were and the number of its scenario. */
  readonly onTrial: (trial: Trial, runs: number, turn: number) => void;
}

/** Runs one generated scenario after the other until there are enough, the time is over, or one is the last; says how many. */
export const search = async (
  fc: FC,
  { plan, setup, play, profile, isLast, isTime, onTrial }: Search,
): Promise<number> => {
  const { seed, shard, modes } = plan;
  const scenarios = createScenarios(fc, { profile, seed, modes });
  let runs = 0;
  for (const turn of turnsOf(shard, plan.runs)) {
    // One at least, however little time there is: a check that has run nothing says nothing.
    if (runs > 0 && !isTime()) break;
    const { scenario } = scenarios.at(turn);
    const trial = await (play?.(scenario, turn) ?? runTrial(scenario, setup, turn));
    runs += 1;
    onTrial(trial, runs, turn);
    if (isLast(trial)) break;
  }
  return runs;
};
