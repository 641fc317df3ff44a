import { performance } from 'node:perf_hooks';
import { readToken } from '../language/replay-token.ts';
import type { Client } from '../simulation/client-env.ts';
import { CheckFailed, type Discovery } from './check-failed.ts';
import { baseline, playBaseline, profileClient } from './client-profile.ts';
import { type Coverage, CoverageMissed, createCoverage, findMissing } from './coverage/coverage.ts';
import { loadFastCheck } from './load-fast-check.ts';
import { type CheckOptions, type CheckPlan, type CheckProgress, readOptions } from './options.ts';
import { collectRecommendations } from './recommendations/collect.ts';
import type { Recommendation } from './recommendations/recommendation.ts';
import { readRegressions, regressionFile, writeRegression } from './regressions.ts';
import { type Counterexample, search } from './search.ts';
import { sameOrPlainer } from './shrink/goal.ts';
import { type Divergence, findDivergence } from './repeat/divergence.ts';
import { repeat } from './repeat/repeat.ts';
import { atOnce, type Tell, tell } from './tell.ts';
import { keepsStateSymptom } from './trial/kept-state.ts';
import { completeScenario, requireKept } from './trial/require-kept.ts';
import { allowsFetch, createPlayer, type Way } from './trial/quickest.ts';
import { runTrial, type TrialSetup } from './trial/run-trial.ts';
import type { Trial } from './trial/trial.ts';
import { withTransport } from './trial/with-transport.ts';

/**
 * THE CHECK: property-based testing of a client. The property is that no scenario makes it break a rule.
 *
 * Everything here comes down to trials (`trial/`): a client is run through one scenario, and a verdict is made of its end, its
 * trace and the rules. What differs is where the scenarios come from. `checkClient` generates them (`arbitraries/`), after the
 * saved ones and the baseline, in which there is no fault; from the baseline it reads the client's profile (which exchanges it
 * has, how often), so that faults meet something. The first counterexample is told (`tell.ts`): shrunk (`shrink/`), varied to
 * see what matters (`explain/`), played again (`repeat/`), thrown as `CheckFailed` with the scenario as a file and as a replay
 * token, and saved. What no more than a recommendation is against breaks nothing: it is told once the check has passed
 * (`recommendations/`). `coverage/` counts what the runs came across. `sweepClient`
 * (`sweep/`) injects every fault at every point of one run; `raceClient` (`race/`) lets answers come in every order;
 * `diffClients` (`diff/`) runs two clients through the same generated scenarios and compares what they sent.
 *
 * A scenario is made from the seed, its number and at most four before it (`hands.ts`): the same on every machine and in every
 * process, with the same client. fast-check is an optional peer, loaded by `load-fast-check.ts` and handed on from there; sweep and race do
 * without. No mode may ask for more of a client than the interface document does: a rule broken in a trial is the client's fault.
 */

/** What a check came across that broke nothing. */
export interface CheckReport {
  /** New scenarios that were run. */
  readonly runs: number;
  /** Saved scenarios that were run again. */
  readonly replayed: number;
  readonly seed: number;
  /** Real milliseconds. */
  readonly elapsed: number;
  readonly coverage: Coverage;
  /** Recommendations that were not followed, most frequent first. */
  readonly recommendations: readonly Recommendation[];
  /** Where the client parted from what it had done, when the scenario without a fault was played to it a second time. */
  readonly unsteady?: Divergence;
  /** In how many of the new scenarios the client brought along what another had given it: it keeps state between runs. */
  readonly leftovers: number;
  /** How many of the new scenarios were given up after 20 s of real time, while the client still got on: they say nothing. */
  readonly givenUp: number;
  /** How the new scenarios were played: given, or the quickest way that the client allowed. */
  readonly transport: Way;
}

/**
 * Looks for the smallest scenario that breaks a client. Fulfils when there is none among those that were run; otherwise it
 * rejects with `CheckFailed`, whose message has the scenario as a file to be pasted, and a token to replay it.
 *
 * @throws CheckFailed
 * @throws Misuse BAD_OPTION, BAD_DURATION, CLIENT_INVALID; BAD_OPTION when fast-check is not installed
 * @example
 * await checkClient(importOrders, { transport: 'fetch', runs: 500, regressions: 'regressions' });
 */
export const checkClient = async (client: Client, options: CheckOptions = {}): Promise<CheckReport> => {
  const plan = readOptions(client, options, 'checkClient');
  return withTransport(plan, (setup, quick) =>
    options.replay === undefined ? check(plan, setup, quick) : replay(plan, setup, options.replay),
  );
};

type Report = (phase: CheckProgress['phase'], runs: number, more?: Pick<CheckProgress, 'of' | 'met'>) => void;

const check = async (plan: CheckPlan, setup: TrialSetup, quick?: TrialSetup): Promise<CheckReport> => {
  const fc = await loadFastCheck('checkClient');
  const { seed } = plan;
  const began = performance.now();
  const elapsed = (): number => performance.now() - began;
  const report: Report = (phase, runs, more) => plan.onProgress({ phase, runs, elapsed: elapsed(), ...more });

  const replayed = await replaySaved(plan, setup, report);
  const first = await runBaseline(setup, seed, (runs) => report('repeat', runs));
  const player = createPlayer(setup, quick && (await allowsFetch(first.trial, quick)) ? quick : undefined);
  const profile = await profileClient(first.trial, setup);
  const seen = createCoverage(profile);
  const collected = collectRecommendations();
  collected.note(first.trial, 0);
  let leftovers = 0;
  let givenUp = 0;
  const of = Number.isFinite(plan.runs) ? { of: plan.runs } : {};
  const { runs, counterexample } = await search(fc, {
    plan,
    setup,
    play: player.play,
    profile,
    isTime: () => elapsed() < plan.time,
    onTrial: (trial, count, turn) => {
      seen.note(trial);
      collected.note(trial, turn);
      if (trial.leftovers > 0) leftovers += 1;
      if (trial.isGivenUp) givenUp += 1;
      report('search', count, { ...of, met: () => seen.coverage().met });
    },
  });
  if (counterexample !== undefined) {
    await failAt(counterexample, plan, { setup, quick: player.way === 'fetch' ? quick : undefined }, report);
  }
  const coverage = seen.coverage();
  const missing = findMissing(coverage, plan.coverage);
  if (missing !== undefined) throw new CoverageMissed(missing, coverage);
  const recommendations = await collected.tell({
    setup,
    time: plan.telling,
    onRun: (count) => report('recommend', count),
  });
  for (const one of recommendations) plan.onRecommendation(one);
  const unsteady = first.divergence === undefined ? {} : { unsteady: first.divergence };
  const noted = { coverage, recommendations, leftovers, givenUp, transport: plan.transport ?? player.way };
  return { runs, replayed, seed, elapsed: elapsed(), ...noted, ...unsteady };
};

/** The scenario without a fault, twice: a client that does something else the second time is told of, whatever comes. */
const runBaseline = async (
  setup: TrialSetup,
  seed: number,
  onRun: (runs: number) => void,
): Promise<{ readonly trial: Trial; readonly divergence: Divergence | undefined }> => {
  const trial = await playBaseline(setup);
  const [symptom] = trial.symptoms;
  if (symptom === undefined) {
    const again = await runTrial(baseline, setup);
    // What comes of what it brought along is told as that.
    return { trial, divergence: again.leftovers > 0 ? undefined : findDivergence(trial, again) };
  }
  const { last: _, ...repetition } = await repeat(trial, symptom, setup, onRun);
  throw new CheckFailed(completeScenario(trial, symptom, setup), symptom, { seed, run: 0 }, atOnce(repetition));
};

/** Runs what broke the client before, and says how many that were. */
const replaySaved = async ({ regressions, seed }: CheckPlan, setup: TrialSetup, report: Report): Promise<number> => {
  const saved = regressions === undefined ? [] : await readRegressions(regressions);
  for (const [index, scenario] of saved.entries()) {
    await requireKept(scenario, setup, { seed, file: scenario.source });
    report('replay', index + 1, { of: saved.length });
  }
  return saved.length;
};

const failAt = async (
  { trial: first, turn }: Counterexample,
  { seed, regressions, telling }: CheckPlan,
  ways: Pick<Tell, 'setup' | 'quick'>,
  report: Report,
): Promise<never> => {
  const [found] = first.symptoms;
  if (found === undefined) throw new Error('a scenario that breaks nothing passed for a counterexample');
  const {
    trial: shortest,
    symptom,
    ...told
  } = await tell({ trial: first, symptom: found }, { ...ways, goal: sameOrPlainer, time: telling, onRun: report });
  const trial = completeScenario(shortest, symptom, ways.setup);
  const discovery: Discovery = { seed, run: turn };
  // A scenario alone would not show it.
  const isLasting = symptom.key !== keepsStateSymptom.key;
  if (regressions === undefined || !isLasting) throw new CheckFailed(trial, symptom, discovery, told);
  const file = regressionFile(regressions, symptom, trial.scenario);
  const failure = new CheckFailed(trial, symptom, { ...discovery, file }, told);
  await writeRegression(file, failure.file);
  throw failure;
};

const replay = async (plan: CheckPlan, setup: TrialSetup, token: string): Promise<CheckReport> => {
  const { scenario, seed, again } = readToken(token);
  const play = (): Promise<Trial> => requireKept({ ...scenario, seed }, setup, { seed: plan.seed });
  if (again === true) await play();
  const trial = await play();
  const seen = createCoverage(undefined);
  seen.note(trial);
  const collected = collectRecommendations();
  collected.note(trial);
  const recommendations = collected.list(setup);
  for (const one of recommendations) plan.onRecommendation(one);
  return {
    runs: 0,
    replayed: 1,
    seed: plan.seed,
    elapsed: 0,
    coverage: seen.coverage(),
    recommendations,
    leftovers: trial.leftovers > 0 ? 1 : 0,
    givenUp: trial.isGivenUp ? 1 : 0,
    transport: plan.transport ?? 'sockets',
  };
};
