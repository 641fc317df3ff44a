import { createScenarios, generate, type GeneratedScenario } from './arbitraries/scenarios.ts';
import type { ClientProfile } from './client-profile.ts';
import type { FC } from './arbitraries/odds.ts';
import type { CheckPlan } from './options.ts';
import type { Trial } from './trial/trial.ts';
import { type TrialSetup, runTrial } from './trial/run-trial.ts';

/** A generated scenario that broke the client. */
export interface Counterexample {
  readonly trial: Trial;
  /** The how-manieth of all scenarios it was, counted from 1. */
  readonly turn: number;
  readonly generated: GeneratedScenario;
}

export interface Search {
  readonly plan: Pick<CheckPlan, 'seed' | 'runs' | 'shard' | 'modes'>;
  readonly setup: TrialSetup;
  readonly profile: ClientProfile;
  /** Whether there is time for one more. */
  readonly isTime: () => boolean;
  /** Sees every run, with how many there were and the number of its scenario. */
  readonly onTrial: (trial: Trial, runs: number, turn: number) => void;
}

/** Runs one generated scenario after the other until there are enough, the time is over, or one breaks the client. */
export const search = async (
  fc: FC,
  { plan, setup, profile, isTime, onTrial }: Search,
): Promise<{ readonly runs: number; readonly counterexample?: Counterexample }> => {
  const { seed, shard, modes } = plan;
  const scenarios = createScenarios(fc, { profile, seed, modes });
  let runs = 0;
  // One at least, however little time there is: a check that has run nothing says nothing.
  for (let turn = shard.index; turn <= plan.runs && (runs === 0 || isTime()); turn += shard.of) {
    const generated = scenarios.at(turn);
    const trial = await runTrial(generate(fc, generated), setup);
    runs += 1;
    onTrial(trial, runs, turn);
    if (trial.symptoms.length > 0) return { runs, counterexample: { trial, turn, generated } };
  }
  return { runs };
};
