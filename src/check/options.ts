import { given } from '../language/data.ts';
import { requireFunction } from '../language/problem.ts';
import { show } from '../language/show.ts';
import { refuse } from '../misuse.ts';
import { chooseRules, type FailOn, readFailOn, type RuleChoice } from '../rules/rule-choice.ts';
import type { Client } from '../simulation/client-env.ts';
import { readDuration } from '../simulation/options.ts';
import { type ClientReturns, readReturns } from '../simulation/returns.ts';
import { readSecrets } from '../simulation/secrets.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import type { CoverageWish } from './coverage/coverage.ts';
import { readWish } from './coverage/read-wish.ts';
import type { CheckResult } from '../play/play-scenario.ts';
import { requireClient, requireKnown } from '../play/require-given.ts';
import type { TrialSetup } from './trial/run-trial.ts';
import { announcer } from './recommendations/announce.ts';
import type { Recommendation } from './recommendations/recommendation.ts';
import { modes as allModes, type Mode } from './trial/mode.ts';
import { hintAtTimeOut } from './time-out-hint.ts';

/** How far a check has come. */
export interface CheckProgress {
  /**
   * Saved scenarios are run again; generated ones are run; the one that breaks the client is shrunk, varied to see what
   * matters, and played again. Where none does, those that go against recommendations are shrunk.
   */
  readonly phase: 'replay' | 'search' | 'shrink' | 'explain' | 'repeat' | 'recommend';
  /** Runs of this phase that are over. */
  readonly runs: number;
  /** Of so many; absent where only time counts. */
  readonly of?: number;
  /** The rule that the counterexample or the recommendation is about which is being told. */
  readonly rule?: string;
  /** Real milliseconds since the check began. */
  readonly elapsed: number;
  /** The part of what is within reach that generated scenarios came across so far, 0 to 1; counted when it is asked for. */
  readonly met?: () => number;
}

/** What `checkClient` can be told. All of it may be left out. */
export interface CheckOptions {
  /** What scenarios are generated from; 0. Same seed, same scenarios. */
  readonly seed?: number;
  /** How many scenarios; 100, or as many as there is time for. */
  readonly runs?: number;
  /**
   * Real time for all of it, such as `30s`: no more runs are begun after it. What is found has at least a fifth of it to be
   * shrunk and explained.
   */
  readonly time?: string;
  /**
   * Real time for shrinking a counterexample and explaining it, together; `20s`, and never more than there is of `time`. Both
   * end after so many runs in any case: this is for clients whose runs take long, and what it cuts short is said to be.
   */
  readonly telling?: string;
  /** This machine's part of the scenarios: all parts together are all of them. `{ index: 1, of: 4 }` is the first of four. */
  readonly shard?: { readonly index: number; readonly of: number };
  /**
   * `recoverable`: scenarios that a client has to get through. `any`: scenarios in which it need not succeed, but must never
   * misbehave. Both, in turn.
   */
  readonly modes?: readonly Mode[];
  /**
   * How the client sends its requests: by anything (`sockets`), or by the global `fetch` alone, which is several times faster.
   * `checkClient` finds out by itself when nothing is said, and `report.transport` says what it took; all others take sockets.
   */
  readonly transport?: 'sockets' | 'fetch';
  /** A folder for counterexamples, as scenario files: they are run first, and a new one is added. */
  readonly regressions?: string;
  /** Is given the result of a client that succeeded, and throws when it is wrong. */
  readonly checkResult?: CheckResult;
  /** Whether the client's promise says what it brought in: its `result` does (the default), or it says `nothing` by design. */
  readonly returns?: ClientReturns;
  /** Texts that are masked wherever they turn up, as all are that the simulation gives out: a password of your own, a key. */
  readonly secrets?: readonly string[];
  /** Which rules are judged, and at which level; all, each at its own. */
  readonly rules?: RuleChoice;
  /** The level from which on a broken rule fails the check: `must` (the default), or `should`, and recommendations fail it, too. */
  readonly failOn?: FailOn;
  /** Assumptions that all scenarios are run with, whatever they were generated with. */
  readonly assumptions?: Partial<Assumptions>;
  /**
   * Does not stop at the first scenario that breaks the client: all are run, and every rule that was broken is told with its own
   * shortest counterexample. They are the `others` of the `CheckFailed` that is thrown.
   */
  readonly keepGoing?: boolean;
  /** What the runs have to have come across. */
  readonly coverage?: CoverageWish;
  /** Runs this one scenario and no other: the token that a failure was printed with. */
  readonly replay?: string;
  /** Is told now and then how far it has come. */
  readonly onProgress?: (progress: CheckProgress) => void;
  /**
   * Is told of each recommendation that a client that passes did not follow. Without it they are printed to standard error, once
   * for each rule and client.
   */
  readonly onRecommendation?: (recommendation: Recommendation) => void;
}

type Decided = 'seed' | 'runs' | 'shard' | 'modes' | 'keepGoing' | 'coverage' | 'onProgress' | 'onRecommendation';

/** The same with everything decided. */
export interface CheckPlan extends Required<Pick<CheckOptions, Decided>> {
  readonly transport: CheckOptions['transport'] | undefined;
  readonly setup: Omit<TrialSetup, 'transport' | 'series'>;
  /** Real milliseconds. */
  readonly time: number;
  /** Real milliseconds. */
  readonly telling: number;
  readonly regressions: string | undefined;
}

export const usualRuns = 100;
const usualTelling = '20s';
const checkOptions = [
  'seed',
  'runs',
  'time',
  'telling',
  'shard',
  'modes',
  'transport',
  'regressions',
  'checkResult',
  'returns',
  'secrets',
  'rules',
  'failOn',
  'assumptions',
  'keepGoing',
  'coverage',
  'replay',
  'onProgress',
  'onRecommendation',
] as const satisfies readonly (keyof CheckOptions)[];

/** Reads the options of a call, which are these where it has others than `checkClient`. Throws Misuse BAD_OPTION, BAD_DURATION. */
export const readOptions = (
  client: Client,
  options: CheckOptions,
  call: string,
  known: readonly string[] = checkOptions,
): CheckPlan => {
  requireClient(client, call);
  requireKnown(options, known, call);
  const {
    checkResult,
    returns,
    secrets,
    rules,
    failOn,
    assumptions,
    time,
    telling = usualTelling,
    onProgress = hintAtTimeOut(call),
  } = options;
  const plan = {
    transport: options.transport,
    seed: options.seed ?? 0,
    runs: options.runs ?? (time === undefined ? usualRuns : Number.POSITIVE_INFINITY),
    shard: options.shard ?? { index: 1, of: 1 },
    modes: options.modes ?? allModes,
    regressions: options.regressions,
    keepGoing: options.keepGoing === true,
    coverage: readWish(options.coverage ?? {}, `${call}, coverage`),
    onProgress,
    onRecommendation: options.onRecommendation ?? announcer(client),
  };
  requireFunction(onProgress, `${call}, onProgress`, 'write ({ runs }) => console.log(runs)');
  requireSense(plan, call);
  chooseRules(rules, `${call}, rules`);
  readReturns(returns, `${call}, returns`);
  readSecrets(secrets, `${call}, secrets`);
  if (failOn !== undefined) readFailOn(failOn, `${call}, failOn`);
  return {
    ...plan,
    setup: { client, ...given({ checkResult, returns, secrets, rules, failOn, assumptions }) },
    telling: readDuration(telling, `${call}, telling`),
    time: time === undefined ? Number.POSITIVE_INFINITY : readDuration(time, `${call}, time`),
  };
};

const requireSense = (
  { transport, seed, runs, shard, modes }: Omit<CheckPlan, 'setup' | 'time' | 'telling'>,
  call: string,
): void => {
  requireWhole(seed, 0, `${call}, seed`);
  if (runs !== Number.POSITIVE_INFINITY) requireWhole(runs, 1, `${call}, runs`);
  requireWhole(shard.of, 1, `${call}, shard.of`);
  requireWhole(shard.index, 1, `${call}, shard.index`);
  if (shard.index > shard.of)
    throw refuse(`${call}, shard`, `there is no part ${shard.index} of ${shard.of}`, 'count from 1');
  if (transport !== undefined && !transports.includes(transport)) {
    throw refuse(`${call}, transport`, `${show(transport)} is neither`, 'write "sockets" or "fetch"');
  }
  if (!Array.isArray(modes) || modes.length === 0 || !modes.every((mode) => allModes.includes(mode))) {
    throw refuse(`${call}, modes`, 'these are not modes', 'write "recoverable", "any" or both in a list');
  }
};

const transports: readonly unknown[] = ['sockets', 'fetch'];

const requireWhole = (value: unknown, least: number, place: string): void => {
  if (Number.isSafeInteger(value) && Number(value) >= least) return;
  throw refuse(place, `${show(value)} is not a whole number from ${least} on`, `write ${least} or more`);
};
