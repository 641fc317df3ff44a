import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import importOrders from '../../scenarios/clients/import-orders.ts';
import { checkClient } from '../../src/check/check-client.ts';
import { expectedCells } from '../../src/check/coverage/cells.ts';
import { allTopics } from '../../src/cli/topics/all-topics.ts';
import { eventNames } from '../../src/core/event.ts';
import { allRules } from '../../src/rules/catalogue.ts';
import { assumptionIds, assumptionRow } from '../../src/spec/assumptions.ts';
import { operationNames } from '../../src/spec/routes.ts';
import { amount } from '../sampled.ts';
import { readSections, readTables } from '../spec/markdown.ts';
import { run } from './begin.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: read(`src/${path}`) }));

/** All that a pattern finds in the code, each once. */
const inCode = (folder: string, pattern: RegExp): readonly string[] => [
  ...new Set(
    sources
      .filter(({ path }) => path.startsWith(folder))
      .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, word = '']) => word)),
  ),
];

/** Those of the words that `explain` does not know. */
const unknownOf = async (words: readonly string[]): Promise<readonly string[]> => {
  const unknown: string[] = [];
  for (const word of words) if ((await run(['explain', word])).code !== 0) unknown.push(word);
  return unknown;
};

const aliasesOf = ({ aliases }: (typeof allTopics.statuses)[number]): readonly string[] => aliases;

describe('explain knows every word that is printed:', () => {
  test('the codes that errors carry', async () => {
    const codes = inCode('misuse.ts', /^ {2}\| '([A-Z_]+)'/gm);

    expect(codes.length).toBeGreaterThan(15);
    expect(await unknownOf(codes)).toEqual([]);
    for (const code of codes) expect((await run(['explain', `[${code}]`])).out).toContain('remedy');
  });

  test('the names under which anything is refused, and the sections that this rests on', async () => {
    const rows = inCode('core/', /\bnamed\(\s*'(\w+)'|\brow: '(\w+)'|\brefuse\('(\w+)'/g);

    expect(rows).toContain('linkExpired');
    expect(await unknownOf(rows.filter((row) => row !== ''))).toEqual([]);
    const sections = inCode('', /'([A-Z][A-Za-z ]+, interface [ABC])'/g);
    expect(sections.length).toBeGreaterThan(15);
    expect(await unknownOf(sections)).toEqual([]);
  });

  test('the sections of rules and assumptions', async () => {
    const sections = [
      ...allRules.map(({ section }) => section),
      ...assumptionIds.map((id) => assumptionRow(id).section),
    ];

    expect(await unknownOf([...new Set(sections)])).toEqual([]);
  });

  test('the events of a simulation', async () => {
    expect(await unknownOf(eventNames)).toEqual([]);
  });

  test('what answers can be: statuses, states and names of fields', async () => {
    const words = ['200', '201', '403', '418', '503', '599', 'COMPLETED', 'CANCELED', 'nextPageToken', 'expires_in'];

    expect(await unknownOf(words)).toEqual([]);
  });

  test('every cell of coverage that is within reach of some client', async () => {
    const exchanges = Object.fromEntries([...operationNames, 'notification'].map((name) => [name, 1]));
    const cells = expectedCells({ exchanges, customers: 1, pageSize: 250 });
    const known = new Set(allTopics.cells.map(({ name }) => name));

    expect(cells.length).toBeGreaterThan(200);
    expect(cells.filter((cell) => !known.has(cell))).toEqual([]);
    expect(await unknownOf(cells.filter((_, index) => index % 20 === 0))).toEqual([]);
  });

  test('and every cell that the runs of a check met', async () => {
    const { coverage } = await checkClient(importOrders, { runs: amount({ usual: 6, deep: 12 }), seed: 5 });
    const known = new Set([...allTopics.cells.map(({ name }) => name), ...allTopics.statuses.flatMap(aliasesOf)]);

    expect(Object.keys(coverage.cells).length).toBeGreaterThan(15);
    expect(Object.keys(coverage.cells).filter((cell) => !known.has(cell))).toEqual([]);
  });

  test.each(['token', 'refresh', 'refresh token', 'refresh_token'])('how %s goes over the wire', async (word) => {
    const { out } = await run(['explain', word]);

    expect(out).toContain('POST /auth/o2/token');
    expect(out).toContain('grant_type=refresh_token&client_id=…&client_secret=…&refresh_token=…');
    expect(out).toContain('application/x-www-form-urlencoded');
    expect(out).toContain('env.customer.refreshToken');
  });
});

describe('the pages that are quoted', () => {
  test('each section of the interfaces is a topic with its text', async () => {
    const sections = readSections(read('docs/interfaces.md'));

    expect(allTopics.sections.map(({ name }) => name)).toEqual(sections);
    for (const { name, text = '' } of allTopics.sections) {
      expect([name, text.length > 20]).toEqual([name, true]);
      expect((await run(['explain', name])).out).toContain(text);
    }
  });

  test('a section is found as it is printed: with "see", without its comma, in several words', async () => {
    const { out } = await run(['explain', 'Endpoints, interface C']);

    expect(out).toContain('`/{scopeId}/data-queries/{queryId}/records`');
    for (const words of [['see Endpoints, interface C'], ['Endpoints,', 'interface', 'C'], ['endpoints interface c']]) {
      expect((await run(['explain', ...words])).out).toBe(out);
    }
  });

  test('each word of the glossary is explained as it stands there', () => {
    const rows = readTables(read('docs/glossary.md')).flatMap((table) => table.rows);

    expect(allTopics.words.map(({ name }) => name)).toEqual(rows.map(([word]) => word));
  });
});

describe('several words in one call', () => {
  test('are explained one after the other, each once', async () => {
    const { out } = await run(['explain', 'linkExpired', 'relied', 'on', 'tokenLife: at', 'linkExpired']);

    expect(out.match(/^\S.*/gm)).toEqual(['linkExpired  error', 'relied on  word', 'tokenLife: at  cell']);
  });

  test.each([
    [['Endpoints,', 'interfac', 'C'], 'Endpoints, interface C'],
    [['onePageOfRecord: at'], 'onePageOfRecords: at'],
    [['relid on'], 'relied on'],
    [['PageToken'], 'nextPageToken'],
  ])('%j is near to "%s"', async (words, near) => {
    expect((await run(['explain', ...words])).err).toContain(`"${near}"`);
  });
});
