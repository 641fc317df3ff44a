import { type CheckOptions, usualRuns } from '../../check/options.ts';
import { given } from '../../language/data.ts';
import { refuse } from '../../misuse.ts';
import { readFailOn } from '../../rules/rule-choice.ts';
import { readReturns } from '../../simulation/returns.ts';
import { parseDuration } from '../../spec/time.ts';
import { readAssumptions, readRules, readSeed, readShard } from '../options.ts';
import { showPath } from '../../print/show-path.ts';
import type { Choices } from './configure.ts';
import type { CheckOrder } from './summary.ts';

/** What can be typed behind every command that makes up scenarios. */
export interface SearchArguments extends Choices {
  readonly time?: string;
  readonly transport?: string;
}

/** What was typed after `check`. */
export interface CheckArguments extends SearchArguments {
  readonly client?: string | undefined;
  readonly runs?: string;
  readonly mode?: string;
  readonly workers?: string;
  readonly shard?: string;
  readonly reporter?: readonly string[];
  readonly keepGoing?: boolean;
  /** Whether all that the scenarios came across is listed. */
  readonly coverage?: boolean;
  /** Whether the first counterexample is looked at in the live panel. */
  readonly ui?: boolean;
  readonly report?: string;
  readonly reportTrend?: readonly string[];
}

export const readCount = (option: string, typed: string, least: number): number => {
  const count = Number(typed);
  if (/^\d{1,9}$/.test(typed) && count >= least) return count;
  throw refuse(option, `${JSON.stringify(typed)} is not a number of them`, `write a whole number from ${least} on`);
};

const readTime = (typed: string): string => {
  if ((parseDuration(typed) ?? 0) > 0) return typed;
  throw refuse('--time', `${JSON.stringify(typed)} is not a length of time`, 'write 30s or 5m');
};

const readTransport = (typed: string): NonNullable<CheckOptions['transport']> => {
  if (typed === 'sockets' || typed === 'fetch') return typed;
  throw refuse('--transport', `${JSON.stringify(typed)} is not a way in`, 'write sockets or fetch');
};

const mostWorkers = 256;

/** How many processes share the work. */
export const readWorkers = (typed = '1'): number => {
  const workers = readCount('--workers', typed, 1);
  if (workers <= mostWorkers) return workers;
  throw refuse('--workers', `${workers} are too many`, `write ${mostWorkers} or fewer`);
};

const readModes = (typed: string): NonNullable<CheckOptions['modes']> => {
  if (typed === 'recoverable' || typed === 'any') return [typed];
  throw refuse(
    '--mode',
    `${JSON.stringify(typed)} is not a mode`,
    'write recoverable or any, or leave it out for both',
  );
};

/** What the calls that do the work have in common. Throws Misuse BAD_OPTION. */
export const readSearchOptions = ({ time, transport, seed, returns, rules, failOn, assume }: SearchArguments) => ({
  ...(time !== undefined && { time: readTime(time) }),
  ...(transport !== undefined && { transport: readTransport(transport) }),
  ...(seed !== undefined && { seed: readSeed(seed) }),
  ...(returns !== undefined && { returns: readReturns(returns, '--returns') }),
  ...(rules !== undefined && { rules: readRules(rules) }),
  ...(failOn !== undefined && { failOn: readFailOn(failOn, '--fail-on') }),
  ...(assume !== undefined && { assumptions: readAssumptions(assume) }),
});

/** The options of `checkClient`. Throws Misuse BAD_OPTION. */
export const readCheckOptions = (args: CheckArguments): Omit<CheckOptions, 'onProgress' | 'onRecommendation'> => ({
  ...readSearchOptions(args),
  shard: readShard(args.shard),
  ...(args.runs !== undefined && { runs: readCount('--runs', args.runs, 1) }),
  ...(args.mode !== undefined && { modes: readModes(args.mode) }),
  ...(args.regressions !== undefined && { regressions: args.regressions }),
  ...(args.keepGoing === true && { keepGoing: true }),
});

export const readOrder = (
  { runs, time, seed, mode, returns, rules, failOn, assume, keepGoing }: Omit<CheckArguments, 'client'>,
  client: string,
): CheckOrder => ({
  client: showPath(client),
  seed: Number(seed ?? 0),
  ...(runs !== undefined && { runs: Number(runs) }),
  ...(runs === undefined && time === undefined && { runs: usualRuns }),
  ...given({ time, mode, returns, rules, failOn, assume, keepGoing }),
});
