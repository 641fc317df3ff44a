import { expect, test } from 'vitest';
import { judgeRows } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** Whose a token is, and what it was asked for. */

const { ask, create, evidenceOf, given } = traces;

const hour = (token: string) => ({ access_token: token, expires_in: 3600 });
const storeGrant = (fields: string): string => `grant_type=client_credentials&${fields}`;
const asks = (at: string, fields = 'scope=s', options: traces.CallOptions = {}): traces.Part =>
  ask(at, storeGrant(fields), hour(`asked for at ${at}`), options);
const refused = (at: string, options: traces.CallOptions = {}): traces.Part =>
  create(at, 403, { authorization: 'Bearer asked for at 0s', ...options });

const slow = asks('0s', 'scope=s', { answered: '2m' });

judgeRows('C22', [
  ['refused', 'held', [asks('0s'), refused('1s'), asks('1s')]],
  ['late in the trace, in the second half of its life', 'held', [asks('10h'), asks('10h31m')]],
  ['late in the trace, in the first half', 'broken', [asks('10h'), asks('10h29m')]],
  ['refused twice', 'held', [asks('0s'), refused('1s'), asks('2s'), refused('3s')]],
  ['refused once the next had been asked for', 'broken', [asks('0s'), asks('1s'), refused('2s')]],
  ['refused in pieces', 'held', [asks('0s'), refused('1s', { fault: 'drip' }), asks('11s')]],
  ['refused, cut within the body', 'held', [asks('0s'), refused('1s', { fault: 'truncated' }), asks('2s')]],
  ['refused, and nothing of it heard', 'broken', [asks('0s'), refused('1s', { fault: 'reset' }), asks('2s')]],
  ['for another scope', 'held', [asks('0s'), asks('1s', 'scope=t')]],
  ['for another application', 'held', [asks('0s', 'scope=s&client_id=a'), asks('1s', 'scope=s&client_id=b')]],
  ['with the code of another customer', 'held', [ask('0s', 'code=a', hour('t1')), ask('1s', 'code=b', hour('t2'))]],
  [
    'with the refresh token that a code was exchanged for',
    'broken',
    [ask('0s', 'code=a', { ...hour('t1'), refresh_token: 'r1' }), ask('1s', 'refresh_token=r1', hour('t2'))],
  ],
  ['that says nothing of its life', 'held', [ask('0s', 'code=a', { access_token: 't1' }), ask('1s', 'code=a', {})]],
  ['in an answer that was no JSON', 'held', [asks('0s', 'scope=s', { fault: 'malformedJson' }), asks('1s')]],
  ['in an answer that came but half', 'held', [asks('0s', 'scope=s', { fault: 'truncated' }), asks('1s')]],
  [
    'while the first request was under way',
    'broken',
    [asks('0s', 'scope=s', { answered: '2s' }), asks('1s', 'scope=s', { answered: '3s' })],
  ],
  ['when the first request had taken too long', 'held', [slow, asks('5s')]],
  ['when it had taken not that long', 'broken', [slow, asks('4.9s')]],
  ['while a second one was under way', 'broken', [slow, asks('30s', 'scope=s', { answered: '31s' }), asks('30.5s')]],
  [
    'while one that came to nothing was',
    'held',
    [ask('0s', storeGrant('scope=s'), 500, { answered: '2s' }), asks('1s')],
  ],
]);

test('C22 names the request that was under way, or how long the token would have been good', () => {
  expect(evidenceOf('C22', [asks('0s', 'scope=s', { answered: '2s' }), asks('1s'), asks('3s')])).toEqual([
    'a token was asked for while request #1 for the same was under way',
    'a token was asked for although the last one was good for another 59m58.000s',
  ]);
  const inVain = ask('1s', storeGrant('scope=s'), 500);
  expect(evidenceOf('C22', [asks('0s'), inVain, asks('2s')])).toHaveLength(2);
});

const creates = (count: number, token: string): readonly traces.Part[] =>
  Array.from({ length: count }, () => create('0s', {}, { authorization: `Bearer ${token}` }));
const granted = (application: string, token: string): traces.Part =>
  ask('0s', `client_id=${application}&code=of-${token}`, hour(token));
const sixWithTwo = [...creates(5, 't1'), ...creates(1, 't2')];

judgeRows('C14', [
  ['six creates of one application', 'broken', [granted('a', 't1'), granted('a', 't2'), ...sixWithTwo]],
  ['six creates of two', 'held', [granted('a', 't1'), granted('b', 't2'), ...sixWithTwo]],
  ['one of them with a token that it was given', 'broken', [given('c1'), granted('app', 't2'), ...sixWithTwo]],
  ['one with that of another application', 'held', [given('c1'), granted('b', 't2'), ...sixWithTwo]],
]);
