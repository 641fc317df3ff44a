import { expect, test } from 'vitest';
import * as traces from './write-trace.ts';

/** Verdicts that hang on which of several calls came first, or last. */

const { ask, begins, completes, create, ends, judge, list, notified } = traces;

const ready = [create('0s'), begins('0s'), completes('1m'), notified('1m', 'COMPLETED', 200)];
const form = 'grant_type=client_credentials&client_id=app&scope=s';
const open = list('2m', { records: [], nextPageToken: 'p2' });
const other = { authorization: 'Bearer t9' };

test.each<readonly [string, Parameters<typeof judge>[0], string, readonly traces.Part[]]>([
  [
    'a token is asked for while another is under way, and neither says how long it is good',
    'C22',
    'broken',
    [ask('0s', form, { access_token: 'a' }, { answered: '2s' }), ask('1s', form, { access_token: 'b' }), ends('3s')],
  ],
  [
    'a token is asked for after another, and neither says how long it is good',
    'C22',
    'held',
    [ask('0s', form, { access_token: 'a' }), ask('1s', form, { access_token: 'b' }), ends('3s')],
  ],
  [
    'a query is refused for good after the one that was not listed',
    'C17',
    'inconclusive',
    [...ready, create('2m', 'scopeNotEnabled'), ends('3m')],
  ],
  [
    'a query is refused for good before the one that was not listed',
    'C17',
    'broken',
    [create('0s', 'scopeNotEnabled'), ...ready, ends('3m')],
  ],
  [
    'a page is left, and the last call, of whoever it was, was refused',
    'C12',
    'inconclusive',
    [...ready, open, create('3m', 'blockedRequest', other), ends('4m')],
  ],
  [
    'a page is left, and a call of whoever it was had been refused before',
    'C12',
    'broken',
    [create('0s', 'blockedRequest', other), ...ready, open, ends('4m')],
  ],
])('%s: %s %s', (_name, rule, verdict, told) => {
  expect(judge(rule, told)).toBe(verdict);
});
