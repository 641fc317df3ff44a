import { performance } from 'node:perf_hooks';
import { checkClient } from '../../check/check-client.ts';
import { countScenarios } from '../../check/recommendations/announce.ts';
import { CheckFailed } from '../../check/check-failed.ts';
import type { CheckOptions, CheckProgress } from '../../check/options.ts';
import { isMisuse } from '../../misuse.ts';
import { asFailure, simulatorFailed } from '../cut-short.ts';
import type { Client } from '../../simulation/client-env.ts';
import { watchUnhandled } from '../../play/unhandled.ts';
import { wholeShard } from '../options.ts';
import { nowRunning } from '../now-running.ts';
import { type CheckOrder, type CheckSummary, describeFailure } from './summary.ts';

/** How far a check has come: scenarios run, which part of what is within reach they came across, and what is going on. */
export interface Progress {
  readonly phase: CheckProgress['phase'];
  readonly runs: number;
  readonly replayed: number;
  readonly met: number;
  /** What is being told, and by how many runs so far. */
  readonly telling?: { readonly rule: string; readonly runs: number };
}

export interface CheckRun {
  readonly client: Client;
  readonly options: Omit<CheckOptions, 'onProgress' | 'onRecommendation'>;
  readonly order: CheckOrder;
  readonly onProgress: (progress: Progress) => void;
  /** Only the saved counterexamples and the baseline, and no new scenario. */
  readonly isPrelude?: boolean;
}

/** What is known of a check that has just begun. */
export const notBegun: Progress = { phase: 'search', runs: 0, replayed: 0, met: 0 };

/** Of one scenario the second half: none. */
const noScenario = { runs: 1, shard: { index: 2, of: 2 } };

/** The report has them all. */
const inReport = (): void => undefined;

/** How often progress is shown, in real milliseconds. */
const between = 200;

/** Runs the scenarios in this process, and reports how it went, also when the client broke. */
export const runCheck = async (checkRun: CheckRun): Promise<CheckSummary> => {
  const { client, options, order, onProgress, isPrelude = false } = checkRun;
  const began = performance.now();
  const unhandled = watchUnhandled();
  let progress = notBegun;
  let told = Number.NEGATIVE_INFINITY;
  const { index, of } = options.shard ?? wholeShard;
  const part = of === 1 ? '' : `, part ${index}/${of}`;
  const leave = nowRunning(
    () => `${order.client}, after ${countScenarios(progress.runs)} of seed ${order.seed}${part}`,
  );
  const note = ({ phase, runs, met, rule }: CheckProgress): void => {
    const isDue = performance.now() - told >= between;
    progress = {
      phase,
      runs: phase === 'search' ? runs : progress.runs,
      replayed: phase === 'replay' ? runs : progress.replayed,
      // Counting it takes time, and nobody sees every run.
      met: isDue ? (met?.() ?? progress.met) : progress.met,
      ...(rule !== undefined && { telling: { rule, runs } }),
    };
    if (isDue || phase !== 'search') {
      told = performance.now();
      onProgress(progress);
    }
  };
  const [ended] = await Promise.allSettled([
    checkClient(client, { ...options, ...(isPrelude && noScenario), onProgress: note, onRecommendation: inReport }),
  ]);
  const unheard = await unhandled.stop();
  leave();
  const summary = { version: 1, kind: 'check', order, shard: { index, of } } as const;
  const real = Math.round(performance.now() - began);
  if (ended.status === 'fulfilled') {
    const { runs, replayed, coverage, recommendations, leftovers, givenUp, unsteady, transport } = ended.value;
    const counts = { ...(leftovers > 0 && { leftovers }), ...(givenUp > 0 && { givenUp }) };
    const notes = { ...counts, ...(unsteady !== undefined && { unsteady }) };
    const found = { runs, replayed, real, coverage, recommendations, ...notes, transport };
    return { ...summary, ...found, failures: [], unheard };
  }
  const { runs, replayed } = progress;
  if (!(ended.reason instanceof CheckFailed)) {
    const failure = isMisuse(ended.reason) ? undefined : asFailure(simulatorFailed(ended.reason));
    if (failure === undefined) throw ended.reason;
    return { ...summary, runs, replayed, real, recommendations: [], failures: [failure], unheard };
  }
  const failures = [ended.reason, ...ended.reason.others].map(describeFailure);
  return { ...summary, runs, replayed, real, recommendations: [], failures, unheard };
};
