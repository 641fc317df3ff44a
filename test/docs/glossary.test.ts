import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readTables } from '../spec/markdown.ts';
import { droppedWords, stillStanding, unspoken } from './dropped-words.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `src/${path.replaceAll('\\', '/')}`);

/** What users read: all but the decisions, which tell how things were called when they were taken. */
const pages = [
  'README.md',
  ...['docs', 'docs/how-to', 'docs/scenarios'].flatMap((folder) =>
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

const declared = /^export (?:declare )?(?:abstract )?(?:const|type|interface|function|class) (\w+)/gm;
const handedOn = /^export (?:type )?\{([^}]*)\}/gm;

/** The words of a file's path, and of what it exports. */
const wordsOfSource = (path: string): readonly string[] => {
  const text = read(path);
  const names = [...text.matchAll(declared), ...text.matchAll(handedOn)].map(([, name = '']) => name);
  return [path.slice('src/'.length, -'.ts'.length), ...names].flatMap(split);
};

/** What stands in prose; code may hold words of users' own, and of files of before. */
const wordsOfPage = (path: string): readonly string[] =>
  read(path)
    .replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|<!--[\s\S]*?-->/g, ' ')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());

/** `src/rules`, or the page. */
const placeOf = (path: string): string => (path.startsWith('src/') ? path.split('/').slice(0, 2).join('/') : path);

const inCode = sources.map((path) => ({ place: placeOf(path), words: wordsOfSource(path) }));
const inProse = pages.map((path) => ({ place: path, words: wordsOfPage(path) }));

test.each(Object.entries(droppedWords))(
  '"%s" was dropped, and does not come back',
  (word, { forms, now, ...about }) => {
    const places = [...inCode, ...(about.inProse ? inProse : [])]
      .filter(({ words }) => words.some((one) => forms.test(one)))
      .map(({ place }) => place);

    expect([...new Set(places)].toSorted(), `say "${now}"`).toEqual((stillStanding[word] ?? []).toSorted());
  },
);

const glossary = readTables(read('docs/glossary.md')).flatMap(({ rows }) => rows);

test('the glossary has no word twice, and none that was dropped', () => {
  const headwords = glossary.map(([word = '']) => word);

  expect(headwords.length).toBeGreaterThan(20);
  expect(new Set(headwords).size).toBe(headwords.length);
  const dropped = Object.values(droppedWords);
  const text = headwords.flatMap(split);
  expect(text.filter((one) => dropped.some(({ forms }) => forms.test(one)))).toEqual([]);
});

test('each of its words is one that the code speaks', () => {
  const code = sources.map((path) => split(read(path)).join(' ')).join(' ');

  expect(
    glossary.map(([word = '']) => word.toLowerCase()).filter((word) => !code.includes(split(word).join(' '))),
  ).toEqual(unspoken);
});
