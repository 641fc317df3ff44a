import { expect, test } from 'vitest';
import { type Behaviour, type Call, type Change, compare } from '../../src/check/diff/compare.ts';
import { type Difference, diffClients } from '../../src/check/diff/diff-clients.ts';
import { printDiff } from '../../src/check/diff/print-diff.ts';
import { readScenario } from '../../src/language/read-scenario.ts';
import { importWith } from '../rules/clients/reference-client.ts';

const options = { transport: 'fetch', runs: 40 } as const;

test('a client is no different from itself', async () => {
  const { runs, differences } = await diffClients(importWith(), importWith(), { ...options, runs: 15 });

  expect(runs).toBe(15);
  expect(differences).toEqual([]);
});

test('other waits show as waits, each with a scenario to see them in', async () => {
  const report = await diffClients(importWith(), importWith({ waits: [1000, 3000] }), options);

  expect(report.differences.flatMap(({ changes }) => changes)).toContainEqual({
    kind: 'waits',
    text: expect.stringContaining('2.000s -> 3.000s') as string,
  });
  const text = printDiff(report);
  const [, run = ''] =
    /waits +\d+ × {2}before \w+: 2\.000s -> 3\.000s \((?:e\.g\. )?(scenario \d+)\)\n/.exec(text) ?? [];
  expect(text).toMatch(new RegExp(`\\nto replay them:\\n(?:.*\\n)* {2}${run} +sd1_`));
});

test('another page size shows in the baseline, and what it comes to in a scenario of the user', async () => {
  const scenario = readScenario('{ name: two pages, customer: { records: 30 } }', 'mine.yaml');

  const report = await diffClients(importWith(), importWith({ pageSize: '50', followingSize: '50' }), {
    ...options,
    runs: 1,
    scenarios: [scenario],
  });

  const changesIn = (name: string) => report.differences.find((one) => one.scenario.name === name)?.changes;
  expect(changesIn('generated')).toEqual([
    { kind: 'content', text: 'the parameter maxResults of listDataQueryRecords: 20 -> 50' },
  ]);
  expect(changesIn('two pages')).toContainEqual({ kind: 'requests', text: 'listDataQueryRecords: 2 -> 1' });
});

const difference = (number: number, ...changes: readonly Change[]): Difference => ({
  run: number,
  scenario: readScenario('{ name: a }', 'a.yaml'),
  changes,
  replay: `sd1_${number}`,
});

test('what changed alike in several scenarios is shown once, with the number of one of them; each scenario is shown once', () => {
  const fewer = (was: number, is: number): Change => ({ kind: 'requests', text: `sendEmail: ${was} -> ${is}` });
  const end: Change = { kind: 'end', text: 'the client succeeds -> fails: no' };

  const text = printDiff({
    runs: 41,
    differences: [
      difference(3, fewer(4, 1), end),
      difference(7, fewer(2, 1)),
      difference(8, fewer(4, 1)),
      difference(40, fewer(1, 3)),
    ],
  });

  expect(text).toBe(`4 of 41 scenarios are different

  requests    3 ×  sendEmail: 4 -> 1, 2 -> 1 (e.g. scenario 3)
  end         1 ×  the client succeeds -> fails: no (scenario 3)
  requests    1 ×  sendEmail: 1 -> 3 (scenario 40)

to replay them:
  scenario 3   sd1_3
  scenario 40  sd1_40
`);
});

test('scenarios without a difference are shown in one line', () => {
  expect(printDiff({ runs: 1, differences: [] })).toBe('0 of 1 scenario is different\n');
});

const call = (what: string, at: number, body = ''): Call => ({
  what,
  at,
  request: { method: 'POST', url: 'https://host.test/a?b=1', headers: { accept: '*/*' }, body },
});
const behaviour = (calls: readonly Call[], changes: Partial<Behaviour> = {}): Behaviour => ({
  calls,
  ended: 'succeeds',
  broken: [],
  ...changes,
});

test.each([
  [
    'the end',
    behaviour([]),
    behaviour([], { ended: 'fails: no' }),
    [{ kind: 'end', text: 'the client succeeds -> fails: no' }],
  ],
  [
    'a rule',
    behaviour([], { broken: ['C8'] }),
    behaviour([], { broken: ['C6'] }),
    [
      { kind: 'rules', text: 'C6: kept -> broken' },
      { kind: 'rules', text: 'C8: broken -> kept' },
    ],
  ],
  [
    'how many',
    behaviour([call('a', 0)]),
    behaviour([call('a', 0), call('a', 1)]),
    [{ kind: 'requests', text: 'a: 1 -> 2' }],
  ],
  [
    'the order',
    behaviour([call('a', 0), call('b', 0)]),
    behaviour([call('b', 0), call('a', 0)]),
    [{ kind: 'order', text: 'request 1 is a -> b' }],
  ],
  [
    'the first wait',
    behaviour([call('a', 0), call('a', 5), call('a', 9)]),
    behaviour([call('a', 0), call('a', 7), call('a', 9)]),
    [{ kind: 'waits', text: 'before a: 0.005s -> 0.007s' }],
  ],
  [
    'the body',
    behaviour([call('a', 0, 'x')]),
    behaviour([call('a', 0, 'y')]),
    [{ kind: 'content', text: 'the body of a: x -> y' }],
  ],
  [
    'both ends',
    behaviour([], { ended: 'fails: no' }),
    behaviour([], { ended: 'fails: never' }),
    [{ kind: 'end', text: 'the client fails: no -> never' }],
  ],
  [
    'what differs in a long body',
    behaviour([call('a', 0, `${'x'.repeat(200)}${'y'.repeat(200)}`)]),
    behaviour([call('a', 0, 'x'.repeat(200))]),
    [{ kind: 'content', text: `the body of a: …${'x'.repeat(30)}${'y'.repeat(90)}… -> …${'x'.repeat(30)}` }],
  ],
])('%s is told', (_, before, after, changes) => {
  expect(compare(before, after)).toEqual(changes);
});
