import { readFile } from 'node:fs/promises';
import { errorText } from '../../error-text.ts';
import { Misuse } from '../../misuse.ts';
import type { Terminal } from '../../report/terminal.ts';
import { isFields } from '../../language/data.ts';
import type { ExitCode } from '../exit-codes.ts';
import { showPath } from '../show-path.ts';
import { mergeSummaries } from './merge.ts';
import { openReports } from './report-check.ts';
import type { CheckSummary } from './summary.ts';

/** What was typed after `merge-reports`. */
export interface MergeArguments {
  readonly files: readonly string[];
  readonly reporter?: readonly string[];
}

interface Part {
  readonly place: string;
  readonly summary: CheckSummary;
}

const refuse = (place: string, what: string, hint: string): Misuse => new Misuse('BAD_OPTION', place, what, hint);

/** Makes one report of those that several machines wrote, each on its share of one check. Throws Misuse BAD_OPTION. */
export const mergeReports = async ({ files, reporter }: MergeArguments, terminal: Terminal): Promise<ExitCode> => {
  const parts = await Promise.all(files.map(readPart));
  const { order } = requireOneCheck(parts);
  const report = await openReports(reporter, terminal);
  return report(
    mergeSummaries(
      parts.map(({ summary }) => summary),
      { order, shard: { index: 1, of: 1 } },
    ),
  );
};

const readPart = async (file: string): Promise<Part> => {
  const place = showPath(file);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw refuse(place, `it cannot be read: ${errorText(error)}`, hint);
  });
  const value = parse(text);
  if (!isSummary(value)) throw refuse(place, 'it is no report of a check', hint);
  return { place, summary: value };
};

const hint = 'name what "check --shard i/n --reporter json=file" wrote';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isSummary = (value: unknown): value is CheckSummary =>
  isFields(value) &&
  value['kind'] === 'check' &&
  value['version'] === 1 &&
  isFields(value['order']) &&
  isShare(value['shard']) &&
  isFields(value['warnings']) &&
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
