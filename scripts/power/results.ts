import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { candidates } from './candidates.ts';
import type { Example } from './find-example.ts';
import type { Measured } from './measure.ts';

/** What is to be found out: how a client fares at a seed; or the counterexample by which it is told. */
export type Task =
  | { readonly aim: 'measure'; readonly name: string; readonly seed: number; readonly runs: number }
  | { readonly aim: 'example'; readonly name: string; readonly seeds: readonly number[]; readonly runs: number };

export interface Row extends Measured {
  readonly name: string;
  readonly seed: number;
}

export type Answer = { readonly row: Row } | { readonly name: string; readonly example: Example | null };

/** All that has been found out so far. */
export interface Results {
  /** The most scenarios for each client and seed. */
  readonly runs: number;
  readonly seeds: readonly number[];
  readonly rows: readonly Row[];
  /** By the name of a wrong client; null where none was found. */
  readonly examples: Readonly<Record<string, Example | null>>;
}

/** What was found out before, in a file; or nothing yet. */
export const readResults = (file: string | undefined, wanted: Pick<Results, 'runs' | 'seeds'>): Results => {
  const nothing: Results = { ...wanted, rows: [], examples: {} };
  if (file === undefined || !existsSync(file)) return nothing;
  const before = JSON.parse(readFileSync(file, 'utf8')) as Results;
  if (before.runs !== wanted.runs || String(before.seeds) !== String(wanted.seeds)) {
    throw new Error(
      `${file} is of ${before.runs} runs at the seeds ${String(before.seeds)}: go on with these, or take another file`,
    );
  }
  return before;
};

/** Never half of it, whenever the process ends. */
export const saveResults = (file: string, results: Results): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify(results, undefined, 1)}\n`);
  renameSync(`${file}.new`, file);
};

export const addAnswer = (results: Results, answer: Answer): Results =>
  'row' in answer
    ? { ...results, rows: [...results.rows, answer.row] }
    : { ...results, examples: { ...results.examples, [answer.name]: answer.example } };

/** What has not been found out yet, client by client. */
export const tasksLeft = ({ runs, seeds, rows, examples }: Results, only: string): readonly Task[] => {
  const isMeasured = (name: string, seed: number): boolean =>
    rows.some((row) => row.name === name && row.seed === seed);
  return candidates
    .filter(({ name }) => name.includes(only))
    .flatMap(({ name }): readonly Task[] => [
      ...(name in examples ? [] : [{ aim: 'example', name, seeds, runs } as const]),
      ...seeds.filter((seed) => !isMeasured(name, seed)).map((seed) => ({ aim: 'measure', name, seed, runs }) as const),
    ]);
};
