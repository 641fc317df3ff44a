import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLibrary, titleOf } from '../../scripts/docs/library/read-library.ts';
import { renderSubject } from '../../scripts/docs/library/subject-page.ts';
import { subjects } from '../../scripts/docs/library/subjects.ts';
import { loadScenarios } from '../../src/index.ts';
import { namesOf } from '../../src/spec/names-of.ts';
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

test('they are many, and no two have the same name', () => {
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

const headingsOf = (page: string): readonly (string | undefined)[] =>
  [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);

test('the guide has a page for each subject and no other, with each of its scenarios once', () => {
  const names = namesOf(subjects);

  // If not: npx tsx scripts/generate-docs.ts
  expect(readdirSync(guide).sort()).toEqual(['README.md', ...names.map((name) => `${name}.md`)].sort());
  for (const name of names) {
    const page = readFileSync(join(guide, `${name}.md`), 'utf8');
    const named = library.filter(({ subject }) => subject === name);
    expect(headingsOf(page), name).toEqual(named.map(titleOf));
    expect(page.startsWith(renderSubject(name, [])), name).toBe(true);
  }
});
