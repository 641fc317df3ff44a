import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { leftToDepth } from './left-to-depth.ts';
import { sample } from './sample.ts';

const rows = Array.from({ length: 10 }, (_, index) => index);
const parity = (row: number): string => (row % 2 === 0 ? 'even' : 'odd');

describe('a sample', () => {
  test('is spread over all rows, beginning with the first', () => {
    expect(sample(rows, { every: 4 })).toEqual([0, 4, 8]);
  });

  test('has each kind in it, however rare', () => {
    expect(sample(rows, { every: 4, kind: parity })).toEqual([0, 1, 8, 9]);
    expect(sample(rows, { every: 100, kind: String })).toEqual(rows);
  });

  test('begins elsewhere for another of several, which together have every row', () => {
    const all = [0, 1, 2, 3].map((from) => sample(rows, { every: 4, from }));

    expect(all[3]).toEqual([3, 7]);
    expect(sample(rows, { every: 4, from: 7 })).toEqual([3, 7]);
    expect(all.flat().toSorted((one, other) => one - other)).toEqual(rows);
  });
});

const root = resolve(import.meta.dirname, '..');
const takesSample = /from '(?:\.{1,2}\/)+sampled\.ts'/;
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .filter((name) => takesSample.test(readFileSync(join(import.meta.dirname, name), 'utf8')))
  .map((name) => name.split(sep).join('/'));

test('npm run test:deep runs nothing of a kind that npm test does not: whoever takes a sample is a test of both', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };

  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((name) => !name.endsWith('.test.ts'))).toEqual([]);
  expect([scripts['test'], scripts['test:deep']]).toEqual(['vitest run', 'vitest run --mode deep']);
});

test('whoever has tests in depth alone has others of their kind beside them', () => {
  const withDepths = files.filter((name) => /\bdeepTest\(/.test(readFileSync(join(import.meta.dirname, name), 'utf8')));
  const lonely = withDepths.filter(
    (name) => !/^\s*test[(.]/m.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  );

  expect(withDepths).not.toEqual([]);
  expect(lonely).toEqual([]);
});

test('a file that npm test leaves out is there, and so is another of its kind that it plays', () => {
  const left = Object.entries(leftToDepth);

  expect(left.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(left.filter(([, played]) => Object.hasOwn(leftToDepth, played))).toEqual([]);
});

test('what has to pass before anything lands runs both', () => {
  const lines = readFileSync(join(root, '.ci/run'), 'utf8').split('\n');

  expect(lines).toContain('npm test');
  expect(lines).toContain('npm run test:deep');
});
