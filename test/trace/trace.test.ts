import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/trace/entry.ts';
import { createTrace } from '../../src/trace/trace.ts';

const request = (at: number, over: Partial<Extract<Entry, { kind: 'request' }>['request']> = {}): Entry => ({
  at,
  kind: 'request',
  exchange: 1,
  operation: 'createDataQuery',
  region: 'eu-west-1',
  request: { method: 'POST', url: 'https://eu.test/orders/data-queries', headers: {}, body: '', ...over },
});

const answer = (at: number, over: Partial<Extract<Entry, { kind: 'answer' }>> = {}): Entry => ({
  at,
  kind: 'answer',
  exchange: 1,
  answer: { status: 201, headers: {}, body: '{}' },
  section: 'Endpoints, interface C',
  leaned: [],
  ...over,
});

const traceOf = (...entries: readonly Entry[]): ReturnType<typeof createTrace> => {
  const trace = createTrace();
  for (const entry of entries) trace.record(entry);
  return trace;
};

test('an exchange that takes no time is one line, one that takes time is two', () => {
  expect(traceOf(request(0), answer(0)).lines()).toEqual([
    '        0.000s  client    #1 createDataQuery (eu-west-1) → 201',
  ]);
  expect(traceOf(request(0), answer(61_000)).lines()).toEqual([
    '        0.000s  client    #1 createDataQuery (eu-west-1) …',
    '      1m1.000s  client    #1 createDataQuery (eu-west-1) → 201',
  ]);
});

test('console.log shows what happened, a line each', () => {
  expect(inspect(traceOf(request(0), answer(61_000)))).toBe(`\
        0.000s  client    #1 createDataQuery (eu-west-1) …
      1m1.000s  client    #1 createDataQuery (eu-west-1) → 201`);
});

test('a line says why an answer was given: the row, that it was injected, or since when it is remembered', () => {
  const lines = traceOf(
    request(0),
    answer(0, { row: 'integrationTimeout', injected: true, answer: { status: 504, headers: {}, body: '' } }),
    request(300),
    answer(300, { rememberedSince: 0 }),
  ).lines();

  expect(lines[0]).toMatch(/→ 504 integrationTimeout, injected$/);
  expect(lines[1]).toMatch(/→ 201 remembered since 0\.000s$/);
});

test('every kind of entry has a line, and every entry is one line of JSON', () => {
  const trace = traceOf(
    { at: 0, kind: 'began', epoch: '2024-02-29T00:00:00.000Z', seed: 3 },
    { at: 1, kind: 'hungUp', exchange: 1 },
    {
      at: 2,
      kind: 'transition',
      query: 'abcdefgh-1',
      customer: 'c',
      scope: 's',
      from: 'inProgress',
      to: 'canceled',
      because: 'held',
    },
    {
      at: 3,
      kind: 'notification',
      notification: 1,
      query: 'abcdefgh-1',
      status: 'CANCELED',
      region: 'eu-west-1',
      body: '{}',
    },
    { at: 4, kind: 'delivered', notification: 1, status: 204 },
    { at: 5, kind: 'undelivered', notification: 1, why: 'refused' },
    { at: 6, kind: 'action', action: { do: 'holdAccount', customer: 'c' }, place: 'x' },
    { at: 7, kind: 'due', what: 'collectionEnds', of: 'abcdefgh-1' },
    { at: 8, kind: 'slept', duration: 1000, place: 'x' },
    { at: 9, kind: 'ended', outcome: 'rejected', error: 'no' },
  );

  expect(trace.lines().map((line) => line.slice(16))).toEqual([
    'clock     begins at 2024-02-29T00:00:00.000Z, seed 3',
    'client    #1 hung up before the answer',
    'service   query abcdefgh c/s: inProgress → canceled (held)',
    'service   notification 1: abcdefgh is CANCELED (eu-west-1)',
    'client    notification 1 answered 204',
    'client    notification 1 not taken: refused',
    'scenario  holdAccount c',
    'clock     due: the collection of abcdefgh ends',
    'scenario  1.000s pass while the client sleeps',
    'client    failed: no',
  ]);
  expect(
    trace
      .toJSONL()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(trace.entries);
});

test('a secret keeps one name of its own wherever it stands, and is nowhere else', () => {
  const trace = traceOf(
    request(0, { headers: { authorization: 'Bearer abc.1' } }),
    answer(0, { answer: { status: 200, headers: {}, body: '{"access_token": "def.2", "refresh_token":"ghi"}' } }),
    request(1, { headers: { authorization: 'Bearer def.2' } }),
    request(2, { body: 'grant_type=refresh_token&refresh_token=ghi&client_secret=s%20e%2Bc&code=xyz' }),
    request(3, { url: 'https://links.test/files/q.1?issued=5&signature=0123abcd', headers: { cookie: 'session=top' } }),
  );

  const shown = trace.toJSONL();

  for (const secret of ['abc.1', 'def.2', 'ghi', 's%20e', 's e+c', 'xyz', '0123abcd', 'top']) {
    expect(shown).not.toContain(secret);
  }
  expect(shown.match(/<token 2>/g)).toHaveLength(2);
  expect(shown.match(/<refresh token 1>/g)).toHaveLength(2);
  expect(shown).toContain('issued=5&signature=<signature>');
});

test('an empty page token, which says that there is no other page, stays empty: rules that read a trace go by it', () => {
  const body = '{"records":[],"nextPageToken":""}';

  const [masked] = traceOf(answer(0, { answer: { status: 200, headers: {}, body } })).entries;

  expect(masked).toMatchObject({ answer: { body } });
});
