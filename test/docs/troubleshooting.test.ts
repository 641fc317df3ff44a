import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { misuseCodes } from '../../src/cli/topics/misuse-codes.ts';
import { readTables } from '../spec/markdown.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');

test('every code has a section with a cause, and each cause has a remedy', () => {
  const tables = readTables(page);

  expect(tables.map(({ section }) => section)).toEqual(Object.keys(misuseCodes));
  for (const { rows } of tables) for (const row of rows) expect(row.filter((cell) => cell !== '')).toHaveLength(2);
});
