import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import { judgeRows } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/**
 * A client that is run again, as a job is every night, begins with what it was given: what one run came to know, the next need not.
 * What is a breach within one run is none where a run ended in between.
 */

const {
  ask,
  begins,
  completes,
  create,
  download,
  ends,
  evidenceOf,
  given,
  judge,
  list,
  mail,
  notified,
  page,
  report,
  returns,
} = traces;

const granted = { access_token: 't2', expires_in: 3600 };
const asks = (at: string): traces.Part => ask(at, 'grant_type=client_credentials&client_id=app&scope=s', granted);
const refreshes = ask('2s', 'grant_type=refresh_token&refresh_token=r1', granted);
const renewed = { authorization: 'Bearer t2' };
const ofSameCustomer = given('c1', 'c1');
const heard = notified('0s', 'COMPLETED', 200);
const whole = { body: JSON.stringify({ toEmailAddress: 'a@b.c', fromEmailAddress: 'd@e.f', emailContent: 'x' }) };
const failing = (...times: readonly string[]): readonly traces.Part[] => times.map((at) => create(at, 500));

const breaches: readonly [RuleId, string, before: readonly traces.Part[], after: readonly traces.Part[]][] = [
  ['C4', 'repeats a call with a dead token', [create('0s', 'tokenExpired')], [create('2s')]],
  ['C4', 'repeats a call of a store API', [report('0s', 'storeRefusal')], [report('2s')]],
  [
    'C4',
    'calls a store API for another thing',
    [report('0s', 'storeRefusal')],
    [report('2s', {}, { url: 'https://r.test/reports/2' })],
  ],
  ['C5', 'uses a token that was revoked', [create('0s', 'tokenRevoked')], [create('2s')]],
  [
    'C5',
    'goes on with one that was got for it',
    [ofSameCustomer, create('0s', 'tokenRevoked')],
    [refreshes, create('3s', {}, renewed)],
  ],
  ['C6', 'repeats what was refused for good', [create('0s', 'scopeNotEnabled')], [create('2s')]],
  ['C8', 'comes back too soon', failing('0s', '1s'), failing('2s')],
  ['C26', 'comes back at once', failing('999ms', '999ms', '1s'), failing('1s')],
  ['C9', 'creates after a conflict', [create('0s', 'requestConflict')], [create('2s')]],
  ['C11', 'lists again what is late', [heard, list('0s', 'accessTimeElapsed')], [list('2s'), create('3s')]],
  ['C11', 'lists late', [heard, list('0s')], [list('2h')]],
  ['C13', 'tries a dead link again', [list('0s', page), download('0s', 403)], [download('2s'), list('3s')]],
  ['C13', 'tries a link late', [list('0s', page)], [download('10m')]],
  ['C15', 'lists the same again', [list('0s')], [list('2s')]],
  ['C22', 'asks for another token', [asks('0s')], [asks('2s')]],
  ['C23', 'sends a mail again that was refused', [mail('0s', 400, whole)], [mail('2s', {}, whole)]],
];

describe.each(breaches)('%s, where it %s', (rule, _what, before, after) => {
  test('in the same run: broken', () => {
    expect(judge(rule, [...before, ...after])).toBe('broken');
  });

  test('in the next one: no breach', () => {
    expect(judge(rule, [...before, ends('1s', 'x'), ...after])).not.toBe('broken');
  });
});

judgeRows('C18', [
  ['a run ends at once, days after the one before', 'held', [create('0s'), ends('1s'), create('9d'), ends('9d')]],
  ['it sends nothing', 'held', [create('0s'), ends('1s'), ends('9d')]],
  ['it is the first, and begins with a call', 'held', [create('9d'), ends('9d')]],
  ['it goes on for two days', 'held', [create('0s'), ends('1s'), create('9d'), ends('11d')]],
  ['it goes on for longer', 'broken', [create('0s'), ends('1s'), create('9d'), ends('11d1ms')]],
  [
    'what failed for days in the run before',
    'inconclusive',
    [...failing('0s', '3d'), ends('3d', 'x'), ...failing('6d', '7d', '8d'), ends('8d', 'x [CLOCK_RUNAWAY]')],
  ],
  [
    'what fails for days in one run',
    'broken',
    [...failing('0s', '3d', '6d', '7d', '8d'), ends('8d', 'x [CLOCK_RUNAWAY]')],
  ],
]);

const ready = [given('c1'), create('0s'), begins('0s'), completes('1m'), notified('1m', 'COMPLETED', 200)];
const halfway = [...ready, list('2m', { ...page, nextPageToken: 'p2' })];

judgeRows('C17', [
  ['what is missing was told by the error of a run', 'inconclusive', [...ready, ends('3m', 'HTTP 500'), ends('4m')]],
  [
    'it was told by the result of a run',
    'inconclusive',
    [...ready, list('2m', 500), returns('3m', { failed: 'c1' }), returns('4m', 'all mails sent')],
  ],
  [
    'no result told of it',
    'broken',
    [...ready, list('2m', 500), returns('3m', 'done'), returns('4m', 'all mails sent')],
  ],
  ['no run told of it', 'broken', [...ready, ends('3m'), ends('4m')]],
  [
    'the last run had nothing to import, and says so',
    'held',
    [...ready, list('2m'), returns('3m', { records: 0 }), returns('4m', { records: 7 })],
  ],
  ['the last run tells of it', 'held', [...ready, list('2m', 500), ends('3m'), ends('4m', 'HTTP 500')]],
]);

const gaveUp = [
  ...ready,
  list('2m', page),
  download('2m', 403),
  list('8m', page),
  download('8m', 403, { url: page.records[0]?.schema ?? '' }),
];

judgeRows('C13', [
  ['a run failed over a link that died', 'inconclusive', [...gaveUp, ends('9m', 'HTTP 403'), ends('10m')]],
  ['a run left it', 'broken', [...gaveUp, ends('9m'), ends('10m')]],
]);

judgeRows('C12', [
  ['a run failed in the midst of a listing', 'inconclusive', [...halfway, ends('3m', 'disk full'), ends('4m')]],
  [
    'a run told of it in its result',
    'inconclusive',
    [...halfway, download('2m'), returns('3m', { failed: 'c1' }), returns('4m', 'all mails sent')],
  ],
  ['a run left a listing', 'broken', [...halfway, ends('3m'), ends('4m')]],
  ['a run before it had failed', 'broken', [ends('0s', 'disk full'), ...halfway, ends('4m')]],
]);

test('it is told how late a run ended, what came after its end, and what was left', () => {
  expect(evidenceOf('C18', [create('0s'), ends('3d')])).toEqual([
    'the client ended 72h0m0.000s after the last thing that happened to it',
  ]);
  expect(evidenceOf('C19', [ends('0s'), create('1s')])).toEqual([
    'createDataQuery was sent after the client had ended',
  ]);
  expect(evidenceOf('C11', [heard, list('2h', 'accessTimeElapsed'), ends('2h')])).toHaveLength(1);
  expect(
    evidenceOf('C5', [ofSameCustomer, create('0s', 'tokenRevoked'), refreshes, create('3s', {}, renewed)]),
  ).toEqual(['createDataQuery was made with a token renewed after #2 was refused']);
});
