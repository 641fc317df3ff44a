import { performance } from 'node:perf_hooks';
import { countTurns } from '../../check/shards.ts';
import type { Terminal } from '../../print/terminal.ts';
import { readShard, type Shard } from '../options.ts';
import type { CheckArguments } from './arguments.ts';
import { mergeSummaries } from './merge-reports.ts';
import { type CheckSummary, emptySummary } from './summary.ts';
import { notBegun, type Progress, type CheckRun, runCheck } from './run-check.ts';
import { runPool } from './workers.ts';

interface Sharing {
  readonly args: CheckArguments;
  /** The client's module. */
  readonly file: string;
  readonly checkRun: CheckRun;
  readonly count: number;
  readonly terminal: Terminal;
}

/** Saved counterexamples and the baseline scenario in this process; new scenarios in several others. */
export const shareOut = async ({ args, file, checkRun, count, terminal }: Sharing): Promise<CheckSummary> => {
  const { interrupted: signal } = terminal;
  const began = performance.now();
  const shard = readShard(args.shard);
  const before = await runCheck({ ...checkRun, isPrelude: true });
  const { replayed } = before;
  const { keepGoing = false } = checkRun.order;
  if (before.failures.length > 0 && !keepGoing) return before;
  const shares = Array.from({ length: count }, (_worker, index) => {
    const share: Shard = { index: shard.index + shard.of * index, of: shard.of * count };
    return { share, argv: argvOf(args, file, share) };
  });
  const onProgress = (all: readonly Progress[]): void => checkRun.onProgress(sumUp(all, replayed));
  const { summaries, replaced, runsBesides, isInterrupted } = await runPool({ shares, onProgress, signal, keepGoing });
  const nothing: CheckSummary = {
    ...emptySummary(checkRun.order, shard),
    runs: runsBesides,
    replayed,
    real: Math.round(performance.now() - began),
    ...((isInterrupted || signal?.aborted === true) && { stopped: 'interrupted' }),
  };
  const isWhole = summaries.length === count;
  const merged = mergeSummaries(isWhole ? summaries : [nothing, ...summaries], nothing, before.failures);
  const again = replaced.length === 0 ? {} : { replaced };
  const unheard = [...before.unheard, ...merged.unheard];
  return asAlone({ ...merged, ...again, replayed, real: nothing.real, unheard });
};

/** One process stops at the first scenario that breaks the client: what others found by then depends on how fast they were. */
const asAlone = (summary: CheckSummary): CheckSummary => {
  const [first] = summary.failures;
  if (first?.run === undefined || summary.order.keepGoing === true) return summary;
  const { coverage: _coverage, ...rest } = summary;
  return {
    ...rest,
    runs: countTurns(summary.shard, first.run),
    recommendations: [],
    failures: [first],
  };
};

/** The command line of a process that does a part of the work. */
export const argvOf = (args: CheckArguments, file: string, share: Shard): readonly string[] => {
  const { runs, time, seed, mode, returns, rules, failOn, transport, keepGoing = false, assume = [] } = args;
  return [
    'check',
    ...Object.entries({ runs, time, seed, mode, returns, rules, 'fail-on': failOn, transport }).flatMap(
      ([name, typed]) => (typed === undefined ? [] : [`--${name}=${typed}`]),
    ),
    ...(keepGoing ? ['--keep-going'] : []),
    ...assume.map((one) => `--assume=${one}`),
    `--shard=${share.index}/${share.of}`,
    '--',
    file,
  ];
};

const sumUp = (all: readonly Progress[], replayed: number): Progress => ({
  ...(all.find(({ phase }) => phase !== 'search') ?? notBegun),
  runs: all.reduce((sum, { runs }) => sum + runs, 0),
  replayed,
  // Together they have come across at least as much as each of them.
  met: Math.max(...all.map(({ met }) => met)),
});
