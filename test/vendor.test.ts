import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundleVendored } from '../scripts/vendor/bundle.ts';

const folder = resolve(import.meta.dirname, '../src/vendor');
const read = (name: string): string => readFileSync(resolve(folder, name), 'utf8');

test('what is vendored is what is installed: else npx tsx scripts/vendor.ts', async () => {
  for (const [name, text] of Object.entries(await bundleVendored())) expect(read(name) === text, name).toBe(true);
});

test('it asks for nothing but Node, and for nothing that Node 20 has not', () => {
  const text = read('interceptors.js');
  const imported = [...text.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name]) => name);

  expect(imported.length).toBeGreaterThan(3);
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  expect(text).not.toMatch(/\brequire\(|\bimport\(/);
  expect(text).not.toMatch(/Promise\.withResolvers/);
});
