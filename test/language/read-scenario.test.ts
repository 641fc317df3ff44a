import { expect, test } from 'vitest';
import { readScenario } from '../../src/language/read-scenario.ts';

const story = `name: consent is withdrawn while the data is being collected
customer: { scope: orders, records: 600, collects: 10m }
assumptions: { cache.errors: success-only }
seed: 7
client: ./clients/import-orders.ts
steps:
  - { after: created, wait: 10m, do: revokeConsent }
  - { on: listDataQueryRecords, nth: 2, fail: integrationTimeout, times: 3 }
  - { on: listDataQueryRecords, fail: 503 }
  - { at: 30m, do: expireToken, customer: c-2 }
  - { after: notified, elapse: 61m }
  - { at: 5m, do: holdAccount, for: 2h }
  - { at: 5m, fail: 504, operation: createDataQuery, times: 2 }
expect:
  client: { fails: /revoked|canceled/i }
  requests: { createDataQuery: 2, listDataQueryRecords: { atLeast: 3 }, notification: { atMost: 1 } }
  within: 3h
`;

test('a file is read into one plain scenario, with the place of each step', () => {
  expect(readScenario(story, 'consent.yaml')).toStrictEqual({
    version: 1,
    name: 'consent is withdrawn while the data is being collected',
    source: 'consent.yaml',
    client: './clients/import-orders.ts',
    seed: 7,
    customers: [{ scope: 'orders', records: 600, collects: '10m' }],
    assumptions: { 'cache.errors': 'success-only' },
    steps: [
      {
        trigger: { kind: 'after', event: 'created', nth: 1, wait: '10m' },
        action: { do: 'revokeConsent' },
        place: 'consent.yaml:7:5',
      },
      {
        trigger: { kind: 'on', exchange: 'listDataQueryRecords', nth: 2 },
        action: { do: 'fail', failure: { kind: 'row', row: 'integrationTimeout' }, times: 3 },
        place: 'consent.yaml:8:5',
      },
      {
        trigger: { kind: 'on', exchange: 'listDataQueryRecords', nth: 1 },
        action: { do: 'fail', failure: { kind: 'status', status: 503 }, times: 1 },
        place: 'consent.yaml:9:5',
      },
      {
        trigger: { kind: 'at', time: '30m' },
        action: { do: 'expireToken', customer: 'c-2' },
        place: 'consent.yaml:10:5',
      },
      {
        trigger: { kind: 'after', event: 'notified', nth: 1, wait: '0s' },
        action: { do: 'elapse', duration: '61m' },
        place: 'consent.yaml:11:5',
      },
      {
        trigger: { kind: 'at', time: '5m' },
        action: { do: 'holdAccount', for: '2h' },
        place: 'consent.yaml:12:5',
      },
      {
        trigger: { kind: 'at', time: '5m' },
        action: { do: 'fail', failure: { kind: 'status', status: 504 }, times: 2, operation: 'createDataQuery' },
        place: 'consent.yaml:13:5',
      },
    ],
    expect: {
      client: { outcome: 'fails', matching: '/revoked|canceled/i' },
      requests: {
        createDataQuery: { atLeast: 2, atMost: 2 },
        listDataQueryRecords: { atLeast: 3, atMost: Number.MAX_SAFE_INTEGER },
        notification: { atLeast: 0, atMost: 1 },
      },
      within: '3h',
      places: {
        'expect.client': 'consent.yaml:15:3',
        'expect.client.fails': 'consent.yaml:15:13',
        'expect.requests': 'consent.yaml:16:3',
        'expect.requests.createDataQuery': 'consent.yaml:16:15',
        'expect.requests.listDataQueryRecords': 'consent.yaml:16:35',
        'expect.requests.listDataQueryRecords.atLeast': 'consent.yaml:16:59',
        'expect.requests.notification': 'consent.yaml:16:73',
        'expect.requests.notification.atMost': 'consent.yaml:16:89',
        'expect.within': 'consent.yaml:17:3',
      },
    },
  });
});

test('a name is enough: the client is then expected to succeed', () => {
  expect(readScenario('name: plain import', 'plain.yaml')).toStrictEqual({
    version: 1,
    name: 'plain import',
    source: 'plain.yaml',
    customers: [],
    assumptions: {},
    steps: [],
    expect: { client: { outcome: 'succeeds' }, requests: {} },
  });
});

test('a scenario survives being written as JSON', () => {
  const scenario = readScenario(story, 'consent.yaml');

  expect(JSON.parse(JSON.stringify(scenario))).toStrictEqual(scenario);
});

test('JSON is read like YAML, also when it is indented with tabs', () => {
  const text = JSON.stringify({ name: 'late', steps: [{ on: 'notification', elapse: '61m' }] }, null, '\t');

  expect(readScenario(text, 'late.json').steps).toStrictEqual([
    {
      trigger: { kind: 'on', exchange: 'notification', nth: 1 },
      action: { do: 'elapse', duration: '61m' },
      place: 'late.json:4:3',
    },
  ]);
});

test.each([
  ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
  ['comments and a document mark', (text: string) => text.replace('name:', '--- # the story\nname:')],
])('%s changes nothing', (_, change) => {
  const { steps, expect: wanted, ...plain } = readScenario(story, 'f.yaml');

  const { steps: sameSteps, expect: sameWanted, ...same } = readScenario(change(story), 'f.yaml');

  expect(same).toStrictEqual(plain);
  expect({ ...sameWanted, places: undefined }).toStrictEqual({ ...wanted, places: undefined });
  expect(sameSteps.map(({ trigger, action }) => ({ trigger, action }))).toStrictEqual(
    steps.map(({ trigger, action }) => ({ trigger, action })),
  );
});

test('what an alias stands for is read in its place', () => {
  const text = 'name: x\nsteps:\n  - &hold { at: 5m, do: holdAccount }\n  - *hold\n';

  const [one, two] = readScenario(text, 'f.yaml').steps;

  expect(two).toStrictEqual({ ...one, place: 'f.yaml:4:5' });
});

test('an error type stands for its row when no other row has it', () => {
  const text = 'name: x\nsteps: [{ on: createDataQuery, fail: REQUEST_CONFLICT }]';

  expect(readScenario(text, 'f.yaml').steps[0]?.action).toMatchObject({
    failure: { kind: 'row', row: 'requestConflict' },
  });
});

test('words that older YAML takes for truth values stay words', () => {
  const { expect: expectation } = readScenario('%YAML 1.1\n---\nname: no\nexpect: { result: [yes, 1:30] }', 'f.yaml');

  expect(expectation.result).toStrictEqual(['yes', '1:30']);
});
