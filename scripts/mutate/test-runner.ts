/**
 * As much of a test runner as the tests of the core use, under the names they use: tests are collected, to be run in any
 * order and as often as one likes. What they expect is judged by vitest's own `expect`.
 */
export { expect, expectTypeOf } from 'vitest';

export type Check = () => unknown;

let collected: Check[] = [];
let setUps: Check[] = [];

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

export const beforeAll = (body: Check): void => void setUps.push(body);

/** The tests that come to light while something is loaded; the first that runs sets up what all of them use. */
export const collect = (load: () => void): readonly Check[] => {
  collected = [];
  setUps = [];
  load();
  const bodies = setUps;
  let ready: Promise<unknown> | undefined;
  const setUp = async (): Promise<void> => {
    for (const body of bodies) await body();
  };
  if (bodies.length === 0) return collected;
  return collected.map((check) => async () => {
    await (ready ??= setUp());
    await check();
  });
};
