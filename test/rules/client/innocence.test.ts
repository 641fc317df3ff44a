import { expect, test } from 'vitest';
import { clientRules } from '../../../src/rules/catalogue.ts';
import { ms } from '../../../src/spec/time.ts';
import * as traces from './write-trace.ts';
import { judgeRows } from './judge-rows.ts';

/**
 * What looks like a breach and is none: several customers at once, calls under way when the cause to stop came, causes that come
 * later, answers that nobody heard. Beside each stands what differs in one thing and is a breach.
 */

const { ask, began, begins, completes, create, download, ends, given, list, mail, notified, page, faultBegins } =
  traces;

const bob = { authorization: 'Bearer t9' };
const two = [begins('0s'), begins('0s', 'q2', 'c2'), create('0s'), create('0s', { id: 'q2' }, bob)];
const finalOfBob = (at: string, answered = at): traces.Part => create(at, 'scopeNotEnabled', { ...bob, answered });
const renewed = { authorization: 'Bearer t2' };
const otherScope = (at: string): traces.Part =>
  create(at, {}, { ...renewed, url: 'https://c.test/sales/data-queries' });

judgeRows('C4', [
  [
    'another customer failed for good while the call was under way',
    'inconclusive',
    [...two, list('1m', 'tokenExpired', { answered: '3m' }), finalOfBob('1m', '2m'), ends('3m', '403')],
  ],
  [
    'another customer had failed before the call was sent',
    'broken',
    [...two, finalOfBob('1m'), list('2m', 'tokenExpired'), ends('3m', '403')],
  ],
  [
    'nobody was there any more to hear it',
    'inconclusive',
    [list('1m', 'tokenExpired', { answered: '3m' }), ends('2m', 'x')],
  ],
  [
    'the listing began anew with the new token',
    'held',
    [
      list('1m', 'tokenExpired', { parameters: '?nextPageToken=p3' }),
      list('2m', {}, { ...renewed, parameters: '?maxResults=5' }),
      ends('3m'),
    ],
  ],
  ['another refusal was met, and given up', 'inconclusive', [list('1m', 500), ends('2m', '500')]],
  [
    'the listing began anew with the dead token',
    'broken',
    [list('1m', 'tokenExpired', { parameters: '?nextPageToken=p3' }), list('2m', {}), ends('3m')],
  ],
  [
    'another page was asked for with a new token, before the refusal came',
    'broken',
    [
      list('1m', 'tokenExpired', { answered: '3m' }),
      list('2m', {}, { ...renewed, parameters: '?nextPageToken=p2' }),
      ends('4m'),
    ],
  ],
  [
    'another page was answered with the same token, which was dead later',
    'broken',
    [
      list('1s', 'tokenExpired', { answered: '2s' }),
      list('1s', {}, { parameters: '?nextPageToken=p2', answered: '3s' }),
      ends('4s'),
    ],
  ],
  [
    'a twin of the call was answered',
    'held',
    [
      list('1m', 'tokenExpired', { answered: '2m' }),
      list('1m', {}, { region: 'us-east-1', answered: '3m' }),
      ends('4m'),
    ],
  ],
  [
    'a renewal was under way, and nothing came of it',
    'inconclusive',
    [
      ask('0s', 'refresh_token=r1', {}, { hangsUp: '3m' }),
      list('1s', 'tokenExpired', { answered: '2m' }),
      ends('3m', 'x'),
    ],
  ],
  [
    'the other customer was never notified',
    'inconclusive',
    [...two, list('1h', 'tokenExpired'), ends('1h', 'no notification')],
  ],
  ['the other customer was not notified yet', 'broken', [...two, list('10m', 'tokenExpired'), ends('10m', 'expired')]],
  [
    'a new query instead, for the other customer',
    'broken',
    [...two, list('10m', 'tokenExpired'), create('11m', { id: 'q3' }, bob), ends('12m')],
  ],
  [
    'a new query instead, for this one',
    'held',
    [...two, list('10m', 'tokenExpired'), create('11m', {}, renewed), ends('12m')],
  ],
  [
    'a new query instead, of another scope',
    'broken',
    [...two, list('10m', 'tokenExpired'), otherScope('11m'), ends('12m')],
  ],
  [
    'the other customer listed on',
    'broken',
    [...two, list('10m', 'tokenExpired'), list('11m', {}, { ...bob, query: 'q2' }), ends('12m')],
  ],
]);

const refreshes = (at: string, token = 't2'): traces.Part =>
  ask(at, 'grant_type=refresh_token&refresh_token=r1', { access_token: token, expires_in: 3600 });
const authorizes =
  (at: string): traces.Part =>
  () => [{ kind: 'authorized', at: ms(at), application: 'app', customer: 'c1', scope: 'orders', code: 'x' }];
const ofAnn = [begins('0s'), create('0s')];
const listedAnew = list('3m', {}, renewed);

judgeRows('C5', [
  [
    'gone on with a token that was got for the revoked one',
    'broken',
    [...ofAnn, list('1m', 'tokenRevoked'), refreshes('2m'), listedAnew],
  ],
  [
    'the token was renewed after another refusal',
    'inconclusive',
    [...ofAnn, list('1m', 'scopeNotEnabled'), refreshes('2m'), listedAnew],
  ],
  [
    'the customer authorized anew in between',
    'held',
    [...ofAnn, list('1m', 'tokenRevoked'), authorizes('90s'), refreshes('2m'), listedAnew],
  ],
  [
    'the customer had authorized before',
    'broken',
    [authorizes('0s'), ...ofAnn, list('1m', 'tokenRevoked'), refreshes('2m'), listedAnew],
  ],
  [
    'the token of another scope was renewed',
    'held',
    [given('c1', 'c1'), ...ofAnn, list('1m', 'tokenRevoked'), refreshes('2m'), otherScope('3m')],
  ],
  [
    'the token was used while the refusal was under way',
    'held',
    [create('0s', 'tokenRevoked', { answered: '2s' }), list('1s')],
  ],
  [
    'the other token was asked for before the refusal was heard',
    'held',
    [...ofAnn, list('1m', 'tokenRevoked', { answered: '2m' }), refreshes('1m30s'), listedAnew],
  ],
  [
    'the token of another customer was renewed',
    'held',
    [
      ...two,
      list('1m', 'tokenRevoked'),
      list('1m', 'tokenExpired', { ...bob, query: 'q2' }),
      refreshes('2m'),
      list('3m', {}, { ...renewed, query: 'q2' }),
    ],
  ],
  [
    'another call had found the token expired',
    'held',
    [...ofAnn, list('1m', 'tokenRevoked'), create('1m', 'tokenExpired', {}), refreshes('2m'), listedAnew],
  ],
  ['whose it is, nothing tells', 'held', [list('1m', 'tokenRevoked'), refreshes('2m'), listedAnew]],
  [
    'another customer had found the token expired',
    'broken',
    [
      ...two,
      list('1m', 'tokenRevoked'),
      list('1m', 'tokenExpired', { ...bob, query: 'q2' }),
      refreshes('2m'),
      listedAnew,
    ],
  ],
  [
    'another call had found the token expired before',
    'broken',
    [...ofAnn, create('30s', 'tokenExpired', {}), list('1m', 'tokenRevoked'), refreshes('2m'), listedAnew],
  ],
  [
    'the customer had authorized before',
    'broken',
    [
      ...ofAnn,
      ask('30s', 'grant_type=authorization_code&code=c', { access_token: 't3' }),
      list('1m', 'tokenRevoked'),
      refreshes('2m'),
      listedAnew,
    ],
  ],
  [
    'the customer authorized anew when it was too late',
    'broken',
    [
      ...ofAnn,
      list('1m', 'tokenRevoked'),
      refreshes('2m'),
      listedAnew,
      ask('4m', 'grant_type=authorization_code&code=c', { access_token: 't3' }),
    ],
  ],
  [
    'the customer authorized anew',
    'held',
    [
      ...ofAnn,
      list('1m', 'tokenRevoked'),
      ask('2m', 'grant_type=authorization_code&code=c', { access_token: 't2', refresh_token: 'r1' }),
      refreshes('2m', 't3'),
      list('3m', {}, { authorization: 'Bearer t3' }),
    ],
  ],
]);

judgeRows('C6', [
  [
    'what was mended is known before the refusal is heard',
    'held',
    [list('0s', 'queryNotCompleted', { answered: '3s' }), notified('1s', 'COMPLETED', 200), list('4s')].map(
      (part, index) => (index === 0 ? decidedAt(part) : part),
    ),
  ],
  [
    'a listing that began anew gave the same token',
    'held',
    [
      list('0s', { records: [], nextPageToken: 'p2' }),
      list('1s', 'invalidNextPage', { parameters: '?nextPageToken=p2' }),
      list('2s', { records: [], nextPageToken: 'p2' }),
      list('3s', {}, { parameters: '?nextPageToken=p2' }),
    ],
  ],
  [
    'a listing that did not begin anew',
    'broken',
    [
      list('0s', { records: [], nextPageToken: 'p2' }),
      list('1s', 'invalidNextPage', { parameters: '?nextPageToken=p2' }),
      list('3s', {}, { parameters: '?nextPageToken=p2' }),
    ],
  ],
]);

/** The answer was decided when the request came, and took its time to arrive. */
function decidedAt(part: traces.Part): traces.Part {
  return (number) =>
    part(number).map((entry) => (entry.kind === 'answer' ? { ...entry, decided: { at: 0, entries: 1 } } : entry));
}

/** A notification that was long on its way. */
const canceledOfBob =
  (sent: string, heardAt: string): traces.Part =>
  (number) =>
    notified(
      sent,
      'CANCELED',
      200,
      'q2',
    )(number).map((entry) => (entry.kind === 'delivered' ? { ...entry, at: ms(heardAt) } : entry));

judgeRows('C7', [
  ['a new query instead, of another scope', 'broken', [list('0s', 504), otherScope('1s'), ends('2s')]],
  ['a new query instead, for another customer', 'broken', [...two, list('1s', 504), create('2s', {}, bob), ends('3s')]],
  [
    'retried with pages of another size',
    'held',
    [list('0s', 504), list('1s', {}, { parameters: '?maxResults=50' }), ends('2s')],
  ],
  [
    'given up after a retry with pages of another size',
    'held',
    [list('0s', 504), list('1s', 504, { parameters: '?maxResults=50' }), ends('2s', '504')],
  ],
  [
    'another page had been retried',
    'broken',
    [list('0s', 504), list('1s', {}), list('2s', 504, { parameters: '?nextPageToken=p2' }), ends('2s', '504')],
  ],
  [
    'another customer failed for good while the call was under way',
    'inconclusive',
    [...two, list('1m', 500, { answered: '3m' }), finalOfBob('1m', '2m'), ends('3m', '403')],
  ],
  [
    'both customers were refused, and both given up',
    'broken',
    [
      ...two,
      list('1m', 500, { answered: '3m' }),
      list('1m', 500, { ...bob, query: 'q2', answered: '2m' }),
      ends('3m', '500'),
    ],
  ],
  [
    'another query was canceled, and that was heard while the call was under way',
    'inconclusive',
    [...two, canceledOfBob('10s', '2m'), list('1m', 500, { answered: '3m' }), ends('3m', 'canceled')],
  ],
  [
    'another query was canceled, and that had been heard before the call was sent',
    'broken',
    [...two, canceledOfBob('10s', '20s'), list('1m', 500, { answered: '3m' }), ends('3m', 'canceled')],
  ],
  ['nobody was there any more to hear it', 'inconclusive', [create('1m', 500, { answered: '3m' }), ends('2m', 'x')]],
  [
    'a 403 without a body that can be read',
    'inconclusive',
    [create('1m', 403, { fault: 'emptyBody' }), ends('1m', '403')],
  ],
  ['a 403 whose body says what no table lists', 'broken', [create('1m', 403), ends('1m', '403')]],
  ['a 500 without a body that can be read', 'broken', [create('1m', 500, { fault: 'emptyBody' }), ends('1m', '500')]],
]);

judgeRows('C10', [
  ['a look after an hour without news', 'held', [begins('0s'), list('1h', 'queryNotCompleted'), ends('1h', 'x')]],
  [
    'a look after an hour, and one more soon after',
    'broken',
    [begins('0s'), list('1h', 'queryNotCompleted'), list('1h5m', 'queryNotCompleted')],
  ],
]);

const both = [given('c1', 'c2'), begins('0s'), begins('0s', 'q2', 'c2')];
const done = [notified('1m', 'COMPLETED', 200), notified('1m', 'COMPLETED', 200, 'q2')];
const ofSecond = { authorization: 'Bearer t2' };

judgeRows('C10', [
  ['each lists its own query', 'held', [...both, ...done, list('2m'), list('2m', {}, { ...ofSecond, query: 'q2' })]],
  ['listed by the notification for another customer', 'broken', [...both, ...done, list('2m', {}, ofSecond)]],
  [
    'listed in another scope',
    'broken',
    [...both, ...done, list('2m', {}, { url: 'https://c.test/sales/data-queries/q1/records' })],
  ],
]);

const heard = notified('0s', 'COMPLETED', 200);
const late = (at: string, answered = at): traces.Part => list(at, 'accessTimeElapsed', { answered });

judgeRows('C11', [
  [
    'the new query was created before the refusal of the old one was heard',
    'held',
    [begins('0s'), heard, late('59m', '1h1m'), create('1h', { id: 'q2' }), ends('2h', 'canceled')],
  ],
  [
    'no query was created but the first',
    'broken',
    [begins('0s'), create('0s'), heard, late('59m', '1h1m'), ends('2h', 'x')],
  ],
  [
    'at work for another customer meanwhile',
    'held',
    [heard, create('30m', {}, bob), late('1h10m'), create('1h10m'), ends('2h')],
  ],
  ['at work on nothing', 'broken', [heard, late('1h10m'), create('1h10m'), ends('2h')]],
  [
    'other pages were about to be listed at that moment',
    'held',
    [late('1h'), list('1h', 'accessTimeElapsed', { parameters: '?nextPageToken=p2' }), create('1h'), ends('2h')],
  ],
  [
    'another customer failed for good while the listing was under way',
    'inconclusive',
    [...two, late('1h', '1h2m'), finalOfBob('1h', '1h1m'), ends('1h2m', '403')],
  ],
]);

const first = list('1s', { records: [], nextPageToken: 'p2' });

judgeRows('C12', [
  [
    'a page that was not to be had is asked for in smaller pieces',
    'held',
    [
      begins('0s'),
      first,
      list('2s', 504, { parameters: '?nextPageToken=p2' }),
      list('3s', {}, { parameters: '?nextPageToken=p2&maxResults=9' }),
      ends('4s'),
    ],
  ],
  [
    'read to its end in pages of another size',
    'held',
    [
      begins('0s'),
      first,
      list('2s', { records: [], nextPageToken: 's2' }, { parameters: '?maxResults=9' }),
      list('3s', {}, { parameters: '?nextPageToken=s2&maxResults=9' }),
      ends('4s'),
    ],
  ],
]);

const listed = list('0s', page);
const other = 'https://l.test/files/q1.1';

judgeRows('C13', [
  ['at work on other links meanwhile', 'held', [listed, download('1m', {}, { url: other }), download('6m')]],
  [
    'waits before the retries of another download',
    'held',
    [listed, download('0s', 500, { url: other }), download('6m', {}, { url: other }), download('6m')],
  ],
  ['at work only when it was too late', 'broken', [listed, download('6m', {}, { url: other }), download('6m')]],
  ['waits for the notification of another query', 'held', [begins('0s', 'q2', 'c2'), listed, download('6m')]],
  [
    'waited for it until it was too late',
    'held',
    [begins('0s', 'q2', 'c2'), listed, notified('5m', 'COMPLETED', 200, 'q2'), download('6m')],
  ],
  [
    'had heard of it before',
    'broken',
    [begins('0s', 'q2', 'c2'), notified('0s', 'COMPLETED', 200, 'q2'), listed, download('6m')],
  ],
  [
    'another download had been tried again and got, long before',
    'broken',
    [
      listed,
      download('0s', 500, { url: other }),
      download('0s', {}, { url: other }),
      download('5m0.001s', {}, { url: other }),
      download('6m'),
    ],
  ],
  [
    'another customer failed for good while the download was under way',
    'inconclusive',
    [...two, listed, download('1m', 403, { answered: '3m' }), finalOfBob('1m', '2m'), ends('3m', '403')],
  ],
  ['nobody was there any more to hear it', 'held', [listed, download('1m', 403, { answered: '3m' }), ends('2m', 'x')]],
  ['a new query instead', 'held', [...two, listed, download('1m', 403), create('2m', {}, renewed), ends('3m')]],
  [
    'a new query instead, for another customer',
    'broken',
    [...two, listed, download('1m', 403), create('2m', { id: 'q3' }, bob), ends('3m')],
  ],
  [
    'a new query instead, of another scope',
    'broken',
    [...two, listed, download('1m', 403), otherScope('2m'), ends('3m')],
  ],
  [
    'another customer listed on',
    'broken',
    [...two, listed, download('1m', 403), list('2m', {}, { ...bob, query: 'q2' }), ends('3m')],
  ],
]);

judgeRows('C13', [
  [
    'another download was broken off, and never got',
    'inconclusive',
    [listed, download('1m', {}, { url: other, hangsUp: '2m' }), download('6m', 403), ends('7m', 'x')],
  ],
  [
    'the download was broken off, and its link was dead when it was tried again',
    'broken',
    [listed, download('1m', {}, { hangsUp: '2m' }), download('6m', 403), ends('7m', 'x')],
  ],
]);

const brokenOff = list('2m', 'tokenRevoked', { parameters: '?nextPageToken=p2' });

judgeRows('C12', [
  [
    'the import of that customer was broken off, and the client says so',
    'inconclusive',
    [...two, list('1m', { records: [], nextPageToken: 'p2' }), create('2m', 'tokenRevoked'), ends('3m')],
  ],
  [
    'the import of another customer was broken off',
    'broken',
    [...two, list('1m', { records: [], nextPageToken: 'p2' }), create('2m', 'tokenRevoked', bob), ends('3m')],
  ],
]);

judgeRows('C13', [
  [
    'the import of that customer was broken off, and the client says so',
    'inconclusive',
    [...two, list('1m', page), brokenOff, download('7m', 403), ends('8m')],
  ],
]);

const minutes = Array.from({ length: 6 }, (_, index) => `${index}m`);
const five = Array.from({ length: 5 }, (_, index) => create(`${index}ms`));

/** A list every six seconds; their answers begin at a time of their own, and come piece by piece for hours. */
const inPieces = (answered: string): readonly traces.Part[] =>
  Array.from({ length: 6 }, (_, index) => {
    const begun = `${6 * index + Number.parseInt(answered)}s`;
    return list(`${6 * index}s`, {}, { answered: begun, fault: 'drip', by: '21m' });
  });

judgeRows('C14', [
  ['a sixth, taken back before there was an answer', 'held', [create('0s', {}, { hangsUp: '1ms' }), ...five]],
  ['a sixth that was answered', 'broken', [create('0s'), ...five]],
  ['a sixth list beside five that may have been hung up on in their body', 'held', inPieces('1s')],
  ['a sixth list beside five whose answers have not even begun', 'broken', inPieces('31s')],
  [
    'a sixth that a redirect sent out again',
    'held',
    [create('0s', 'nothing', { fault: 'temporaryRedirect' }), create('50ms'), ...five.slice(1), create('1s')],
  ],
  [
    'a sixth while five answers come in pieces, and nothing tells whether anybody still waits for them',
    'held',
    minutes.map((at) => list(at, {}, { fault: 'drip', by: '1d' })),
  ],
  ['a sixth while five answers are waited for', 'broken', minutes.map((at) => list(at, {}, { answered: '1h' }))],
]);

judgeRows('C15', [
  [
    'begun anew since another page was not to be had',
    'held',
    [first, list('2s', 500, { parameters: '?nextPageToken=p2' }), list('3s', { records: [], nextPageToken: 'p2' })],
  ],
  [
    'begun anew since another query was refused',
    'broken',
    [first, list('2s', 500, { query: 'q2' }), list('3s', { records: [], nextPageToken: 'p2' })],
  ],
]);

const lost = Array.from({ length: 6 }, (_, index) => [
  begins('0s', `q${index}`, `c${index}`),
  completes('10m', `q${index}`, `c${index}`),
]).flat();

judgeRows('C18', [
  ['six notifications that never came, each waited for a day', 'held', [...lost, ends('6d', 'no notification')]],
  ['one that never came', 'broken', [...lost.slice(0, 2), ends('6d', 'no notification')]],
  ['a fault lasts, and each customer is given up after a day', 'held', [faultBegins('0s'), ends('6d', '500')]],
  ['the fault was over', 'broken', [faultBegins('0s', '1d'), ends('6d', '500')]],
]);

const brokenOffAt = (at: string): traces.Part => ends(at, 'simulation: 30 days (…) [CLOCK_RUNAWAY]');
const daily = ['1m', '1d', '2d', '3d', '4d', '5d'];
const doubling = ['1m', '2h', '8h', '32h'];

judgeRows('C18', [
  ['waits for the notification of a collection that never ends', 'inconclusive', [begins('0s'), brokenOffAt('6d')]],
  [
    'creates day after day while a collection never ends',
    'broken',
    [begins('0s'), ...daily.map((at) => create(at, 'requestConflict')), brokenOffAt('6d')],
  ],
  [
    'creates in longer and longer intervals, and waits for the next',
    'broken',
    [...doubling.map((at) => create(at, 500)), faultBegins('0s'), brokenOffAt('5d')],
  ],
  [
    'created in longer and longer intervals, and waits for the notification of another customer',
    'inconclusive',
    [begins('0s', 'q2', 'c2'), ...doubling.map((at) => create(at, 500)), faultBegins('0s'), brokenOffAt('5d')],
  ],
]);

const away: traces.CallOptions = { fault: 'refused', region: 'eu-west-1' };

judgeRows('C21', [
  [
    'another customer failed for good while the connection was tried',
    'inconclusive',
    [...two, list('1m', 'nothing', { ...away, answered: '3m' }), finalOfBob('1m', '2m'), ends('3m', '403')],
  ],
  [
    'listed in another region, in pages of another size',
    'held',
    [list('0s', 'nothing', away), list('1s', {}, { region: 'us-east-1', parameters: '?maxResults=9' }), ends('2s')],
  ],
  [
    'another query was listed in another region',
    'broken',
    [list('0s', 'nothing', away), list('1s', {}, { region: 'us-east-1', query: 'q2' }), ends('2s')],
  ],
]);

const store = (at: string, application: string): traces.Part =>
  ask(at, `grant_type=client_credentials&client_id=${application}&scope=s`, {
    access_token: application,
    expires_in: 3600,
  });

judgeRows('C22', [
  ['two applications', 'held', [store('0s', 'a1'), store('1s', 'a2')]],
  ['one application', 'broken', [store('0s', 'a1'), store('1s', 'a1')]],
]);

const lostMail = mail('0s', {}, { fault: 'reset', body: 'done' });
const again = mail('2s', {}, { body: 'done' });

judgeRows('C24', [
  ['the next mail in the same words, after more work', 'held', [lostMail, create('1s', {}, bob), again]],
  ['the same mail, after nothing', 'broken', [lostMail, again]],
  [
    'two at the same time, in the same words',
    'held',
    [mail('0s', {}, { fault: 'reset', body: 'done', answered: '3s' }), again],
  ],
]);

const noon = began('2030-01-01T12:00:00.000Z');
const lostAtNoon = mail('0s', {}, { fault: 'reset', body: 'done at 2030-01-01T12:00:00.000Z' });
const sentAtNoon = (time: string): traces.Part =>
  mail('0s', {}, { fault: 'reset', body: `done at 2030-01-01T${time}` });
const writtenThen = mail('2s', {}, { body: 'done at 2030-01-01T12:00:02.000Z' });
/** Lost at ten past twelve, with this time of day in it, and written again a minute later. */
const tenPast = (time: string): readonly traces.Part[] => [
  noon,
  mail('10m', {}, { fault: 'reset', body: `done at 2030-01-01T${time}.000Z` }),
  mail('11m', {}, { body: 'done at 2030-01-01T12:11:00.000Z' }),
];
const written = (body: string): traces.Part => mail('2s', {}, { body });

judgeRows('C24', [
  ['the same with the time of day', 'broken', [noon, lostAtNoon, written('done at 2030-01-01T12:00:02.000Z')]],
  ['the same to the second', 'broken', [noon, lostAtNoon, written('done at 2030-01-01T13:00:02+01:00')]],
  [
    'the same at a time before the answer was lost',
    'held',
    [noon, lostAtNoon, written('done at 2030-01-01T11:59:00Z')],
  ],
  ['written a minute and a second before it was first sent', 'held', [noon, sentAtNoon('11:58:59.000Z'), writtenThen]],
  ['written a millisecond later than that', 'broken', [noon, sentAtNoon('11:58:59.001Z'), writtenThen]],
  ['the same, some time after noon', 'broken', tenPast('12:10:00')],
  ['of a time that was five minutes ago when it was first sent', 'held', tenPast('12:05:00')],
  [
    'the same, after a silence that never ended',
    'broken',
    [
      noon,
      mail('0s', {}, { fault: 'silence', body: 'done at 2030-01-01T12:00:00.000Z' }),
      mail('1m', {}, { body: 'done at 2030-01-01T12:01:00.000Z' }),
    ],
  ],
  [
    'the same at a time when the first was under way',
    'held',
    [
      noon,
      mail('0s', {}, { fault: 'reset', answered: '30s', body: 'done at 2030-01-01T12:00:00.000Z' }),
      mail('31s', {}, { body: 'done at 2030-01-01T12:00:10.000Z' }),
    ],
  ],
  ['the same at a time that is not now', 'held', [noon, lostAtNoon, written('done at 2030-01-02T12:00:00Z')]],
  [
    'another code for the same customer',
    'held',
    [mail('0s', {}, { fault: 'reset', body: 'your code is 1234' }), written('your code is 5678')],
  ],
]);

const dated = (at: string, date: string, answer: object): traces.Part =>
  list(at, answer as Record<string, unknown>, { headers: { date: `Tue, 01 Jan 2030 ${date} GMT` } });

judgeRows('C25', [
  [
    'listed again without need, and its links used although they seem dead',
    'inconclusive',
    [noon, dated('0s', '11:50:00', page), dated('1s', '11:50:01', page), download('2s'), ends('3m')],
  ],
  [
    'listed again, and its links never used since they seem dead',
    'broken',
    [noon, dated('0s', '11:50:00', page), dated('1s', '11:50:01', page), ends('3m')],
  ],
  [
    'listed again while its links seem alive',
    'inconclusive',
    [noon, dated('0s', '11:58:00', page), dated('1s', '11:58:01', page), ends('3m')],
  ],
]);

const refusedAt = (...at: readonly string[]): readonly traces.Part[] => at.map((one) => create(one, 500));

judgeRows('C26', [
  ['a third retry after 70 ms in all', 'held', refusedAt('0s', '1ms', '2ms', '70ms')],
  ['a millisecond less', 'broken', refusedAt('0s', '1ms', '2ms', '69ms')],
  ['two retries at once', 'inconclusive', refusedAt('0s', '1ms', '2ms')],
  ['at once, in three regions', 'inconclusive', [create('0s', 500), create('0s', 500, { region: 'us-east-1' })]],
  ['a second each time', 'held', refusedAt('0s', '1s', '2s', '3s')],
]);

test('harm decides the level', () => {
  const levels = new Map<string, string>(clientRules.map(({ id, level }) => [id, level]));

  expect(['C24', 'C26'].map((id) => levels.get(id))).toEqual(['must', 'must']);
  expect(['C8', 'C10', 'C21', 'C22'].map((id) => levels.get(id))).toEqual(['should', 'should', 'should', 'should']);
});
