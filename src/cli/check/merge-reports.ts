import { refuse } from '../../misuse.ts';
import type { Terminal } from '../../print/terminal.ts';
import { isFields, tryJson } from '../../language/data.ts';
import type { ExitCode } from '../exit-codes.ts';
import { keepApart } from '../keep-apart.ts';
import { readNamed } from '../named-files.ts';
import { wholeShard } from '../options.ts';
import { showPath } from '../../print/show-path.ts';
import { openReports } from './describe.ts';
import type { CheckOrder, CheckSummary, Failure } from './summary.ts';
import { mergeRecommendations } from '../../check/recommendations/recommendation.ts';
import type { Coverage } from '../../check/coverage/coverage.ts';

/** The reports of several shares of one check as the report of all their scenarios. */
export const mergeSummaries = (
  parts: readonly CheckSummary[],
  { order, shard }: Pick<CheckSummary, 'order' | 'shard'>,
  known: readonly Failure[] = [],
): CheckSummary => {
  const found = parts.flatMap((part) => part.failures);
  const failures = mergeFailures([...known, ...found], order);
  const replaced = parts.flatMap((part) => part.replaced ?? []);
  const stopped = parts.some((part) => part.stopped !== undefined);
  // One machine that keeps going tells what it came across besides when nothing broke.
  const isTold = failures.length === 0 || order.keepGoing !== true;
  return {
    version: 1,
    kind: 'check',
    order,
    shard,
    runs: parts.reduce((sum, { runs }) => sum + runs, 0),
    // Each part plays those of before again.
    replayed: Math.max(...parts.map(({ replayed }) => replayed)),
    real: Math.max(...parts.map(({ real }) => real)),
    ...(isTold ? mergeNotes(parts) : { recommendations: [] }),
    failures,
    unheard: parts.flatMap(({ unheard }) => unheard),
    ...(replaced.length > 0 && { replaced }),
    ...(stopped && { stopped: 'interrupted' }),
    ...(parts.some(({ unfinished }) => unfinished === true) && { unfinished: true }),
  };
};

const mergeNotes = (
  parts: readonly CheckSummary[],
): Pick<CheckSummary, 'coverage' | 'recommendations' | 'unsteady' | 'leftovers' | 'givenUp' | 'transport'> => {
  const coverage = mergeCoverage(parts);
  const unsteady = parts.find((part) => part.unsteady !== undefined)?.unsteady;
  const leftovers = parts.reduce((sum, part) => sum + (part.leftovers ?? 0), 0);
  const givenUp = parts.reduce((sum, part) => sum + (part.givenUp ?? 0), 0);
  const [transport, ...others] = new Set(parts.map((part) => part.transport));
  return {
    ...(coverage !== undefined && { coverage }),
    recommendations: mergeRecommendations(parts.flatMap(({ recommendations }) => recommendations)),
    ...(unsteady !== undefined && { unsteady }),
    ...(leftovers > 0 && { leftovers }),
    ...(givenUp > 0 && { givenUp }),
    ...(transport !== undefined && others.length === 0 && { transport }),
  };
};

/**
 * What all parts found is told once, and what one machine alone would have found first comes first. Where it would have kept
 * going, that is all of a rule that is told.
 */
const mergeFailures = (failures: readonly Failure[], { keepGoing }: CheckOrder): readonly Failure[] => {
  const sorted = [...failures].sort((one, other) => (one.run ?? -1) - (other.run ?? -1));
  const nameOf = ({ rule, token }: Failure): string => (keepGoing === true ? rule : token);
  return sorted.filter((one, index) => sorted.findIndex((other) => nameOf(other) === nameOf(one)) === index);
};

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

/** What was typed after `merge-reports`. */
export interface MergeArguments {
  readonly files: readonly string[];
  readonly reporter?: readonly string[];
  readonly coverage?: boolean;
}

interface Part {
  readonly place: string;
  readonly summary: CheckSummary;
}

/** Makes one report of those that several machines wrote, each on its share of one check. Throws Misuse BAD_OPTION. */
export const mergeReports = async ({ files, ...asked }: MergeArguments, terminal: Terminal): Promise<ExitCode> => {
  keepApart(asked, files);
  const parts = await Promise.all(files.map(readPart));
  const { order } = requireOneCheck(parts);
  const report = openReports(asked, terminal);
  const summaries = parts.map(({ summary }) => summary);
  return report(mergeSummaries(summaries, { order, shard: wholeShard }));
};

const readPart = async (file: string): Promise<Part> => {
  const place = showPath(file);
  const value = tryJson(await readNamed(file, hint));
  if (!isSummary(value)) throw refuse(place, 'it is no report of a check', hint);
  return { place, summary: value };
};

const hint = 'name what "check --shard i/n --reporter json=file" wrote';

const isSummary = (value: unknown): value is CheckSummary =>
  isFields(value) &&
  value['kind'] === 'check' &&
  value['version'] === 1 &&
  isFields(value['order']) &&
  isShare(value['shard']) &&
  Array.isArray(value['recommendations']) &&
  Number.isInteger(value['runs']) &&
  Array.isArray(value['failures']) &&
  Array.isArray(value['unheard']);

const isShare = (value: unknown): boolean => {
  if (!isFields(value)) return false;
  const [index, of] = [Number(value['index']), Number(value['of'])];
  return Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of;
};

/** All of it, each share once: a union with a hole in it would pass for the whole. */
const requireOneCheck = (parts: readonly Part[]): CheckSummary => {
  const [first] = parts;
  if (first === undefined) throw refuse('merge-reports', 'no reports are named', hint);
  const { of } = first.summary.shard;
  const seen = new Map<number, string>();
  for (const { place, summary } of parts) {
    const { order, shard } = summary;
    if (JSON.stringify(order) !== JSON.stringify(first.summary.order) || shard.of !== of)
      throw refuse(place, `it is of another check than ${first.place}`, 'merge the parts of one');
    const twin = seen.get(shard.index);
    if (twin !== undefined) throw refuse(place, `${twin} is part ${shard.index}/${of}, too`, 'name each part once');
    seen.set(shard.index, place);
  }
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((index) => !seen.has(index));
  if (missing.length > 0)
    throw refuse(
      'merge-reports',
      `part ${missing.map((index) => `${index}/${of}`).join(', ')} is missing`,
      'name all parts',
    );
  return first.summary;
};
