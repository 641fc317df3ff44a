import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { amount } from '../sampled.ts';
import { describeDivergence } from './describe.ts';
import { emptyCoverage, note } from './coverage.ts';
import { search } from './search.ts';

const folder = join(import.meta.dirname, 'reference');

/** Where a file imports from: static, dynamic and re-exporting imports alike. */
const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:from\s*|import\s*\(?\s*|require\s*\(\s*)['"`]([^'"`]+)['"`]/g)].map(([, path]) => path ?? '');

test('the reference is independent: none of its files imports anything but the others', () => {
  const files = readdirSync(folder);

  const strangers = files.flatMap((file) =>
    importsOf(readFileSync(join(folder, file), 'utf8'))
      .filter((path) => !/^\.\/[a-z-]+\.ts$/.test(path))
      .map((path) => `${file} imports ${path}`),
  );

  expect(files.length).toBeGreaterThan(15);
  expect(strangers).toEqual([]);
});

const steps = amount({ usual: 15_000, deep: 1_000_000 });

test(`core and reference answer ${steps} steps alike`, () => {
  const coverage = emptyCoverage();

  const found = search({
    // Of those that were tried it meets everything first, in 14,000 steps.
    seed: 7,
    steps,
    onHistory: (outcome) => note(coverage, outcome),
  });

  const missed = [...coverage].filter(([, times]) => times === 0);
  expect(found.divergence === undefined ? 'alike' : describeDivergence(found.divergence)).toBe('alike');
  expect(found.steps).toBeGreaterThanOrEqual(steps);
  expect(missed.map(([name]) => name)).toEqual([]);
});
