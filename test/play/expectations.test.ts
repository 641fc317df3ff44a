import { expect, test } from 'vitest';
import type { ExchangeName, Scenario } from '../../src/language/ast.ts';
import type { Observations } from '../../src/play/observations.ts';
import { findOverlooked, judge, type ObservedRun } from '../../src/play/expectations.ts';
import { readScenario } from '../../src/language/read-scenario.ts';

const read = (expectation: string): Scenario => readScenario(`name: x\nexpect: ${expectation}`, 'x.yaml');

/** The second line is the one that says what is expected. */
const expectedAt = (path: string): unknown =>
  expect.stringMatching(new RegExp(`^x\\.yaml:2:\\d+, expect\\.${path.replaceAll('.', '\\.')}$`));

/** Observations of a run in which only exchanges happened, all at once. */
const happened = (counts: Partial<Record<ExchangeName, number>>): Observations => ({
  times: Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Array.from({ length: count }, () => 0)]),
  ),
  arrived: {},
  queries: { inProgress: 0, completed: 0, canceled: 0 },
  mails: [],
});

const run = (scenario: Scenario, changes: Partial<ObservedRun> = {}): ObservedRun => ({
  scenario,
  outcome: { ok: true, result: undefined },
  observations: happened({}),
  elapsed: 0,
  unfired: [],
  ...changes,
});

test('a run that meets every expectation has no findings', () => {
  const scenario = read('{ result: { a: 1 }, requests: { sendEmail: 2, requestToken: { atMost: 1 } }, within: 1h }');

  const findings = judge(
    run(scenario, {
      outcome: { ok: true, result: { a: 1, b: 2 } },
      observations: happened({ sendEmail: 2 }),
      elapsed: 3_600_000,
    }),
  );

  expect(findings).toEqual([]);
});

test('a client that was stopped had no end that could be expected or not: that it was stopped is said once', () => {
  const stopped = { how: 'stuck', why: 'the clock is stuck' } as const;
  const outcome = { ok: false, error: 'the clock is stuck' } as const;
  for (const expectation of ['{}', '{ client: { fails: stuck } }', '{ client: { fails: boom } }'])
    expect(judge(run(read(expectation), { outcome, stopped }))).toEqual([]);
});

test.each([
  ['{}', true, '', undefined],
  ['{}', false, 'boom', ['the client succeeds', 'it failed: "boom"']],
  ['{ client: ends }', true, '', undefined],
  ['{ client: ends }', false, 'boom', undefined],
  ['{ client: ends, result: 2 }', false, 'boom', undefined],
  ['{ client: ends, result: 1 }', true, '', undefined],
  ['{ client: { fails: boom } }', false, 'a boom', undefined],
  ['{ client: { fails: BOOM } }', false, 'a boom', ['matches /BOOM/', 'it failed otherwise: "a boom"']],
  ['{ client: { fails: /BOOM|x/i } }', false, 'a boom', undefined],
  [
    '{ client: { fails: boom } }',
    true,
    '',
    ['the client fails with an error that matches /boom/', 'it succeeded with'],
  ],
])('expect %s: client succeeded %s "%s"', (expectation, ok, error, finding) => {
  const outcome = ok ? ({ ok, result: 1 } as const) : ({ ok: false, error } as const);

  const findings = judge(run(read(expectation), { outcome }));

  expect(findings).toEqual(
    finding === undefined
      ? []
      : [
          {
            claim: expect.stringContaining(finding[0] ?? ''),
            found: expect.stringContaining(finding[1] ?? ''),
            place: expectation === '{}' ? 'x.yaml, expect.client' : expectedAt('client'),
          },
        ],
  );
});

test.each([
  ['600', 600, undefined, undefined],
  ['600', 599, 'result is 600', '599'],
  ['{ a: 1 }', { a: 1, more: 2 }, undefined, undefined],
  ['{ a: 1 }', undefined, 'result is an object with a', 'nothing'],
  ['{ a: 1 }', {}, 'result.a is 1', 'nothing'],
  ['{ a: null }', { a: undefined }, 'result.a is nothing (null)', 'nothing'],
  ['{ a: "1" }', { a: 1 }, 'result.a is "1"', '1'],
  ['{ pages: [{ id: 1 }, { id: 2 }] }', { pages: [{ id: 1 }, { id: 3 }] }, 'result.pages[1].id is 2', '3'],
  ['{ pages: [1, 2] }', { pages: [1] }, 'result.pages is a list of 2', 'a list of 1'],
  ['{ pages: [] }', { pages: {} }, 'result.pages is an empty list', 'an object without fields'],
  ['{ a-b: { c: yes } }', { 'a-b': { c: 'no' } }, 'result["a-b"].c is "yes"', '"no"'],
  ['{ toString: 1 }', {}, 'result.toString is 1', 'nothing'],
  ['{ size: 2 }', new Set([1, 2]), undefined, undefined],
  ['0', -0, undefined, undefined],
])('expect result %s of %j', (expectation, result, claim, found) => {
  const findings = judge(run(read(`{ result: ${expectation} }`), { outcome: { ok: true, result } }));

  expect(findings).toEqual(claim === undefined ? [] : [{ claim, found, place: expectedAt('result') }]);
});

test('the result of a client that failed is not compared', () => {
  const findings = judge(run(read('{ result: 1 }'), { outcome: { ok: false, error: 'boom' } }));

  expect(findings.map(({ claim }) => claim)).toEqual(['the client succeeds']);
});

test.each([
  ['2', 2, undefined, undefined],
  ['2', 1, 'exactly 2 times', 'it happened once'],
  ['1', 0, 'exactly once', 'it never happened'],
  ['0', 3, 'never', 'it happened 3 times'],
  ['{ atLeast: 3 }', 3, undefined, undefined],
  ['{ atLeast: 3 }', 2, 'at least 3 times', 'it happened 2 times'],
  ['{ atMost: 1 }', 1, undefined, undefined],
  ['{ atMost: 1 }', 2, 'at most once', 'it happened 2 times'],
  ['{ atLeast: 2, atMost: 4 }', 5, '2 to 4 times', 'it happened 5 times'],
])('expect sendEmail %s: %i', (count, sent, claim, found) => {
  const findings = judge(
    run(read(`{ requests: { sendEmail: ${count} } }`), { observations: happened({ sendEmail: sent }) }),
  );

  expect(findings).toEqual(
    claim === undefined
      ? []
      : [{ claim: `sendEmail happens ${claim}`, found, place: expectedAt('requests.sendEmail') }],
  );
});

test('a client may take exactly the time it is given, and not a millisecond more', () => {
  const scenario = read('{ within: 3h }');

  expect(judge(run(scenario, { elapsed: 10_800_000 }))).toEqual([]);
  expect(judge(run(scenario, { elapsed: 10_800_001 }))).toEqual([
    { claim: 'the client is done within 3h', found: 'it took 3h0m0.001s', place: expectedAt('within') },
  ]);
});

test('a step whose moment never came is found where it was written', () => {
  const scenario = readScenario(
    'name: x\nsteps:\n- { at: 5m, do: holdAccount }\n- { on: sendEmail, nth: 2, fail: 503 }\n- { after: listed, elapse: 1h }',
    'x.yaml',
  );

  const findings = judge(
    run(scenario, { observations: happened({ sendEmail: 1 }), elapsed: 1000, unfired: scenario.steps }),
  );

  expect(findings).toEqual([
    {
      claim: 'this step happens: at 5m: hold the account of the first customer',
      found: 'it never did; the client was done at 1.000s',
      place: 'x.yaml:3:3',
    },
    {
      claim: 'this step happens: on the 2nd sendEmail: fail with status 503',
      found: 'it never did; sendEmail happened once',
      place: 'x.yaml:4:3',
    },
    {
      claim: 'this step happens: after the 1st "listed": let 1h pass',
      found: 'it never did; too few "listed" came',
      place: 'x.yaml:5:3',
    },
  ]);
});

test('a step that waits after an event says when the client was done', () => {
  const scenario = readScenario('name: x\nsteps:\n  - { after: listed, wait: 1h, do: expireToken }', 'x.yaml');

  const [finding] = judge(run(scenario, { elapsed: 1000, unfired: scenario.steps }));

  expect(finding?.found).toBe(
    'it never did; too few "listed" came, or the client was done at 1.000s, before the wait was over',
  );
});

test('a fault that no request has met is told from a step whose moment never came', () => {
  const scenario = readScenario(
    `name: x
steps:
- { at: 5m, fault: reset, operation: sendEmail }
- { at: 10m, fault: late, by: 1s, operation: sendEmail }
- { on: createDataQuery, fail: 503, operation: requestToken }
- { on: createDataQuery, nth: 2, fail: 503, operation: requestToken }
- { on: createDataQuery, do: loseNotification }`,
    'x.yaml',
  );

  const findings = judge(
    run(scenario, { observations: happened({ createDataQuery: 1 }), elapsed: 600_000, unfired: scenario.steps }),
  );

  expect(findings.map(({ found }) => found)).toEqual([
    'it never did; no sendEmail came after that',
    'it never did; the client was done at 10m0.000s',
    'it never did; no requestToken came after that',
    'it never did; createDataQuery happened once',
    'it never did; no notification came after that',
  ]);
});

test('what is expected of the example is judged of the example alone', () => {
  const scenario = read('{ arrived: 0, example: { result: { records: 2 }, requests: { sendEmail: 1 } } }');
  const other = run(scenario, { outcome: { ok: true, result: { records: 1 } } });

  expect(judge(other)).toEqual([]);
  expect(judge(other, true).map(({ claim, place }) => [claim, place])).toEqual([
    ['result.records is 2', expectedAt('example.result')],
    ['sendEmail happens exactly once', expectedAt('example.requests.sendEmail')],
  ]);
});

test('a step that need not happen is a warning, and still breaks the example', () => {
  const scenario = readScenario(
    '{ name: x, steps: [{ on: sendEmail, fail: 503 }], expect: { unfired: warn } }',
    'x.yaml',
  );
  const without = run(scenario, { unfired: scenario.steps });

  expect(judge(without)).toEqual([]);
  expect(findOverlooked(without).map(({ found }) => found)).toEqual(['it never did; sendEmail never happened']);
  expect(judge(without, true)).toEqual(findOverlooked(without));
  expect(findOverlooked(without, true)).toEqual([]);
});

test('what was not met has the line in which it is expected, or none where nobody wrote it', () => {
  const text = [
    'name: x',
    'expect:',
    '  client: { fails: boom }',
    '  requests:',
    '    createDataQuery: 1',
    '    sendEmail: { atLeast: 2 }',
    '  within: 3h',
    '  example:',
    '    result: { a: 1 }',
  ].join('\n');
  const placesOf = (written: string, outcome: ObservedRun['outcome']): readonly string[] =>
    judge(run(readScenario(written, 'x.yaml'), { outcome, elapsed: 11_000_000 }), true).map(({ place }) => place);

  expect(placesOf(text, { ok: true, result: {} })).toEqual([
    'x.yaml:3:3, expect.client',
    'x.yaml:5:5, expect.requests.createDataQuery',
    'x.yaml:6:5, expect.requests.sendEmail',
    'x.yaml:7:3, expect.within',
    'x.yaml:9:5, expect.example.result',
  ]);
  expect(placesOf('name: x\nexpect: { within: 4h }', { ok: false, error: 'boom' })).toEqual(['x.yaml, expect.client']);
});
