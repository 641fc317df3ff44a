import { describe, expect, test } from 'vitest';
import { compareReports, isAtLeast, leastVersion } from '../../scripts/release/api/judge.ts';

const report = (...lines: readonly string[]): string =>
  `## API Report File for "x"\n\n\`\`\`ts\n\n${lines.join('\n')}\n\n// (No comment)\n\n\`\`\`\n`;

const before = report(
  '// @public',
  'export interface Options {',
  '    // (undocumented)',
  '    readonly seed?: number;',
  '    readonly wait: string;',
  '}',
  'export const play: (options: Options) => void;',
  'export type Shape = { readonly one: 1; };',
  'export class Failed extends Error {',
  '    constructor(why: string);',
  '    readonly why: string;',
  '}',
);

const changed = (from: string, to: string) => {
  expect(before).toContain(from);
  return compareReports(before, before.replace(from, to));
};

describe('what became of the public types', () => {
  test('nothing did when only comments and spaces are others', () => {
    const spaced = before
      .replace('    // (undocumented)\n', '')
      .replace('(options: Options) =>', '(options:  Options)\n =>');

    expect(compareReports(before, spaced)).toEqual({ breaking: [], added: [] });
  });

  test.each([
    ['a declaration that is gone', 'export const play: (options: Options) => void;\n', '', ['play is gone']],
    ['a declaration that is another', '=> void', '=> number', ['play is another']],
    ['a member that is gone', '    readonly seed?: number;\n', '', ['Options.seed is gone']],
    [
      'a member that is required from now on',
      'seed?: number',
      'seed: number',
      ['Options.seed is another: readonly seed?: number; → readonly seed: number;'],
    ],
    ['a member of a type that is gone', ' readonly one: 1; ', ' ', ['Shape.one is gone']],
    [
      'a constructor that wants more',
      'constructor(why: string)',
      'constructor(why: string, where: string)',
      ['Failed.constructor is another: constructor(why: string); → constructor(why: string, where: string);'],
    ],
    ['what a class extends', 'extends Error', 'extends TypeError', ['Failed is another']],
  ])('%s breaks', (_what, from, to, breaking) => {
    expect(changed(from, to).breaking).toEqual(expect.arrayContaining(breaking));
  });

  test('an entry that is gone takes all its declarations with it', () => {
    expect(compareReports(before, '').breaking).toEqual(
      expect.arrayContaining(['Options is gone', 'play is gone', 'Shape is gone', 'Failed is gone']),
    );
  });

  test('a declaration more, and a member more, add', () => {
    const { breaking, added } = changed(
      '    readonly wait: string;\n}',
      '    readonly wait: string;\n    readonly more?: 1;\n}\nexport const ask: () => void;',
    );

    expect({ breaking, added }).toEqual({ breaking: [], added: ['Options.more', 'ask'] });
  });
});

const breaks = { breaking: ['x is gone'], added: [] };
const adds = { breaking: [], added: ['x'] };
const same = { breaking: [], added: [] };

test.each([
  ['1.2.3', breaks, '2.0.0'],
  ['1.2.3', adds, '1.3.0'],
  ['1.2.3', same, '1.2.4'],
  ['0.2.3', breaks, '0.3.0'],
  ['0.2.3', adds, '0.3.0'],
  ['0.2.3', same, '0.2.4'],
])('after %s, %o is %s at least', (last, changes, least) => {
  expect(leastVersion(last, changes)).toBe(least);
});

test('versions are compared as numbers, not as words', () => {
  expect([isAtLeast('0.10.0', '0.9.0'), isAtLeast('0.9.9', '0.10.0'), isAtLeast('1.0.0', '1.0.0')]).toEqual([
    true,
    false,
    true,
  ]);
});
