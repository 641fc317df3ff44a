import { Misuse } from '../misuse.ts';
import { chooseRules, type RuleChoice } from '../rules/rule-choice.ts';
import type { Client } from '../simulation/client-env.ts';
import type { Assumptions } from '../spec/assumptions.ts';
import { parseDuration } from '../spec/time.ts';
import type { CoverageWish } from './coverage/coverage.ts';
import type { Mode } from './draw/draws.ts';
import type { CheckResult } from '../play/play-scenario.ts';
import type { Trying } from './trial/try-scenario.ts';

/** How far a check has come. */
export interface CheckProgress {
  /** Stories that were told before are played again; new ones are looked for; one that breaks the client is made shorter. */
  readonly phase: 'replay' | 'search' | 'shorten';
  /** Runs of this phase that are over. */
  readonly runs: number;
  /** Of so many; absent where only time counts. */
  readonly of?: number;
  /** Real milliseconds since the check began. */
  readonly elapsed: number;
  /** The part of what is within reach that new stories came across so far, 0 to 1; counted when it is asked for. */
  readonly met?: () => number;
}

/** What `checkClient` can be told. All of it may be left out. */
export interface CheckOptions {
  /** What the stories are drawn from; 0. Same seed, same stories. */
  readonly seed?: number;
  /** How many stories; 100, or as many as there is time for. */
  readonly runs?: number;
  /** Real time after which no more stories are begun, such as `30s`. */
  readonly time?: string;
  /** This machine's part of the stories: all parts together are all stories. `{ index: 1, of: 4 }` is the first of four. */
  readonly shard?: { readonly index: number; readonly of: number };
  /**
   * `recoverable`: stories that a client has to get through. `any`: stories in which it need not succeed, but must never
   * misbehave. Both, in turn.
   */
  readonly modes?: readonly Mode[];
  /** How the client sends its requests: by anything; or by the global `fetch` alone, which is several times faster. */
  readonly transport?: 'sockets' | 'fetch';
  /** A folder for stories that broke the client, as scenario files: they are played first, and a new one is added. */
  readonly regressions?: string;
  /** Is given the result of a client that succeeded, and throws when it is wrong. */
  readonly checkResult?: CheckResult;
  /** Which rules are judged, and at which level; all, and those that are no more than good manners break nothing. */
  readonly rules?: RuleChoice;
  /** Open points that all stories decide in this way, whatever they were drawn with. */
  readonly assumptions?: Partial<Assumptions>;
  /** What the stories have to have come across. */
  readonly coverage?: CoverageWish;
  /** Plays this one story and no other: the word that a failure was printed with. */
  readonly replay?: string;
  /** Is told now and then how far it has come. */
  readonly onProgress?: (progress: CheckProgress) => void;
}

/** The same with everything decided. */
export interface CheckPlan {
  readonly trying: Omit<Trying, 'transport'>;
  readonly transport: 'sockets' | 'fetch';
  readonly seed: number;
  readonly runs: number;
  /** Real milliseconds. */
  readonly time: number;
  readonly shard: { readonly index: number; readonly of: number };
  readonly modes: readonly Mode[];
  readonly regressions: string | undefined;
  readonly coverage: CoverageWish;
  readonly onProgress: (progress: CheckProgress) => void;
}

const usualRuns = 100;
const known = [
  'seed',
  'runs',
  'time',
  'shard',
  'modes',
  'transport',
  'regressions',
  'checkResult',
  'rules',
  'assumptions',
  'coverage',
  'replay',
  'onProgress',
] as const satisfies readonly (keyof CheckOptions)[];

/** Reads the options of a call. Throws Misuse BAD_OPTION, BAD_DURATION. */
export const readOptions = (client: Client, options: CheckOptions, call: string): CheckPlan => {
  if (typeof client !== 'function') {
    throw new Misuse('CLIENT_INVALID', call, 'the client is no function', 'give it an async function of one argument');
  }
  const stranger = Object.keys(options).find((name) => !known.some((one) => one === name));
  if (stranger !== undefined) throw refuse(call, `"${stranger}" is no option`, `known: ${known.join(', ')}`);
  const {
    seed = 0,
    time,
    modes = ['recoverable', 'any'],
    transport = 'sockets',
    shard = { index: 1, of: 1 },
  } = options;
  const { runs = time === undefined ? usualRuns : Number.POSITIVE_INFINITY } = options;
  requireWhole(seed, 0, `${call}, seed`);
  if (runs !== Number.POSITIVE_INFINITY) requireWhole(runs, 1, `${call}, runs`);
  requireWhole(shard.of, 1, `${call}, shard.of`);
  requireWhole(shard.index, 1, `${call}, shard.index`);
  if (shard.index > shard.of)
    throw refuse(`${call}, shard`, `there is no part ${shard.index} of ${shard.of}`, 'count from 1');
  if (transport !== 'sockets' && transport !== 'fetch') {
    throw refuse(`${call}, transport`, `"${String(transport)}" is neither`, 'write "sockets" or "fetch"');
  }
  if (modes.length === 0 || modes.some((mode) => mode !== 'recoverable' && mode !== 'any')) {
    throw refuse(`${call}, modes`, 'these are not modes', 'write "recoverable", "any" or both in a list');
  }
  chooseRules(options.rules, `${call}, rules`);
  return {
    trying: {
      client,
      ...(options.checkResult !== undefined && { checkResult: options.checkResult }),
      ...(options.rules !== undefined && { rules: options.rules }),
      ...(options.assumptions !== undefined && { assumptions: options.assumptions }),
    },
    transport,
    seed,
    runs,
    time: time === undefined ? Number.POSITIVE_INFINITY : readTime(time, `${call}, time`),
    shard,
    modes,
    regressions: options.regressions,
    coverage: options.coverage ?? {},
    onProgress: options.onProgress ?? (() => {}),
  };
};

const refuse = (place: string, what: string, hint: string): Misuse => new Misuse('BAD_OPTION', place, what, hint);

const requireWhole = (value: unknown, least: number, place: string): void => {
  if (Number.isSafeInteger(value) && Number(value) >= least) return;
  throw refuse(place, `${String(value)} is not a whole number from ${least} on`, `write ${least} or more`);
};

const readTime = (text: string, place: string): number => {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new Misuse('BAD_DURATION', place, `"${text}" is not a duration`, 'write "30s" or "5m"');
};
