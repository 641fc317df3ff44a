import { countTurns } from '../../check/shards.ts';
import { asFailure, type CutShort } from '../cut-short.ts';
import { isCounterexampleTold } from './describe-progress.ts';
import type { CheckRun, Progress } from './run-check.ts';
import { type CheckSummary, emptySummary } from './summary.ts';

/* The report of a check that did not come to its end. */

/** What is known of a check that was interrupted. */
export const stoppedAt = (
  { phase, runs, replayed }: Progress,
  { order, options }: CheckRun,
  real: number,
): CheckSummary => ({
  ...emptySummary(order, options.shard),
  runs,
  replayed,
  real: Math.round(real),
  stopped: 'interrupted',
  ...(isCounterexampleTold(phase) && { unfinished: true }),
});

/** The scenario that was cut short is the counterexample; undefined where none was begun. */
export const cutAt = (
  cut: CutShort,
  { runs, replayed }: Pick<Progress, 'runs' | 'replayed'>,
  { order, options }: Pick<CheckRun, 'order' | 'options'>,
  real: number,
): CheckSummary | undefined => {
  const failure = asFailure(cut);
  if (failure === undefined) return undefined;
  const known = emptySummary(order, options.shard);
  const counted = Math.max(runs, countTurns(known.shard, failure.run ?? 0));
  return { ...known, runs: counted, replayed, real: Math.round(real), failures: [failure] };
};
