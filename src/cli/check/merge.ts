import type { Coverage } from '../../check/coverage/coverage.ts';
import type { CheckSummary, Failure } from './summary.ts';

/** The reports of several shares of one check as the report of all their stories. */
export const mergeSummaries = (
  parts: readonly CheckSummary[],
  { order, shard }: Pick<CheckSummary, 'order' | 'shard'>,
): CheckSummary => {
  const coverage = mergeCoverage(parts);
  const stopped = parts.some((part) => part.stopped !== undefined);
  return {
    version: 1,
    kind: 'check',
    order,
    shard,
    runs: parts.reduce((sum, { runs }) => sum + runs, 0),
    // Each part plays those of before again.
    replayed: Math.max(...parts.map(({ replayed }) => replayed)),
    real: Math.max(...parts.map(({ real }) => real)),
    ...(coverage !== undefined && { coverage }),
    warnings: sumCounts(parts.map(({ warnings }) => warnings)),
    failures: mergeFailures(parts.flatMap(({ failures }) => failures)),
    unheard: parts.flatMap(({ unheard }) => unheard),
    ...(stopped && { stopped: 'interrupted' }),
    ...(parts.some(({ unfinished }) => unfinished === true) && { unfinished: true }),
  };
};

/** What all parts found is told once, and what one machine alone would have found first comes first. */
const mergeFailures = (failures: readonly Failure[]): readonly Failure[] =>
  failures
    .filter(({ token }, index) => failures.findIndex((other) => other.token === token) === index)
    .sort((one, other) => (one.run ?? -1) - (other.run ?? -1));

const mergeCoverage = (parts: readonly CheckSummary[]): Coverage | undefined => {
  const all = parts.flatMap(({ coverage }) => coverage ?? []);
  const [first] = all;
  if (first === undefined || all.length < parts.length) return undefined;
  const gaps = first.gaps.filter((cell) => all.every((other) => other.gaps.includes(cell)));
  // Each knows only its own gaps, and which part of all they are.
  const reach = first.met === 1 ? 0 : Math.round(first.gaps.length / (1 - first.met));
  return {
    cells: sumCounts(all.map(({ cells }) => cells)),
    gaps,
    met: gaps.length === 0 ? 1 : 1 - gaps.length / reach,
  };
};

const sumCounts = (all: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> => {
  const sums = new Map<string, number>();
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([one], [other]) => (one < other ? -1 : 1)));
};
