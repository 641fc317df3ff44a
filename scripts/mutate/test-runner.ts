/**
 * As much of a test runner as the tests of the core use, under the names they use: tests are collected, to be run in any
 * order and as often as one likes. What they expect is judged by vitest's own `expect`.
 */
export { expect, expectTypeOf } from 'vitest';

export type Check = () => unknown;

let collected: Check[] = [];

type Body = (...row: readonly unknown[]) => unknown;

/** A comparison of a generated page with its source notices any change, without knowing what is right. */
const comparesPages = (title: string): boolean => title.includes(' is fresh, or else: ');

const one = (title: string, body: Body): void => {
  if (!comparesPages(title)) collected.push(() => body());
};

const spread = (row: unknown): readonly unknown[] => (Array.isArray(row) ? row : [row]);

const each =
  (rows: readonly unknown[]) =>
  (_title: string, body: Body): void => {
    for (const row of rows) collected.push(() => body(...spread(row)));
  };

const groupEach =
  (rows: readonly unknown[]) =>
  (_title: string, body: Body): void => {
    for (const row of rows) body(...spread(row));
  };

export const test = Object.assign(one, { each });

export const describe = Object.assign((_title: string, body: Body): void => void body(), { each: groupEach });

/** The tests that come to light while something is loaded. */
export const collect = (load: () => void): readonly Check[] => {
  collected = [];
  load();
  return collected;
};
