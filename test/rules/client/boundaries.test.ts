import { expect, test } from 'vitest';
import { ms } from '../../../src/spec/time.ts';
import * as traces from './write-trace.ts';
import { type Row, judgeRows } from './judge-rows.ts';

/** Where each rule begins to be broken: to the millisecond, to the request. */

const { evidenceOf, create, list, download, ask, notified, ends, begins, sleeps } = traces;

const bearer = (authorization: string): Row[2] => [create('0s', 403, { authorization })];

judgeRows('C1', [
  ['the word, one space, a token', 'held', bearer('Bearer abc')],
  ['two spaces', 'broken', bearer('Bearer  abc')],
  ['no token', 'broken', bearer('Bearer ')],
  ['another word', 'broken', bearer('Token abc')],
  ['lower case', 'broken', bearer('bearer abc')],
  ['no header', 'broken', bearer('')],
  ['a listing', 'broken', [list('0s', 403, { authorization: 'abc' })]],
  ['a call of the submission API', 'broken', [traces.submit('0s', 403, { authorization: 'abc' })]],
  ['a call of the reporting API', 'broken', [traces.report('0s', 403, { authorization: 'abc' })]],
  ['no call', 'inconclusive', []],
]);

test.each([
  ['bearer abc', 'an authorization header "bearer …"'],
  ['Bearer  abc', 'an authorization header "Bearer  …"'],
  ['Bearer a b', 'an authorization header "Bearer … …"'],
  ['Bearer abc, Bearer abc', 'an authorization header "Bearer … Bearer …"'],
  ['Bearer <token 1>, Bearer <token 1>', 'an authorization header "Bearer … Bearer …"'],
  ['abc', 'an authorization header without a word in front'],
  ['1-abc Bearer abc', 'an authorization header without a word in front'],
  ['', 'no authorization header'],
])('C1 says what is wrong about %j, and keeps the token to itself', (header, shown) => {
  expect(evidenceOf('C1', bearer(header))).toEqual([`createDataQuery carried ${shown}`]);
});

const expired = create('0s', 'tokenExpired');
const other = { authorization: 'Bearer t2' };
const refreshed = ask('1s', 'grant_type=refresh_token&refresh_token=r1-long-enough', {
  access_token: 't2',
  expires_in: 3600,
});

judgeRows('C4', [
  ['refreshed and retried', 'held', [expired, refreshed, create('1s', undefined, other), ends('2s')]],
  ['retried without a refresh', 'broken', [expired, create('1s')]],
  ['refreshed and not retried', 'broken', [expired, refreshed, ends('2s')]],
  ['given up', 'broken', [expired, ends('0s', 'expired')]],
  ['no other token to be had', 'held', [expired, ask('1s', 'refresh_token=r1', 400), ends('1s', 'invalid_grant')]],
  ['not yet over', 'inconclusive', [expired]],
  ['the refusal never arrived', 'inconclusive', [create('0s', 'tokenExpired', { fault: 'reset' }), create('1s')]],
  [
    'on its way when the refusal came',
    'held',
    [
      create('0s', 'tokenExpired', { answered: '2s' }),
      create('1s', 'tokenExpired'),
      refreshed,
      create('3s', undefined, other),
    ],
  ],
]);

const revoked = create('0s', 'tokenRevoked');

judgeRows('C5', [
  ['another call at that very moment', 'held', [revoked, list('0s', 'tokenRevoked')]],
  ['another call a millisecond later', 'broken', [revoked, list('1ms', 'tokenRevoked')]],
  ['the same call', 'broken', [revoked, create('0s', 'tokenRevoked')]],
  ['another token', 'held', [revoked, create('1s', undefined, other)]],
]);

/** A request that no operation takes. */
const nowhere =
  (at: string): traces.Part =>
  (number) =>
    create(at, 'resourceNotFound', { url: 'https://c.test/nowhere' })(number).map((entry) =>
      entry.kind === 'request' ? { ...entry, operation: 'unknown' } : entry,
    );

judgeRows('C6', [
  ['the same call', 'broken', [create('0s', 'scopeNotEnabled'), create('59m59s', 'scopeNotEnabled')]],
  [
    'in another region',
    'broken',
    [create('0s', 'scopeNotEnabled'), create('1s', 'scopeNotEnabled', { region: 'us-east-1' })],
  ],
  ['an hour later', 'held', [create('0s', 'scopeNotEnabled'), create('1h', 'scopeNotEnabled')]],
  ['a millisecond less', 'broken', [create('0s', 'scopeNotEnabled'), create('59m59.999s', 'scopeNotEnabled')]],
  ['what was too large', 'broken', [create('0s', 'requestTooLarge'), create('1s', 'requestTooLarge')]],
  ['what is not there', 'broken', [list('0s', 'queryIdNotFound'), list('1s', 'queryIdNotFound')]],
  ['at an address that is none', 'broken', [nowhere('0s'), nowhere('1s')]],
  ['what is for another rule: a dead token', 'inconclusive', [list('0s', 'tokenExpired'), list('1s', 'tokenExpired')]],
  ['a token that was revoked', 'inconclusive', [list('0s', 'tokenRevoked'), list('1s', 'tokenRevoked')]],
  ['a conflict', 'inconclusive', [create('0s', 'requestConflict'), create('1s', 'requestConflict')]],
  ['what was refused for now', 'inconclusive', [create('0s', 'tooManyRequests'), create('1s', 'tooManyRequests')]],
  [
    'after something else was done to the service',
    'broken',
    [create('0s', 'scopeNotEnabled'), traces.faultBegins('1s'), create('2s', 'scopeNotEnabled')],
  ],
  [
    'before the page that gave the same token once more',
    'broken',
    [
      list('0s', 'invalidNextPage', { parameters: '?nextPageToken=p2' }),
      list('1s', 'invalidNextPage', { parameters: '?nextPageToken=p2' }),
      list('2s', { records: [], nextPageToken: 'p2' }),
    ],
  ],
  [
    'what a rule of its own is about',
    'inconclusive',
    [list('0s', 'accessTimeElapsed'), list('1s', 'accessTimeElapsed')],
  ],
  ['with another token', 'held', [create('0s', 'accessNotAuthorized'), create('1s', 'accessNotAuthorized', other)]],
  ['what was blocked', 'inconclusive', [create('0s', 'blockedRequest'), create('1s')]],
  ['a query that may be completed by now', 'held', [list('0s', 'queryNotCompleted'), list('5m')]],
  ['a query that cannot be completed by now', 'broken', [list('0s', 'queryNotCompleted'), list('4m59.999s')]],
  ['another page', 'held', [list('0s', 'invalidMaxResults'), list('1s', undefined, { parameters: '?maxResults=3' })]],
]);

const throttled = create('0s', 'scopeThrottled');
const twice = [create('0s', 500), create('1s', 500)];

judgeRows('C7', [
  ['retried', 'held', [throttled, create('1s'), ends('2s')]],
  ['in another region', 'held', [throttled, create('1s', undefined, { region: 'us-east-1' }), ends('2s')]],
  ['given up at once', 'broken', [throttled, ends('0s', '429')]],
  ['given up after a retry', 'held', [...twice, ends('1s', '500')]],
  ['an error outside the table', 'broken', [create('0s', 503), ends('0s', '503')]],
  ['a blocked request', 'broken', [create('0s', 'blockedRequest'), ends('0s', '403')]],
  ['the quota of the day', 'inconclusive', [list('0s', 'quotaExceeded'), ends('0s', '429')]],
  ['not yet over', 'inconclusive', [throttled]],
  ['stopped by another call', 'inconclusive', [throttled, list('1s', 'scopeNotEnabled'), ends('1s', '403')]],
]);

/** Told at noon to come back in a second, by a clock that is five minutes ahead. */
const toldAhead = (second: number): traces.Part =>
  create(`${second}s`, 429, {
    headers: {
      date: `Tue, 01 Jan 2030 12:05:0${second} GMT`,
      'retry-after': `Tue, 01 Jan 2030 12:05:0${second + 1} GMT`,
    },
  });

const retried = (...at: readonly string[]): Row[2] => at.map((instant) => create(instant, 500));

test('C7 says of a refusal that no table lists it', () => {
  expect(evidenceOf('C7', [create('0s', 401), ends('1s')])).toEqual([
    'createDataQuery was refused with 401, which no table lists, and never tried again',
  ]);
  expect(evidenceOf('C7', [create('0s', 500), ends('1s')])).toEqual([
    'createDataQuery was refused with 500 and never tried again',
  ]);
  expect(evidenceOf('C7', [create('0s', 'blockedRequest'), ends('1s')])).toEqual([
    'createDataQuery was refused with 403 BLOCKED_REQUEST and never tried again',
  ]);
});

judgeRows('C8', [
  ['1, 2, 4, 10, 30 seconds', 'held', retried('0s', '1s', '3s', '7s', '17s', '47s')],
  ['30 more', 'held', retried('0s', '1s', '3s', '7s', '17s', '47s', '77s')],
  ['29 more', 'broken', retried('0s', '1s', '3s', '7s', '17s', '47s', '76s')],
  ['less than a second', 'broken', retried('0s', '990ms')],
  ['a second each time', 'broken', retried('0s', '1s', '2s')],
  ['from the answer on', 'broken', [create('0s', 500, { answered: '1s' }), create('1.5s')]],
  [
    'after its own limit of time, and the answer came later',
    'held',
    [create('0s', 500, { answered: '6.5s' }), create('7s')],
  ],
  ['at once, when the answer came late', 'broken', [create('0s', 500, { answered: '7s' }), create('7s')]],
  ['sooner than any limit of time', 'broken', [create('0s', 500, { answered: '5.4s' }), create('5.9s')]],
  ['in another region', 'inconclusive', [create('0s', 500), create('0s', 500, { region: 'us-east-1' })]],
  [
    'told to come back sooner',
    'held',
    [
      create('0s', 429, { headers: { 'retry-after': '1' } }),
      create('1s', 429, { headers: { 'retry-after': '1' } }),
      create('2s'),
    ],
  ],
  ['told a date', 'held', [traces.began('2030-01-01T12:00:00.000Z'), toldAhead(0), toldAhead(1), create('2s')]],
  [
    'before that date',
    'broken',
    [traces.began('2030-01-01T12:00:00.000Z'), toldAhead(0), toldAhead(1), create('1.9s')],
  ],
  ['a strange error at once', 'held', [create('0s', 503), create('0s')]],
  ['a strange error again and again', 'broken', [create('0s', 503), create('0s', 503), create('1s')]],
  ['begun anew after a minute and more', 'held', [...retried('0s', '1s'), ...retried('61.001s', '62.001s')]],
  ['a minute, and not as long as the next has to be', 'broken', [...retried('0s', '1s'), ...retried('61s', '62s')]],
  ['begun anew', 'held', [...retried('0s', '1s'), create('3s', {}), ...retried('9s', '10s')]],
]);

const conflict = create('0s', 'requestConflict');

judgeRows('C9', [
  ['thirty seconds', 'broken', [conflict, create('30s')]],
  ['more', 'held', [conflict, create('30.001s')]],
  ['once the query is notified', 'held', [conflict, notified('2s', 'COMPLETED', 200), create('2s')]],
  ['for another customer', 'held', [conflict, create('1s', undefined, other)]],
]);

const toldLater =
  (at: string): traces.Part =>
  () => [{ kind: 'delivered', at: ms(at), notification: 2, status: 204 }];
const bothEnds: traces.Part = (number) => [
  ...notified('8m', 'COMPLETED', 204)(number),
  ...notified('9m', 'CANCELED', 204)(number + 100),
];

judgeRows('C10', [
  ['after the notification', 'held', [begins('0s'), notified('9m', 'COMPLETED', 200), list('9m')]],
  ['before it', 'broken', [begins('0s'), list('8m'), notified('9m', 'COMPLETED', 200)]],
  ['canceled', 'broken', [begins('0s'), notified('9m', 'CANCELED', 200), list('9m')]],
  ['canceled, and told only later', 'held', [begins('0s'), notified('9m', 'CANCELED'), list('9m'), toldLater('10m')]],
  ['notified as COMPLETED first, and as CANCELED then', 'broken', [begins('0s'), bothEnds, list('9m')]],
  ['canceled, and never told', 'held', [begins('0s'), notified('9m', 'CANCELED'), list('9m')]],
  ['from before the trace', 'inconclusive', [list('9m')]],
]);

const heard = notified('0s', 'COMPLETED', 200);
const late = list('1h1m', 'accessTimeElapsed');

judgeRows('C11', [
  ['an hour', 'held', [heard, list('1h')]],
  ['a millisecond more', 'broken', [heard, list('1h0m0.001s')]],
  ['a millisecond more, for it slept', 'held', [heard, sleeps('1m', '1m1s'), list('1h0m0.001s')]],
  [
    'a millisecond more, for an answer came late',
    'held',
    [heard, list('0s', {}, { answered: '1s' }), list('1h0m0.001s')],
  ],
  ['listed again', 'broken', [late, list('1h2m', 'accessTimeElapsed')]],
  ['a new query', 'held', [late, create('1h1m'), ends('2h')]],
  ['no new query', 'broken', [late, ends('1h1m', 'too late')]],
]);

const first = list('0s', { records: [], nextPageToken: 'p2' }, { parameters: '?maxResults=10' });
const following = (parameters: string): traces.Part => list('1s', { records: [] }, { parameters });

judgeRows('C12', [
  ['followed', 'held', [begins('0s'), first, following('?maxResults=10&nextPageToken=p2'), ends('2s')]],
  ['with another size', 'broken', [begins('0s'), first, following('?nextPageToken=p2'), ends('2s')]],
  ['by another token', 'broken', [begins('0s'), first, following('?maxResults=10&nextPageToken=p3'), ends('2s')]],
  ['left', 'broken', [begins('0s'), first, ends('2s')]],
  ['left with an error', 'inconclusive', [begins('0s'), first, ends('2s', 'broken')]],
]);

const listed = list('0s', traces.page);

judgeRows('C13', [
  ['five minutes', 'held', [listed, download('5m')]],
  ['a millisecond more', 'broken', [listed, download('5m0.001s')]],
  ['a millisecond more, for it slept', 'held', [listed, sleeps('1m', '2m'), download('5m0.001s')]],
  ['tried again', 'broken', [listed, download('1s', 403), download('2s', 403)]],
  ['tried again when listed again', 'held', [listed, download('1s', 403), list('2s', traces.page), download('3s')]],
  ['left', 'broken', [listed, download('1s', 403), ends('2s')]],
  ['listed again', 'held', [listed, download('1s', 403), list('2s', traces.page), ends('3s')]],
]);
