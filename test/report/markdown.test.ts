import { marked, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { createMarkdownReporter } from '../../src/report/markdown.ts';
import type { Result } from '../../src/report/result.ts';
import { finding, hostileTexts, request, sample } from './sample.ts';

const write = (results: readonly Result[], planned = results.length): string =>
  createMarkdownReporter().end({
    results,
    planned,
    ...(planned > results.length && { stopped: 'interrupted' as const }),
  });

/** The cells of a row as GFM has them: a `|` ends one unless a backslash stands before it. */
const readRow = (line: string): readonly string[] =>
  line
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

const readTable = (page: string): readonly (readonly string[])[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(readRow);

test('it is a table with the broken ones first, and what went wrong below it', () => {
  const broken = sample({ name: 'other', findings: [finding()], entries: [request(0, 1, 'createDataQuery')] });

  const page = write([sample(), broken]);

  expect(page.split('\n')[0]).toBe('### ✗ stunt-double: 1 passed, 1 failed');
  expect(readTable(page)).toEqual([
    ['', 'scenario', 'virtual', 'real', 'what went wrong'],
    ['---', '---', '---:', '---:', '---'],
    ['✗', 'other', '1h0m0.000s', '1.3 s', 'result.records is 600; 599'],
    ['✓', 'plain import', '1h0m0.000s', '1.3 s', ''],
  ]);
  expect(page).toContain('<details><summary>other</summary>\n\n```text\nexpected: result.records is 600');
  expect(page).toMatch(/▶? +0s │ #1 createDataQuery/);
});

test('what was found is told apart from how much more went wrong', () => {
  const once = finding({
    claim: 'C11 inside-the-hour: Records are listed within an hour.',
    found: 'it happened 6 times',
  });
  const rowOf = (findings: readonly ReturnType<typeof finding>[]) => readTable(write([sample({ findings })]))[2]?.[4];

  expect(rowOf([once])).toBe('C11 inside-the-hour: Records are listed within an hour; it happened 6 times');
  expect(rowOf([once, finding(), finding()])).toMatch(/; it happened 6 times; 2 more failures$/);
});

test('a run that was stopped says how many are missing', () => {
  expect(write([sample()], 4)).toContain('1 passed, 0 failed, 3 not run (interrupted)');
});

test('thousands of scenarios stay a page that is shown', () => {
  const page = write([
    ...Array.from({ length: 3000 }, () => sample()),
    ...Array.from({ length: 100 }, () => sample({ findings: [finding()] })),
  ]);

  expect(Buffer.byteLength(page)).toBeLessThan(1024 * 1024);
  expect(page).toContain('2500 more were kept.');
  expect(readTable(page)[2]?.[0]).toBe('✗');
});

/** What Markdown makes of the text of a cell: escapes and entities undone. */
const readText = (cell: string): string =>
  cell
    .replace(/\\([\\`*_{}[\]()#+!|~$])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('\u200B', '');

test.each(hostileTexts)('%j stays one cell of text', (text) => {
  const page = write([sample({ name: text, findings: [finding({ claim: text, found: text })] })]);

  const [, , row = [], ...rest] = readTable(page.slice(0, page.indexOf('<details>')));
  expect(row).toHaveLength(5);
  expect(rest).toEqual([]);
  const cell = row[1] ?? '';
  // No character that begins something in Markdown or HTML stands alone.
  expect(cell.replace(/\\./g, '')).not.toMatch(/[`*_[\]<>|#~]|https?:\/\/|@\w/);
  if (/^[\x20-\x7e]*$/.test(text)) expect(readText(cell)).toBe(text.trim());
});

test.each(hostileTexts)('%j does not end its fence', (text) => {
  const page = write([sample({ name: text, findings: [finding({ claim: text, found: text })], replay: text })]);

  const inside = page.slice(page.indexOf('<details>'));
  const [, fence = ''] = /^(`{3,})text$/m.exec(inside) ?? [];
  const lines = inside.split('\n');
  const ends = lines.flatMap((line, index) => (line.trim() === fence ? [index] : []));
  expect(ends).toHaveLength(1);
  expect(lines.slice((ends[0] ?? 0) + 1).filter((line) => line !== '')).toEqual(['</details>']);
});

/** What a reader of GitHub's Markdown makes of a page. */
const tablesOf = (page: string): readonly Tokens.Table[] =>
  marked.lexer(page, { gfm: true }).filter((token): token is Tokens.Table => token.type === 'table');

test.each(hostileTexts)('%j: a reader of Markdown finds one table, and only text in it', (text) => {
  const page = write([sample({ name: text, findings: [finding({ claim: text, found: text })] })]);

  const [table, ...more] = tablesOf(page);

  expect(more).toEqual([]);
  expect(table?.rows).toHaveLength(1);
  const kinds = table?.rows[0]?.flatMap(({ tokens }) => tokens.map(({ type }) => type)) ?? [];
  expect(kinds.filter((kind) => !['text', 'escape'].includes(kind))).toEqual([]);
});
