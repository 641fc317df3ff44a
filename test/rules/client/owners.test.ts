import { allowed, by } from '../service/written/write-service.ts';
import { judgeRows } from './judge-rows.ts';
import { ask, begins, create, list, page, type Part, returns } from './write-trace.ts';

/** Whose a token is tells what a client may do with another: traces written by hand. */

const token = (name: string, customer: string, refreshToken: string) =>
  ({ token: name, application: 'app', customer, scope: 'orders', expiresAt: 3_600_000, refreshToken }) as const;
const given = allowed({ tokens: [token('t1', 'c1', 'f1'), token('t2', 'c2', 'f2')] });
const renews = (at: string, refresh: string, name: string, next?: string): Part =>
  ask(at, `grant_type=refresh_token&refresh_token=${refresh}&client_id=app`, {
    access_token: name,
    expires_in: 3600,
    ...(next !== undefined && { refresh_token: next }),
  });
const revoked = (at: string, name = 't1'): Part => create(at, 'tokenRevoked', by(name));

judgeRows('C5', [
  [
    'renewed for the same customer',
    'broken',
    [given, revoked('1m'), renews('2m', 'f1', 'n1'), create('3m', {}, by('n1'))],
  ],
  [
    'renewed for another customer',
    'held',
    [given, revoked('1m'), renews('2m', 'f2', 'n1'), create('3m', {}, by('n1'))],
  ],
  [
    'renewed by what nobody knows',
    'held',
    [given, revoked('1m'), renews('2m', 'f9', 'n1'), create('3m', {}, by('n1'))],
  ],
  [
    'renewed by what came with the token that was revoked',
    'broken',
    [given, renews('0s', 'f1', 'n0', 'f8'), revoked('1m', 'n0'), renews('2m', 'f8', 'n1'), create('3m', {}, by('n1'))],
  ],
  [
    'renewed by what a query has shown to be of the same customer',
    'broken',
    [
      given,
      renews('0s', 'f9', 'n0'),
      create('1s', { id: 'q1' }, by('n0')),
      begins('1s'),
      revoked('1m'),
      renews('2m', 'f9', 'n1'),
      create('3m', {}, by('n1')),
    ],
  ],
  [
    'renewed by what a query has shown to be of another',
    'held',
    [
      given,
      renews('0s', 'f9', 'n0'),
      create('1s', { id: 'q1' }, by('n0')),
      begins('1s', 'q1', 'c2'),
      revoked('1m'),
      renews('2m', 'f9', 'n1'),
      create('3m', {}, by('n1')),
    ],
  ],
]);

judgeRows('C4', [
  [
    'retried with another token of the same customer',
    'held',
    [allowed(), list('1s', 'tokenExpired'), list('2s', page, by('t3')), returns('1m', {})],
  ],
  [
    'another customer’s call retries nothing',
    'broken',
    [allowed(), list('1s', 'tokenExpired'), list('2s', page, by('t2')), returns('1m', {})],
  ],
]);
