import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderTroubleshooting } from '../../scripts/docs/troubleshooting-page.ts';
import { misuseCodes } from '../../src/cli/topics/misuse-codes.ts';
import { readTables } from '../spec/markdown.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');

test('docs/troubleshooting.md is fresh, or else: npx tsx scripts/generate-docs.ts troubleshooting.md', () => {
  expect(page).toBe(renderTroubleshooting());
});

test('every code has a section with a cause, and each cause has a remedy', () => {
  const tables = readTables(page);

  expect(tables.map(({ section }) => section)).toEqual(Object.keys(misuseCodes));
  for (const { rows } of tables) for (const row of rows) expect(row.filter((cell) => cell !== '')).toHaveLength(2);
});
