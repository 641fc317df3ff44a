import { performance } from 'node:perf_hooks';
import { readToken } from '../language/replay-token.ts';
import type { Client } from '../simulation/client-env.ts';
import { CheckFailed, type Discovery } from './check-failed.ts';
import { type Coverage, CoverageMissed, createCoverage, findMissing } from './coverage/coverage.ts';
import { findHabits, plainStory } from './client-profile.ts';
import { loadFastCheck } from './load-fast-check.ts';
import { type CheckOptions, type CheckPlan, type CheckProgress, readOptions } from './options.ts';
import { readRegressions, regressionFile, writeRegression } from './regressions.ts';
import { search } from './search.ts';
import { shorten } from './shrink/shrink.ts';
import type { Trial } from './trial/trial.ts';
import type { Trying } from './trial/try-scenario.ts';
import { completeStory, requireKept } from './trial/require-kept.ts';
import { withTransport } from './trial/with-transport.ts';

/** What a check came across that broke nothing. */
export interface CheckReport {
  /** New stories that were told. */
  readonly runs: number;
  /** Stories of before that were played again. */
  readonly replayed: number;
  readonly seed: number;
  /** Real milliseconds. */
  readonly elapsed: number;
  readonly coverage: Coverage;
  /** Good manners that were broken, and in how many of the stories. */
  readonly warnings: Readonly<Record<string, number>>;
}

/**
 * Looks for the shortest story that breaks a client. Fulfils when there is none among those told; otherwise it rejects with
 * `CheckFailed`, whose message has the story as a file to be pasted, and a word to play it again.
 *
 * @throws CheckFailed
 * @throws Misuse BAD_OPTION, BAD_DURATION, CLIENT_INVALID; BAD_OPTION when fast-check is not installed
 * @example
 * await checkClient(importOrders, { transport: 'fetch', runs: 500, regressions: 'regressions' });
 */
export const checkClient = async (client: Client, options: CheckOptions = {}): Promise<CheckReport> => {
  const plan = readOptions(client, options, 'checkClient');
  return withTransport(plan.transport, (transport) => {
    const trying = { ...plan.trying, transport };
    return options.replay === undefined ? check(plan, trying) : replay(plan, trying, options.replay);
  });
};

const check = async (plan: CheckPlan, trying: Trying): Promise<CheckReport> => {
  const fc = await loadFastCheck('checkClient');
  const { seed, onProgress } = plan;
  const began = performance.now();
  const elapsed = (): number => performance.now() - began;
  const report = (phase: CheckProgress['phase'], runs: number, of?: number, met?: () => number): void =>
    onProgress({
      phase,
      runs,
      elapsed: elapsed(),
      ...(of !== undefined && Number.isFinite(of) && { of }),
      ...(met !== undefined && { met }),
    });

  const told = plan.regressions === undefined ? [] : await readRegressions(plan.regressions);
  for (const [index, scenario] of told.entries()) {
    await requireKept(scenario, trying, { seed, file: scenario.source });
    report('replay', index + 1, told.length);
  }

  const plain = await requireKept(plainStory, trying, { seed, run: 0 });
  const habits = await findHabits(plain, trying);
  const notes = createCoverage();
  const warnings = new Map<string, number>();
  const { runs, broken } = await search(fc, {
    plan,
    trying,
    habits,
    isTime: () => elapsed() < plan.time,
    onTrial: (trial, count) => {
      notes.note(trial);
      for (const { key } of trial.warnings) warnings.set(key, (warnings.get(key) ?? 0) + 1);
      report('search', count, plan.runs, () => notes.sum(habits).met);
    },
  });
  if (broken !== undefined) {
    const deadline = elapsed() + mostShortening;
    const short = await shorten(broken.trial, {
      trying,
      isTime: () => elapsed() < deadline,
      onTry: (count) => report('shorten', count),
    });
    await fail(plan, trying, short.trial, { seed, run: broken.run, shortened: short.runs });
  }
  const coverage = notes.sum(habits);
  const missing = findMissing(coverage, plan.coverage);
  if (missing !== undefined) throw new CoverageMissed(missing, coverage);
  return { runs, replayed: told.length, seed, elapsed: elapsed(), coverage, warnings: Object.fromEntries(warnings) };
};

/** Real milliseconds for making a story short. */
const mostShortening = 30_000;

const fail = async ({ regressions }: CheckPlan, trying: Trying, found: Trial, discovery: Discovery): Promise<never> => {
  const [symptom] = found.symptoms;
  if (symptom === undefined) throw new Error('a story that breaks nothing passed for one that does');
  const trial = completeStory(found, symptom, trying);
  if (regressions === undefined) throw new CheckFailed(trial, symptom, discovery);
  const file = regressionFile(regressions, symptom, trial.scenario);
  const failure = new CheckFailed(trial, symptom, { ...discovery, file });
  await writeRegression(file, failure.file);
  throw failure;
};

const replay = async (plan: CheckPlan, trying: Trying, token: string): Promise<CheckReport> => {
  const { scenario, seed } = readToken(token);
  const trial = await requireKept({ ...scenario, seed }, trying, { seed: plan.seed });
  const notes = createCoverage();
  notes.note(trial);
  return { runs: 0, replayed: 1, seed: plan.seed, elapsed: 0, coverage: notes.sum({}), warnings: {} };
};
