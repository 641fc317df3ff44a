import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readRegressions, writeRegression } from '../../check/regressions.ts';
import { writeToken } from '../../scenario/replay-token.ts';
import { type CheckArguments, readShare } from './arguments.ts';
import { mergeSummaries } from './merge.ts';
import type { CheckSummary, Share } from './summary.ts';
import { noStanding, type Standing, type Telling, tellStories } from './tell-stories.ts';
import { runPool } from './workers.ts';

interface Sharing {
  readonly args: CheckArguments;
  readonly telling: Telling;
  readonly count: number;
  readonly signal: AbortSignal | undefined;
}

/** The stories of before in this process, and the new ones in several others. */
export const shareOut = async ({ args, telling, count, signal }: Sharing): Promise<CheckSummary> => {
  const began = performance.now();
  const { regressions } = args;
  const shard = readShare(args.shard);
  const before = regressions === undefined ? [] : await readRegressions(regressions);
  const { regressions: _, ...options } = telling.options;
  for (const scenario of before) {
    const replay = writeToken({ scenario, seed: scenario.seed ?? 0 });
    const summary = await tellStories({ ...telling, options: { ...options, replay } });
    const { failures, unheard } = summary;
    if (failures.length + unheard.length > 0)
      return { ...summary, failures: failures.map((failure) => ({ ...failure, file: scenario.source })) };
  }
  const shares = Array.from({ length: count }, (_worker, index) => {
    const share: Share = { index: shard.index + shard.of * index, of: shard.of * count };
    return { share, argv: argvOf(args, share) };
  });
  const onStanding = (all: readonly Standing[]): void => telling.onStanding(sumUp(all, before.length));
  const { summaries, runsBesides, isInterrupted } = await runPool({ shares, onStanding, signal });
  const nothing: CheckSummary = {
    version: 1,
    kind: 'check',
    order: telling.order,
    shard,
    runs: runsBesides,
    replayed: before.length,
    real: Math.round(performance.now() - began),
    warnings: {},
    failures: [],
    unheard: [],
    ...((isInterrupted || signal?.aborted === true) && { stopped: 'interrupted' }),
  };
  const isWhole = summaries.length === count;
  const merged = mergeSummaries(isWhole ? summaries : [nothing, ...summaries], nothing);
  return save({ ...merged, replayed: before.length, real: nothing.real }, regressions);
};

const argvOf = ({ client, runs, time, seed, mode, rules, assume = [] }: CheckArguments, share: Share): string[] => [
  'check',
  ...Object.entries({ runs, time, seed, mode, rules }).flatMap(([name, typed]) =>
    typed === undefined ? [] : [`--${name}=${typed}`],
  ),
  ...assume.map((one) => `--assume=${one}`),
  `--shard=${share.index}/${share.of}`,
  '--',
  resolve(client),
];

const sumUp = (all: readonly Standing[], replayed: number): Standing => ({
  phase: all.find(({ phase }) => phase !== 'search')?.phase ?? noStanding.phase,
  runs: all.reduce((sum, { runs }) => sum + runs, 0),
  replayed,
  // Together they have come across at least as much as each of them.
  met: Math.max(...all.map(({ met }) => met)),
});

/** Only the first is kept, as without workers. */
const save = async (summary: CheckSummary, folder: string | undefined): Promise<CheckSummary> => {
  const [first, ...others] = summary.failures;
  if (first === undefined || folder === undefined) return summary;
  if (first.run === 0) return summary;
  const file = join(folder, first.saveAs);
  await writeRegression(file, first.scenario);
  return { ...summary, failures: [{ ...first, file }, ...others] };
};
