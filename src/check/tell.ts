import { performance } from 'node:perf_hooks';
import { explain, type Explanation } from './explain/explain.ts';
import type { CheckProgress } from './options.ts';
import { type Repetition, repeat } from './repeat/repeat.ts';
import { type Bounds, createExperiments } from './shrink/experiments.ts';
import type { Finding, Goal } from './shrink/goal.ts';
import { shrink } from './shrink/shrink.ts';
import type { TrialSetup } from './trial/run-trial.ts';

/** What was done to tell of a counterexample: how many runs each part took, and whether a bound cut it short. */
export interface Effort {
  readonly shrink: number;
  readonly explain: number;
  readonly repeat: number;
  /** It came to its bound of runs, or real time was over, before there was nothing simpler: it may be told shorter. */
  readonly cut?: 'effort' | 'time';
}

/** A finding made short, with what matters in it and whether it comes again. */
export interface Telling extends Finding {
  readonly explanation: Explanation;
  readonly repetition: Repetition;
  readonly effort: Effort;
}

/** What is told of a finding in a scenario without a fault: there is nothing to leave out. */
export const atOnce = (repetition: Repetition): Pick<Telling, 'explanation' | 'repetition' | 'effort'> => ({
  explanation: { matters: [], indifferent: [] },
  repetition,
  effort: { shrink: 0, explain: 0, repeat: repetition.runs },
});

/* A run of a client that never stops comes to about 7,500 entries: of these there are two in the one, and one in the other. */
const shrinking: Bounds = { runs: 50, work: 15_000 };
const explaining: Bounds = { runs: 30, work: 7000 };

export interface Tell {
  readonly setup: TrialSetup;
  /** What may be told in the place of what was found. */
  readonly goal: Goal;
  /** Real milliseconds for all of it: the outer guard. */
  readonly time: number;
  readonly onRun: (phase: Extract<CheckProgress['phase'], keyof Effort>, runs: number) => void;
}

/** Makes a finding as short as it gets, asks what matters in it, and plays it again. */
export const tell = async (found: Finding, { setup, goal, time, onRun }: Tell): Promise<Telling> => {
  const deadline = performance.now() + time;
  const experiments = createExperiments(setup, () => performance.now() < deadline);
  const shrinks = experiments.series(shrinking, (runs) => onRun('shrink', runs));
  const shortest = await shrink(found, goal, shrinks);
  const explains = experiments.series(explaining, (runs) => onRun('explain', runs));
  const explanation = await explain(shortest, explains);
  const repetition = await repeat(shortest.trial, shortest.symptom, setup, (runs) => onRun('repeat', runs));
  const cut = shrinks.cut ?? (explains.cut === 'time' ? 'time' : undefined);
  const effort: Effort = {
    shrink: shrinks.runs,
    explain: explains.runs,
    repeat: repetition.runs,
    ...(cut !== undefined && { cut }),
  };
  return { ...shortest, explanation, repetition, effort };
};
