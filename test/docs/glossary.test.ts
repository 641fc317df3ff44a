import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTables } from '../spec/markdown.ts';
import { droppedWords } from './dropped-words.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `src/${path.replaceAll('\\', '/')}`);

/** What users read: all but the decisions, which tell how things were called when they were taken. */
const pages = [
  'README.md',
  ...['docs', 'docs/scenarios'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

const split = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

/** The words of a file's path, and of what it exports. */
const wordsOfSource = (path: string): readonly string[] => {
  const exported = read(path).matchAll(/^export (?:declare )?(?:abstract )?(?:const|type|interface|function|class) (\w+)/gm);
  return [path.slice('src/'.length, -'.ts'.length), ...[...exported].map(([, name = '']) => name)].flatMap(split);
};

/** What stands in prose; code may hold words of users' own, and of files of before. */
const wordsOfPage = (path: string): readonly string[] =>
  read(path)
    .replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|<!--[\s\S]*?-->/g, ' ')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

/** `src/rules`, or the page. */
const placeOf = (path: string): string => (path.startsWith('src/') ? path.split('/').slice(0, 2).join('/') : path);

const words = [
  ...sources.map((path) => ({ place: placeOf(path), found: wordsOfSource(path) })),
  ...pages.map((path) => ({ place: path, found: wordsOfPage(path) })),
];

describe('a word that was dropped stands nowhere any more', () => {
  test.each(Object.entries(droppedWords))('%s', (_, { word, now, still }) => {
    const places = words.filter(({ found }) => found.some((one) => word.test(one))).map(({ place }) => place);

    expect([...new Set(places)].toSorted(), `say "${now}"`).toEqual(still.toSorted());
  });
});

const glossary = readTables(read('docs/glossary.md')).flatMap(({ rows }) => rows);

test('the glossary has no word twice, and none that was dropped', () => {
  const headwords = glossary.map(([word = '']) => word);

  expect(headwords.length).toBeGreaterThan(20);
  expect(new Set(headwords).size).toBe(headwords.length);
  const dropped = Object.values(droppedWords);
  const text = headwords.flatMap(split);
  expect(text.filter((one) => dropped.some(({ word }) => word.test(one)))).toEqual([]);
});

test('each of its words is one that the code speaks', () => {
  const code = sources.map((path) => split(read(path)).join(' ')).join(' ');

  expect(glossary.map(([word = '']) => word.toLowerCase()).filter((word) => !code.includes(word))).toEqual(unspoken);
});

/** Words of the glossary that the code does not have yet. */
const unspoken: readonly string[] = [];
