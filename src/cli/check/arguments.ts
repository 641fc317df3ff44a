import type { CheckOptions } from '../../check/options.ts';
import { Misuse } from '../../misuse.ts';
import { parseDuration } from '../../spec/time.ts';
import { readAssumptions, readRules, readSeed, readShard } from '../options.ts';
import { showPath } from '../show-path.ts';
import type { CheckOrder, Share } from './summary.ts';

/** What was typed after `check`. */
export interface CheckArguments {
  readonly client: string;
  readonly runs?: string;
  readonly time?: string;
  readonly seed?: string;
  readonly mode?: string;
  readonly regressions?: string;
  readonly workers?: string;
  readonly shard?: string;
  readonly rules?: string;
  readonly assume?: readonly string[];
  readonly reporter?: readonly string[];
}

const refuse = (option: string, what: string, hint: string): Misuse => new Misuse('BAD_OPTION', option, what, hint);

export const readCount = (option: string, typed: string, least: number): number => {
  const count = Number(typed);
  if (/^\d{1,9}$/.test(typed) && count >= least) return count;
  throw refuse(option, `${JSON.stringify(typed)} is not a number of them`, `write a whole number from ${least} on`);
};

export const readTime = (typed: string): string => {
  if ((parseDuration(typed) ?? 0) > 0) return typed;
  throw refuse('--time', `${JSON.stringify(typed)} is not a length of time`, 'write 30s or 5m');
};

const mostWorkers = 256;

/** How many processes share the work. */
export const readWorkers = (typed = '1'): number => {
  const workers = readCount('--workers', typed, 1);
  if (workers <= mostWorkers) return workers;
  throw refuse('--workers', `${workers} are too many`, `write ${mostWorkers} or fewer`);
};

export const readShare = (typed: string | undefined): Share => {
  if (typed === undefined) return { index: 1, of: 1 };
  const { part, of } = readShard(typed);
  return { index: part, of };
};

const readModes = (typed: string): NonNullable<CheckOptions['modes']> => {
  if (typed === 'recoverable' || typed === 'any') return [typed];
  throw refuse(
    '--mode',
    `${JSON.stringify(typed)} is not a mode`,
    'write recoverable or any, or leave it out for both',
  );
};

/** The options of the call that does the work. Throws Misuse BAD_OPTION. */
export const readCheckOptions = (args: CheckArguments): Omit<CheckOptions, 'onProgress'> => ({
  shard: readShare(args.shard),
  ...(args.runs !== undefined && { runs: readCount('--runs', args.runs, 1) }),
  ...(args.time !== undefined && { time: readTime(args.time) }),
  ...(args.seed !== undefined && { seed: readSeed(args.seed) }),
  ...(args.mode !== undefined && { modes: readModes(args.mode) }),
  ...(args.regressions !== undefined && { regressions: args.regressions }),
  ...(args.rules !== undefined && { rules: readRules(args.rules) }),
  ...(args.assume !== undefined && { assumptions: readAssumptions(args.assume) }),
});

const usualRuns = 100;

export const readOrder = ({ client, runs, time, seed, mode, rules, assume }: CheckArguments): CheckOrder => ({
  client: showPath(client),
  seed: Number(seed ?? 0),
  ...(runs !== undefined && { runs: Number(runs) }),
  ...(runs === undefined && time === undefined && { runs: usualRuns }),
  ...(time !== undefined && { time }),
  ...(mode !== undefined && { mode }),
  ...(rules !== undefined && { rules }),
  ...(assume !== undefined && { assume }),
});
