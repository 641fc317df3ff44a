import { expect, test } from 'vitest';
import { compare } from '../../src/check/diff/compare.ts';
import type { Call, Conduct } from '../../src/check/diff/conduct.ts';
import { diffClients, printDiff } from '../../src/check/diff/diff-clients.ts';
import { readScenario } from '../../src/scenario/read-scenario.ts';
import { importWith } from '../rules/clients/sound-client.ts';

const options = { transport: 'fetch', runs: 40 } as const;

test('a client is no different from itself', async () => {
  const { runs, differences } = await diffClients(importWith(), importWith(), options);

  expect(runs).toBe(41);
  expect(differences).toEqual([]);
});

test('other waits show as waits, each with a story to see them in', async () => {
  const report = await diffClients(importWith(), importWith({ waits: [1000, 3000] }), options);

  expect(report.differences.flatMap(({ changes }) => changes)).toContainEqual({
    kind: 'waits',
    text: expect.stringContaining('2.000s -> 3.000s') as string,
  });
  expect(printDiff(report)).toMatch(/waits +\d+ × {2}before \w+: 2\.000s -> 3\.000s\n +replay: sd1_/);
});

test('another page size shows in the very plainest story, and what it comes to in a story of the user', async () => {
  const scenario = readScenario('{ name: two pages, customer: { records: 30 } }', 'mine.yaml');

  const report = await diffClients(importWith(), importWith({ pageSize: '50', followingSize: '50' }), {
    ...options,
    runs: 1,
    scenarios: [scenario],
  });

  const changesIn = (name: string) => report.differences.find((one) => one.scenario.name === name)?.changes;
  expect(changesIn('drawn')).toEqual([
    { kind: 'content', text: 'the parameter maxResults of listDataQueryRecords: 20 -> 50' },
  ]);
  expect(changesIn('two pages')).toContainEqual({ kind: 'requests', text: 'listDataQueryRecords 2 times -> 1 times' });
});

const call = (what: string, at: number, body = ''): Call => ({
  what,
  at,
  request: { method: 'POST', url: 'https://host.test/a?b=1', headers: { accept: '*/*' }, body },
});
const conduct = (calls: readonly Call[], changes: Partial<Conduct> = {}): Conduct => ({
  calls,
  ended: 'succeeds',
  broken: [],
  ...changes,
});

test.each([
  [
    'the end',
    conduct([]),
    conduct([], { ended: 'fails: no' }),
    [{ kind: 'end', text: 'the client succeeds -> fails: no' }],
  ],
  [
    'a rule',
    conduct([], { broken: ['C8'] }),
    conduct([], { broken: ['C6'] }),
    [
      { kind: 'rules', text: 'C6 kept -> broken' },
      { kind: 'rules', text: 'C8 broken -> kept' },
    ],
  ],
  [
    'how many',
    conduct([call('a', 0)]),
    conduct([call('a', 0), call('a', 1)]),
    [{ kind: 'requests', text: 'a 1 times -> 2 times' }],
  ],
  [
    'the order',
    conduct([call('a', 0), call('b', 0)]),
    conduct([call('b', 0), call('a', 0)]),
    [{ kind: 'order', text: 'request 1 is a -> b' }],
  ],
  [
    'the first wait',
    conduct([call('a', 0), call('a', 5), call('a', 9)]),
    conduct([call('a', 0), call('a', 7), call('a', 9)]),
    [{ kind: 'waits', text: 'before a: 0.005s -> 0.007s' }],
  ],
  [
    'the body',
    conduct([call('a', 0, 'x')]),
    conduct([call('a', 0, 'y')]),
    [{ kind: 'content', text: 'the body of a: x -> y' }],
  ],
])('%s is told', (_, before, after, changes) => {
  expect(compare(before, after)).toEqual(changes);
});
