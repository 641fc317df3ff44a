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

/** The seed of whoever names none. */
const usualSeed = 0;

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

/** Of correct clients the page has an impression; that none of many is accused is for scripts/no-false-alarm.ts. */
const mostOfCorrect = 250;

/** What has not been found out yet. */
export const tasksLeft = ({ runs, seeds, rows, examples }: Results, only: string): readonly Task[] => {
  const isMeasured = (name: string, seed: number): boolean =>
    rows.some((row) => row.name === name && row.seed === seed);
  const isWanted = ({ name }: { readonly name: string }): boolean => name.includes(only);
  const wrong = candidates.wrong.filter(isWanted);
  const toTell = wrong.filter(({ name }) => !(name in examples));
  return [
    ...toTell.map(({ name }): Task => ({ aim: 'example', name, seeds: [...new Set([usualSeed, ...seeds])], runs })),
    ...wrong.flatMap(({ name }) => seeds.map((seed): Task => ({ aim: 'measure', name, seed, runs }))),
    ...candidates.correct
      .filter(isWanted)
      .flatMap(({ name }) =>
        seeds.slice(0, 1).map((seed): Task => ({ aim: 'measure', name, seed, runs: Math.min(runs, mostOfCorrect) })),
      ),
  ].filter((task) => task.aim === 'example' || !isMeasured(task.name, task.seed));
};
