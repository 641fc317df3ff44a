import { readToken } from '../language/replay-token.ts';
import { startStopwatch } from '../play/stopwatch.ts';
import type { Client } from '../simulation/client-env.ts';
import { type Breaks, collectBreaks } from './breaks.ts';
import { baseline, profileClient } from './client-profile.ts';
import { type Coverage, CoverageMissed, createCoverage, findMissing } from './coverage/coverage.ts';
import { loadFastCheck } from './load-fast-check.ts';
import { type CheckOptions, type CheckPlan, type CheckProgress, readOptions } from './options.ts';
import { collectRecommendations } from './recommendations/collect.ts';
import type { Recommendation } from './recommendations/recommendation.ts';
import { readRegressions } from './regressions.ts';
import { search } from './search.ts';
import { type Divergence, findDivergence } from './repeat/divergence.ts';
import { keptState } from './trial/kept-state.ts';
import { allowsFetch, createPlayer, type Way } from './trial/quickest.ts';
import { runTrial, type TrialSetup } from './trial/run-trial.ts';
import type { Trial } from './trial/trial.ts';
import { withTransport } from './trial/with-transport.ts';

/*
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
 * A scenario is made from the seed and its number: the same on every machine and in every process, with the same client.
 * fast-check is an optional peer, loaded by `load-fast-check.ts` and handed on from there; sweep and race do without. No mode may
 * ask for more of a client than the interface document does: a rule broken in a trial is the client's fault.
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

type Report = (phase: CheckProgress['phase'], runs: number, more?: Pick<CheckProgress, 'of' | 'met' | 'rule'>) => void;

const check = async (plan: CheckPlan, setup: TrialSetup, quick?: TrialSetup): Promise<CheckReport> => {
  const fc = await loadFastCheck('checkClient');
  const { seed, keepGoing } = plan;
  const elapsed = startStopwatch();
  const report: Report = (phase, runs, more) => plan.onProgress({ phase, runs, elapsed: elapsed(), ...more });
  const timeToTell = (among: number): number =>
    Math.min(plan.telling, Math.max(plan.time - elapsed(), plan.time * leastToTell) / among);
  const breaks = collectBreaks({ plan, setup, timeToTell, onRun: report });

  const replayed = await replaySaved(plan, setup, breaks, report);
  const first = await runBaseline(setup, breaks);
  const player = createPlayer(setup, quick && (await allowsFetch(first.trial, quick)) ? quick : undefined);
  const profile = await profileClient(first.trial, setup);
  const seen = createCoverage(profile);
  const collected = collectRecommendations();
  collected.note(first.trial, 0);
  let leftovers = 0;
  let givenUp = 0;
  const of = Number.isFinite(plan.runs) ? { of: plan.runs } : {};
  const runs = await search(fc, {
    plan,
    setup,
    play: player.play,
    profile,
    isLast: () => !keepGoing && breaks.count > 0,
    isTime: () => elapsed() < (breaks.count > 0 ? plan.time * (1 - leastToTell) : plan.time),
    onTrial: (trial, count, turn) => {
      seen.note(trial);
      collected.note(trial, turn);
      breaks.note(trial, { seed, run: turn });
      if (keptState(trial)) leftovers += 1;
      if (trial.isGivenUp) givenUp += 1;
      report('search', count, { ...of, met: () => seen.coverage().met });
    },
  });
  await breaks.fail(player.way === 'fetch' ? quick : undefined);
  const coverage = seen.coverage();
  const missing = findMissing(coverage, plan.coverage);
  if (missing !== undefined) throw new CoverageMissed(missing, coverage);
  const recommendations = await collected.tell({
    setup,
    time: timeToTell(1),
    onRun: (count, rule) => report('recommend', count, { rule }),
  });
  for (const one of recommendations) plan.onRecommendation(one);
  const unsteady = first.divergence === undefined ? {} : { unsteady: first.divergence };
  const noted = { coverage, recommendations, leftovers, givenUp, transport: plan.transport ?? player.way };
  return { runs, replayed, seed, elapsed: elapsed(), ...noted, ...unsteady };
};

/** The part of the real time of a check that there is for telling at least, however late something is found. */
const leastToTell = 0.2;

/** The scenario without a fault, twice: a client that does something else the second time is told of, whatever comes. */
const runBaseline = async (
  setup: TrialSetup,
  breaks: Breaks,
): Promise<{ readonly trial: Trial; readonly divergence: Divergence | undefined }> => {
  const trial = await runTrial(baseline, setup);
  await breaks.noteBaseline(trial);
  if (trial.symptoms.length > 0) return { trial, divergence: undefined };
  const again = await runTrial(baseline, setup);
  // What comes of what it brought along is told as that.
  return { trial, divergence: keptState(again) ? undefined : findDivergence(trial, again) };
};

/** Runs what broke the client before, and says how many that were. */
const replaySaved = async (
  { regressions, seed }: CheckPlan,
  setup: TrialSetup,
  breaks: Breaks,
  report: Report,
): Promise<number> => {
  const saved = regressions === undefined ? [] : await readRegressions(regressions);
  for (const [index, scenario] of saved.entries()) {
    breaks.note(await runTrial(scenario, setup), { seed, file: scenario.source });
    if (!breaks.goesOn) await breaks.fail();
    report('replay', index + 1, { of: saved.length });
  }
  return saved.length;
};

const replay = async (plan: CheckPlan, setup: TrialSetup, token: string): Promise<CheckReport> => {
  const { scenario, seed, again } = readToken(token);
  const breaks = collectBreaks({ plan, setup, timeToTell: () => 0, onRun: () => undefined });
  const play = async (): Promise<Trial> => {
    const trial = await runTrial({ ...scenario, seed }, setup);
    breaks.note(trial, { seed: plan.seed });
    await breaks.fail();
    return trial;
  };
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
    leftovers: keptState(trial) ? 1 : 0,
    givenUp: trial.isGivenUp ? 1 : 0,
    transport: plan.transport ?? 'sockets',
  };
};
