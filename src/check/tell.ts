import { startStopwatch } from '../play/stopwatch.ts';
import { explain, type Explanation } from './explain/explain.ts';
import type { CheckProgress } from './options.ts';
import { isSteady, type Repetition, repeat } from './repeat/repeat.ts';
import { type Bounds, createExperiments } from './shrink/experiments.ts';
import type { Finding, Goal } from './shrink/goal.ts';
import { same } from './shrink/goal.ts';
import { shrink } from './shrink/shrink.ts';
import type { TrialSetup } from './trial/run-trial.ts';
import { isLong } from './trial/trial.ts';

/** What was done to tell of a counterexample: how many runs each part took, and whether a bound cut it short. */
interface Effort {
  readonly shrink: number;
  readonly explain: number;
  readonly repeat: number;
  /** It came to its bound of runs, or real time was over, before there was nothing simpler: it may be told shorter. */
  readonly cut?: 'effort' | 'time';
}

/** What was found out about a counterexample: what matters in it, and whether it comes again. */
export interface Told {
  readonly explanation: Explanation;
  readonly repetition: Repetition;
  readonly effort: Effort;
}

/** A finding made short. */
export interface Telling extends Finding, Told {}

const unexplained: Explanation = { matters: [], indifferent: [] };

/** What is told of a finding in a scenario without a fault: there is nothing to leave out. */
export const atOnce = (repetition: Repetition): Told => ({
  explanation: unexplained,
  repetition,
  effort: { shrink: 0, explain: 0, repeat: repetition.runs },
});

/* A run of a client that never stops comes to about 7,500 entries: of these there are two in the one, and one in the other. */
const shrinking: Bounds = { runs: 50, work: 15_000 };
const explaining: Bounds = { runs: 30, work: 7000 };

export interface Tell {
  readonly setup: TrialSetup;
  /** The same by a quicker way, where the client has done the same by it so far. */
  readonly quick?: TrialSetup | undefined;
  /** What may be told in the place of what was found. */
  readonly goal: Goal;
  /** Real milliseconds for all of it: the outer guard. */
  readonly time: number;
  readonly onRun: (phase: Extract<CheckProgress['phase'], keyof Effort>, runs: number) => void;
}

/**
 * Makes a finding as short as it gets, asks what matters in it, and plays it again. It is made short the quick way, and what is
 * told is shown by the sure one, unless it is very long: where that comes to anything else, all is done by it.
 */
export const tell = async (found: Finding, options: Tell): Promise<Telling> => {
  const { setup, quick } = options;
  if (quick === undefined) return tellBy(setup, found, options);
  const telling = await tellBy(quick, found, options);
  return isSteady(telling.repetition) && telling.trial.process.bypasses === 0 ? telling : tellBy(setup, found, options);
};

const tellBy = async (
  way: TrialSetup,
  found: Finding,
  { setup, goal, time, onRun }: Omit<Tell, 'quick'>,
): Promise<Telling> => {
  const elapsed = startStopwatch();
  const experiments = createExperiments(way, () => elapsed() < time);
  const shrinks = experiments.series(shrinking, (runs) => onRun('shrink', runs));
  const shortest = await shrink(found, goal, shrinks);
  const explains = experiments.series(explaining, (runs) => onRun('explain', runs));
  const explanation = await explain(shortest, explains);
  const shown = isLong(shortest.trial) ? way : setup;
  const { last, ...repetition } = await repeat(shortest.trial, shortest.symptom, shown, (runs) =>
    onRun('repeat', runs),
  );
  const cut = shrinks.cut ?? (explains.cut === 'time' ? 'time' : undefined);
  const effort: Effort = {
    shrink: shrinks.runs,
    explain: explains.runs,
    repeat: repetition.runs,
    ...(cut !== undefined && { cut }),
  };
  const again = same(last, shortest);
  return {
    ...(again === undefined ? shortest : { trial: last, symptom: again }),
    // What breaks by chance, or by what came before, breaks in variations by that, too: they prove nothing.
    explanation: repetition.broken === 0 ? unexplained : explanation,
    repetition,
    effort,
  };
};
