import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import * as traces from './write-trace.ts';
import { judgeRows } from './judge-rows.ts';

/** Rules that look at several calls, customers, regions or secrets at once. */

const { ask, began, begins, create, download, ends, judge, list, mail, notified } = traces;

const secrets = 'grant_type=refresh_token&client_secret=s%2Fecret-of-the-app&refresh_token=refresh-1';
const granted = ask('0s', secrets, { access_token: 't2', refresh_token: 'refresh-2', expires_in: 3600 });
const json = '{"grant_type":"refresh_token","refresh_token":"refresh-1"}';

judgeRows('C2', [
  ['in a form', 'held', [granted]],
  ['in a URL, by its name', 'broken', [ask('0s', '', 400, { url: 'https://b.test/auth/o2/token?client_secret=x' })]],
  [
    'in a URL, by itself',
    'broken',
    [
      granted,
      create('1s', 404, { parameters: '', authorization: 'Bearer t2' }),
      download('1s', 404, { url: 'https://l.test/s%2Fecret-of-the-app' }),
    ],
  ],
  ['in a header', 'broken', [granted, create('1s', 403, { authorization: 'Bearer refresh-2' })]],
  ['the one before', 'broken', [granted, create('1s', 403, { authorization: 'Bearer refresh-1' })]],
  ['in a mail', 'broken', [granted, mail('1s', {}, { body: 'my secret is s/ecret-of-the-app' })]],
  ['as Basic', 'broken', [ask('0s', 'grant_type=client_credentials', {}, { authorization: 'Basic abc' })]],
  ['as JSON', 'broken', [() => jsonRequest()]],
  ['a secret as JSON', 'broken', [() => jsonRequest('{"client_secret":"s/ecret-of-the-app"}')]],
  [
    'a secret as JSON under another name',
    'broken',
    [granted, (number) => jsonRequest('{"key":"s/ecret-of-the-app"}', number)],
  ],
  ['as JSON that holds none', 'held', [() => jsonRequest('{"grant_type":"client_credentials","client_id":"app"}')]],
]);

const jsonRequest = (body = json, number = 1): ReturnType<traces.Part> =>
  ask(
    '0s',
    body,
    {},
  )(number).map((entry) =>
    entry.kind === 'request'
      ? { ...entry, request: { ...entry.request, headers: { 'content-type': 'application/json' } } }
      : entry,
  );

test('C2, a refresh as JSON where that is its form: held', () => {
  expect(judge('C2', [() => jsonRequest()], { assumptions: { 'login.refreshShape': 'json' } })).toBe('held');
});

judgeRows('C3', [
  ['no header', 'held', [download('0s')]],
  ['a header', 'broken', [download('0s', {}, { authorization: 'Bearer t1' })]],
]);

const second = { authorization: 'Bearer t9' };
const twoCustomers = [begins('0s'), begins('0s', 'q2', 'c2'), create('0s'), create('0s', { id: 'q2' }, second)];

describe('another customer has done what this one did not', () => {
  test.each<readonly [RuleId, string, readonly traces.Part[]]>([
    ['C4', 'broken', [list('1s', 'tokenExpired'), list('2s', {}, { ...second, query: 'q2' }), ends('3s')]],
    ['C7', 'broken', [create('5m', 500), create('6m', { id: 'q2' }, second), ends('8m')]],
    ['C11', 'broken', [list('2h', 'accessTimeElapsed'), create('3h', {}, second), ends('4h')]],
    [
      'C12',
      'broken',
      [
        list('1s', { records: [], nextPageToken: 'p' }),
        list('2s', {}, { ...second, query: 'q2', parameters: '?nextPageToken=p' }),
        ends('3s'),
      ],
    ],
  ])('%s: %s', (rule, verdict, told) => {
    expect(judge(rule, [...twoCustomers, ...told])).toBe(verdict);
  });
});

const another = [
  ...twoCustomers,
  create('1h', 'tokenExpired', second),
  list('1h', 'scopeNotEnabled'),
  ends('2h', '403'),
];

test('C4, stopped by the call of another customer: inconclusive', () => {
  expect(judge('C4', another)).toBe('inconclusive');
});

judgeRows('C19', [
  ['nothing more', 'inconclusive', [create('0s'), ends('1s')]],
  ['only notifications, in ten minutes', 'held', [create('0s'), ends('1s'), notified('601s', 'COMPLETED', 200)]],
  [
    'nothing in less than ten minutes',
    'inconclusive',
    [create('0s'), ends('1s'), notified('600999ms', 'COMPLETED', 200)],
  ],
  ['a call after an hour', 'broken', [ends('1s'), create('1h')]],
  ['at the same time', 'broken', [ends('1s'), create('1s')]],
  ['before the second end', 'inconclusive', [ends('1s'), create('2s'), ends('3s')]],
]);

const away = create('0s', 'nothing', { fault: 'refused', region: 'eu-west-1' });
const refusedThere = create('0s', 500, { region: 'eu-west-1' });
const there = (region: 'eu-west-1' | 'us-east-1', at = '1s'): traces.Part => create(at, {}, { region });

judgeRows('C21', [
  ['another region', 'held', [away, there('us-east-1'), ends('2s')]],
  ['the same region at a second try', 'held', [away, there('eu-west-1'), ends('2s')]],
  ['no other try', 'broken', [away, ends('2s', 'refused')]],
  ['the last try of a call that was refused before', 'inconclusive', [refusedThere, away, ends('2s', 'refused')]],
  ['the last try of another call', 'broken', [list('0s', 500), away, ends('2s', 'refused')]],
  ['another call to another region', 'broken', [away, list('1s', {}, { region: 'us-east-1' }), ends('2s')]],
  [
    'stopped by another call',
    'inconclusive',
    [away, list('1s', 'scopeNotEnabled', { region: 'eu-west-1' }), ends('2s', '403')],
  ],
  ['not yet over', 'inconclusive', [away]],
  ['an answer that got lost', 'inconclusive', [create('0s', {}, { fault: 'reset', region: 'eu-west-1' }), ends('2s')]],
]);

const slow = { answered: '2s' };
const refresh = (at: string, token: string): traces.Part =>
  ask(at, `refresh_token=r-${token}`, { access_token: token, expires_in: 3600 }, slow);

judgeRows('C22', [
  ['two at a time for one customer', 'broken', [refresh('0s', 't1'), refresh('1s', 't1')]],
  ['two at a time for two', 'held', [refresh('0s', 't1'), refresh('1s', 't2')]],
  ['again since nothing came', 'held', [ask('0s', 'refresh_token=r', {}), ask('1s', 'refresh_token=r', {})]],
  [
    'again with the token that came of it',
    'broken',
    [
      ask('0s', 'refresh_token=r1', { access_token: 't', refresh_token: 'r2', expires_in: 3600 }),
      ask('1s', 'refresh_token=r2', {}),
    ],
  ],
  [
    'again since another token was refused',
    'broken',
    [refresh('0s', 't1'), create('3s', 403, { authorization: 'Bearer t7' }), refresh('4s', 't1')],
  ],
]);

const dated = (date: string): traces.Part => create('0s', { id: 'q1' }, { headers: { date } });
const noon = began('2030-01-01T12:00:00.000Z');
const twiceListed = [list('1m'), list('2m')];

judgeRows('C25', [
  ['no date', 'inconclusive', [noon, create('0s'), ...twiceListed, ends('3m')]],
  ['seconds apart', 'inconclusive', [noon, dated('Tue, 01 Jan 2030 12:00:59 GMT'), ...twiceListed, ends('3m')]],
  [
    'a minute ahead, and something else is wrong',
    'inconclusive',
    [noon, dated('Tue, 01 Jan 2030 12:01:00 GMT'), ...twiceListed, ends('3m')],
  ],
  [
    'a minute behind, and something else is wrong',
    'inconclusive',
    [noon, dated('Tue, 01 Jan 2030 11:59:00 GMT'), ...twiceListed, ends('3m')],
  ],
  [
    'a minute behind, and no matter',
    'held',
    [noon, dated('Tue, 01 Jan 2030 11:59:00 GMT'), list('1m', 500), ends('3m', '500')],
  ],
]);
