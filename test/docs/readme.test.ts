import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { renderReadme } from '../../scripts/docs/readme-table.ts';
import { readScenario } from '../../src/index.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

const blocks = (language: string): readonly string[] =>
  [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text ?? '');

test('the example of the README is a test that runs', () => {
  const [example = ''] = blocks('ts');
  const run = readFileSync(join(root, 'test/docs/example.test.ts'), 'utf8');
  const body = example.slice(example.indexOf("test('"));

  expect(body.length).toBeGreaterThan(200);
  expect(run).toContain(body);
});

test('the scenario of the README is one', () => {
  const [text = ''] = blocks('yaml');

  expect(readScenario(text, 'README.md').steps).toHaveLength(1);
});

test('the README gives both commands, and links only to pages that exist', () => {
  expect(readme).toContain('npm ci && npm start');
  expect(readme).toContain('npm ci && npm test');
  for (const [, page = ''] of readme.matchAll(/\]\(([^)]+)\)/g))
    expect(readFileSync(join(root, page), 'utf8')).not.toBe('');
});

test('the table of verbs is fresh, or else: npx tsx scripts/generate-docs.ts', () => {
  expect(readme).toBe(renderReadme(readme));
});
