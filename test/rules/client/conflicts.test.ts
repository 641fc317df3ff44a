import { judgeRows } from './judge-rows.ts';
import { ask, create, given, list, notified, type Part } from './write-trace.ts';

/** What a client does after a conflict: traces written by hand. (States and transitions) */

const conflict = (at: string, answered = at): Part => create(at, 'requestConflict', { answered });
const news = (at: string): Part => notified(at, 'COMPLETED', 204);

const renewed = (at: string, token: string): Part =>
  ask(at, 'grant_type=refresh_token&client_id=app&refresh_token=r1', { access_token: token, refresh_token: 'r1' });
const conflictOf = (at: string, token: string): Part =>
  create(at, 'requestConflict', { authorization: `Bearer ${token}` });
const eachAnew = [renewed('0s', 'n1'), conflictOf('0s', 'n1'), renewed('1s', 'n2'), conflictOf('1s', 'n2')];
const each = [conflictOf('0s', 't1'), conflictOf('1s', 't2')];

judgeRows('C9', [
  ['no conflict', 'inconclusive', [create('0s'), create('1s')]],
  ['another refusal', 'inconclusive', [create('0s', 'tokenExpired'), create('1s')]],
  ['a conflict, and no more', 'held', [conflict('10m')]],
  ['a conflict and another refusal, and no more', 'held', [list('0s', 'tokenExpired'), conflict('10m')]],
  ['a conflict right after an answer', 'held', [create('10m'), conflict('10m1s')]],
  ['a create right after it', 'broken', [conflict('10m'), create('10m1s')]],
  ['at the very moment', 'broken', [conflict('10m'), create('10m')]],
  ['a create after a notification', 'held', [conflict('10m'), news('10m1s'), create('10m2s')]],
  ['a notification before it tells nothing', 'broken', [news('9m'), conflict('10m'), create('10m1s')]],
  ['nor does one that comes later', 'broken', [conflict('10m'), create('10m1s'), news('11m')]],
  ['a create right after it, with a token that was renewed for it', 'broken', eachAnew],
  ['with a token of the same customer', 'broken', [given('c1', 'c1'), ...each]],
  ['with the token of another customer', 'held', [given('c1', 'c2'), ...each]],
  ['with a token of which nobody knows whose it is', 'held', each],
  ['a create that was sent before the refusal came', 'held', [conflict('10m', '10m2s'), create('10m1s')]],
]);

const failing = (at: string, token: string): Part => create(at, 500, { authorization: `Bearer ${token}` });
const dead = (at: string, token: string): Part =>
  create(at, 'tokenExpired', { authorization: `Bearer ${token}`, region: 'us-east-1' });
const eachWith = (...what: readonly ((at: string, token: string) => Part)[]): readonly Part[] =>
  ['0s', '1ms', '2ms', '3ms'].flatMap((at, index) => [renewed, ...what].map((one) => one(at, `n${index}`)));

for (const rule of ['C8', 'C26'] as const) {
  judgeRows(rule, [
    ['another token for each retry makes it no other call', 'broken', eachWith(failing)],
    ['one in the place of a token that another region found dead does', 'inconclusive', eachWith(failing, dead)],
    [
      'one that was found dead afterwards does not',
      'broken',
      [...['0s', '1ms', '2ms', '3ms'].map((at) => failing(at, 't1')), dead('4ms', 't1')],
    ],
    ['that a token was dead before the refusal is no reason', 'broken', eachWith(dead, failing)],
    [
      'the tokens of other customers do',
      'inconclusive',
      [given('c1', 'c2'), failing('0s', 't1'), failing('1ms', 't2')],
    ],
  ]);
}
