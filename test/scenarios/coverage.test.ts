import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderIndex } from '../../scripts/docs/library/index-page.ts';
import { readLibrary } from '../../scripts/docs/library/read-library.ts';
import { loadScenarios } from '../../src/index.ts';
import { findMissing, topics } from './coverage.ts';

const folder = resolve(import.meta.dirname, '../../scenarios');
const scenarios = await loadScenarios([folder]);
const files = [...new Set(scenarios.map(({ source }) => source))];

describe('the library of scenarios leaves nothing out', () => {
  test.each(Object.entries(topics))('%s', (_, topic) => {
    expect(topic.wanted.length).toBeGreaterThan(0);
    expect(findMissing(topic, scenarios)).toEqual([]);
  });
});

test.each(Object.entries(topics))('what is missing of the %s would be named', (_, topic) => {
  expect(findMissing(topic, [])).toEqual(topic.wanted);
});

test('there are at least forty, and no two have the same name', () => {
  expect(files.length).toBeGreaterThanOrEqual(40);
  expect(scenarios.map(({ name }) => name).filter((name, index, names) => names.indexOf(name) !== index)).toEqual([]);
});

const library = await readLibrary();

test('every file stands in a subject, and says why in more than a few words', () => {
  expect(library).toHaveLength(files.length);
  expect(library.filter(({ why }) => why.length < 50).map(({ name }) => name)).toEqual([]);
  expect(new Set(library.map(({ name }) => name)).size).toBe(library.length);
});

const guide = resolve(import.meta.dirname, '../../docs/scenarios');

test('the guide has a page for each file and no other, and its index names them all', () => {
  const pages = readdirSync(guide, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));

  // If not: npx tsx scripts/generate-docs.ts
  expect(pages.sort()).toEqual(['README.md', ...library.map(({ subject, name }) => `${subject}/${name}.md`)].sort());
  expect(readFileSync(join(guide, 'README.md'), 'utf8')).toBe(renderIndex(library));
});
