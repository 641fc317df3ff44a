import { expect, test } from 'vitest';
import type { RuleId } from '../../../src/rules/catalogue.ts';
import * as traces from './write-trace.ts';
import { judgeRows } from './judge-rows.ts';

/** What a client can point to, and what it cannot. */

const { ask, begins, completes, create, download, ends, evidenceOf, judge, list, mends, notified, page, sleeps } =
  traces;

const other = { authorization: 'Bearer t2' };
const expired = list('1m', 'tokenExpired');

const refuse = (at: string, grant: string, status: number): traces.Part => ask(at, `grant_type=${grant}`, status);
const renewal = (at: string, answer: Parameters<typeof ask>[2]): traces.Part =>
  ask(at, 'grant_type=refresh_token&refresh_token=r1', answer);

judgeRows('C4', [
  [
    'the query was canceled meanwhile',
    'inconclusive',
    [expired, notified('2m', 'CANCELED', 200), ends('2m', 'canceled')],
  ],
  ['the query had been canceled before', 'broken', [notified('0s', 'CANCELED', 200), expired, ends('2m', 'canceled')]],
  [
    'another call got no answer',
    'inconclusive',
    [expired, traces.mail('2m', {}, { fault: 'reset' }), ends('2m', 'reset')],
  ],
  ['a new query instead', 'held', [expired, create('2m', {}, other), ends('3m')]],
  ['its refresh token had been refused for good', 'held', [renewal('30s', 400), expired, ends('2m', 'no token')]],
  ['its secret had been refused', 'held', [renewal('30s', 401), expired, ends('2m', 'no token')]],
  ['it was refused in passing then', 'held', [expired, renewal('90s', 503), ends('2m', 'no token')]],
  ['it had been refused in passing', 'broken', [renewal('30s', 503), expired, ends('2m', 'no token')]],
  [
    'it had been refused, and then was not',
    'broken',
    [renewal('20s', 401), renewal('30s', { access_token: 't1' }), expired, ends('2m', 'no token')],
  ],
  [
    'a store token had been refused',
    'broken',
    [refuse('30s', 'client_credentials', 400), expired, ends('2m', 'no token')],
  ],
  ['expired again after a refresh', 'held', [expired, list('2m', 'tokenExpired', other), ends('2m', 'expired')]],
]);

judgeRows('C6', [
  [
    'the query ended meanwhile',
    'held',
    [list('0s', 'queryNotCompleted'), notified('1m', 'COMPLETED', 200), list('1m')],
  ],
  ['somebody mended it', 'held', [create('0s', 'scopeNotEnabled'), mends('1m'), create('2m')]],
  ['somebody had mended it before', 'broken', [mends('0s'), create('1m', 'scopeNotEnabled'), create('2m')]],
  [
    'on its way at the same time',
    'held',
    [create('0s', 'scopeNotEnabled', { answered: '2s' }), create('1s', 'scopeNotEnabled')],
  ],
  ['a dead refresh token', 'broken', [refuse('0s', 'refresh_token', 400), refuse('1s', 'refresh_token', 400)]],
  ['a secret that is wrong', 'broken', [refuse('0s', 'refresh_token', 401), refuse('1s', 'refresh_token', 401)]],
  [
    'a dead refresh token, in an answer that was spoiled',
    'inconclusive',
    [
      ask('0s', 'grant_type=refresh_token', 400, { fault: 'malformedJson' }),
      ask('1s', 'grant_type=refresh_token', 200),
    ],
  ],
  [
    'a token address in trouble',
    'inconclusive',
    [refuse('0s', 'refresh_token', 500), refuse('1s', 'refresh_token', 500)],
  ],
  [
    'a store token for the next report',
    'inconclusive',
    [refuse('0s', 'client_credentials', 400), refuse('1s', 'client_credentials', 400)],
  ],
  [
    'a body that was spoiled',
    'inconclusive',
    [create('0s', 'scopeNotEnabled', { fault: 'malformedJson' }), create('1s')],
  ],
]);

const throttled = create('1m', 429);

const stopped = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
const failedFor = (failed: string) => [{ customer: 'c1', failed }];

judgeRows('C7', [
  [
    'the time that a signal gave for all of it was over',
    'inconclusive',
    [list('1m', 500), traces.throws('2m', stopped)],
  ],
  ['it was stopped while it waited', 'inconclusive', [list('1m', 500), ends('2m', 'The operation was aborted')]],
  [
    'the deadline of one customer was over',
    'inconclusive',
    [list('1m', 500), traces.returns('2m', failedFor('the deadline of 8 hours has passed'))],
  ],
  ['data that has a deadline', 'broken', [list('1m', 500), traces.returns('2m', { deadline: '2024-03-01' })]],
  ['the request timed out', 'broken', [list('1m', 504), ends('2m', 'Request timed out')]],
  ['another call got no answer', 'inconclusive', [throttled, list('2m', {}, { fault: 'reset' }), ends('2m', 'reset')]],
  ['another call had got none before', 'broken', [list('0s', {}, { fault: 'reset' }), throttled, ends('2m', '429')]],
  [
    'it was itself a retry, of a call without an answer',
    'held',
    [create('0s', 201, { fault: 'reset' }), throttled, ends('2m', '429')],
  ],
  [
    'it was itself a retry, of a call whose answer was spoiled',
    'held',
    [create('0s', 201, { fault: 'malformedJson' }), create('1m', 418), ends('2m', '418')],
  ],
  ['another call was answered', 'broken', [throttled, list('2m'), ends('2m', '429')]],
  ['a new query instead', 'held', [list('0s', 500), create('1m'), ends('2m')]],
]);

const heard = notified('0s', 'COMPLETED', 200);
const late = list('2h', 'accessTimeElapsed');

judgeRows('C11', [
  [
    'the deadline of the client was over, too',
    'inconclusive',
    [list('2h', 'accessTimeElapsed'), traces.returns('3h', failedFor('the deadline of 2 hours has passed'))],
  ],
  [
    'too late twice',
    'held',
    [late, create('2h', { id: 'q2' }), list('4h', 'accessTimeElapsed', { query: 'q2' }), ends('4h', 'late')],
  ],
  [
    'the new query is the old one, as it is remembered',
    'held',
    [late, create('2h', { id: 'q1' }), list('2h'), ends('2h')],
  ],
  ['the new query is another, and yet', 'broken', [late, create('2h', { id: 'q2' }), list('2h'), ends('2h')]],
  ['an hour from the second copy', 'broken', [heard, notified('5m', 'COMPLETED', 200), list('1h5m')]],
  [
    'stopped by another call',
    'inconclusive',
    [late, create('1h', 'scopeNotEnabled', { answered: '3h' }), ends('3h', '403')],
  ],
  ['of a query that was never notified', 'held', [heard, list('2h', {}, { query: 'q2' })]],
  ['asleep twice', 'held', [heard, sleeps('0s', '3m'), sleeps('2m', '4m'), list('1h4m')]],
  ['asleep twice, and idle for longer', 'broken', [heard, sleeps('0s', '3m'), sleeps('2m', '4m'), list('1h4m0.001s')]],
]);

const first = list('1s', { records: [], nextPageToken: 'p2' });
const anew = [begins('2s', 'q2'), create('2s', { id: 'q2' })];

judgeRows('C12', [
  ['given up for a newer query', 'held', [begins('0s'), begins('0s', 'q9', 'c9'), first, ...anew, ends('3s')]],
  ['the newer query is of another customer', 'broken', [begins('0s'), first, begins('2s', 'q2', 'c2'), ends('3s')]],
  [
    'on from a page that came in pieces',
    'held',
    [
      begins('0s'),
      list('1s', { records: [] }),
      list('2s', {}, { fault: 'drip' }),
      list('3s', {}, { parameters: '?nextPageToken=p7' }),
      ends('4s'),
    ],
  ],
  [
    'two sizes, one token',
    'held',
    [
      begins('0s'),
      first,
      list('1s', { records: [], nextPageToken: 'p2' }, { parameters: '?maxResults=5' }),
      list('2s', {}, { parameters: '?nextPageToken=p2' }),
      ends('3s'),
    ],
  ],
]);

const listed = list('0s', page);
const dead = download('1m', 403);
const otherFile = 'https://l.test/files/q1.1';
const otherLink = `${traces.link}&number=2`;
const listedAgain = list('2m', { records: [{ ...page.records[0], file: otherLink }] });
const deadAgain = download('3m', 403, { url: otherLink });
const diedTwice = [listed, dead, listedAgain, deadAgain];
const triedTwice = (second: number): readonly traces.Part[] => [
  listed,
  download('30s', 500, { url: otherFile }),
  download('40s', second, { url: otherFile }),
  dead,
  ends('3m', '403'),
];

judgeRows('C13', [
  ['got by another link', 'held', [listed, dead, download('2m', {}, { url: `${traces.link}&again` }), ends('3m')]],
  ['another file got', 'broken', [listed, dead, download('2m', {}, { url: otherFile }), ends('3m')]],
  ['another query listed', 'broken', [listed, dead, list('2m', {}, { query: 'q2' }), ends('3m')]],
  ['a new query instead', 'held', [listed, dead, create('2m'), ends('3m')]],
  ['listing it again failed', 'held', [listed, dead, list('2m', 'accessTimeElapsed'), ends('3m', 'late')]],
  ['a link that is gone, tried again', 'broken', [listed, download('1s', 410), download('2s', 410)]],
  [
    'a link tried again before it was known to be dead',
    'held',
    [listed, download('1s', 403, { answered: '3s' }), download('2s'), ends('4s')],
  ],
  ['a link that no page gave', 'broken', [dead, ends('3m')]],
  ['two links', 'broken', [listed, dead, download('2m', 403, { url: otherFile }), ends('3m')]],
  ['a link had died, and the client is not at its end', 'inconclusive', [listed, dead]],
  [
    'another download had failed before, of which the client says nothing',
    'broken',
    [listed, download('30s', 418, { url: otherFile }), dead, ends('3m')],
  ],
  ['another download had failed twice before', 'inconclusive', triedTwice(500)],
  ['another download had failed before, and its link died, too', 'broken', triedTwice(403)],
  [
    'given up after another download that had failed before',
    'inconclusive',
    [listed, download('30s', 418, { url: otherFile }), dead, ends('3m', '418')],
  ],
  [
    'another download had failed before, and was mended',
    'broken',
    [
      listed,
      download('30s', 418, { url: otherFile }),
      download('40s', {}, { url: otherFile }),
      dead,
      ends('3m', '403'),
    ],
  ],
  [
    'given up after listing again for another link that died, too',
    'inconclusive',
    [listed, dead, listedAgain, deadAgain, ends('8m', 'links die')],
  ],
  [
    'listed again once, and all the same finished without the file',
    'broken',
    [listed, dead, listedAgain, deadAgain, ends('8m')],
  ],
  [
    'given up after listing again, and the result says so',
    'inconclusive',
    [
      begins('0s'),
      completes('0s'),
      ...diedTwice,
      traces.returns('8m', { c1: 'failed: its links died again and again' }),
    ],
  ],
  [
    'given up after listing again, and the result counts it as had',
    'broken',
    [begins('0s'), completes('0s'), ...diedTwice, traces.returns('8m', { records: 1 })],
  ],
  [
    'given up without listing again, though the result says so',
    'broken',
    [begins('0s'), completes('0s'), listed, dead, traces.returns('8m', { c1: 'failed: its links died' })],
  ],
  [
    'stopped by another call',
    'inconclusive',
    [listed, dead, download('1m', 500, { url: otherFile }), ends('3m', '500')],
  ],
]);

test('C13 tells of a link that died and was left', () => {
  expect(evidenceOf('C13', [listed, dead, ends('3m')])).toEqual(['a link had died, and its page was not listed again']);
});

const injected =
  (at: string): traces.Part =>
  (number) =>
    create(at, 500)(number).map((entry) => (entry.kind === 'answer' ? { ...entry, injected: true } : entry));

judgeRows('C18', [
  ['refused by a scenario meanwhile', 'held', [begins('0s'), completes('0s'), injected('1d'), ends('2d12h')]],
  [
    'refused by the service meanwhile',
    'broken',
    [create('0s'), begins('0s'), completes('0s'), create('1d', 500), ends('2d12h')],
  ],
]);

const refused = [begins('0s', 'q2', 'c2'), list('1m', 'scopeNotEnabled', { ...other, query: 'q2' })];

judgeRows('C17', [
  [
    'the data of another customer was out of reach',
    'broken',
    [begins('0s'), completes('0s'), heard, ...refused, ends('2m')],
  ],
]);

const store = (at: string): traces.Part => ask(at, 'scope=s', { access_token: 't2', expires_in: 3600 });

judgeRows('C22', [
  ['a token that is not known', 'held', [store('0s'), create('1m', 401, other), store('2m')]],
  ['a token that does its work', 'broken', [store('0s'), create('1m', {}, other), store('2m')]],
]);

const fewer = {
  createRate: {
    kind: 'rate',
    value: 3,
    unit: '',
    within: '1s',
    appliesTo: 'createDataQuery',
    section: 'Limits, interface C',
  },
} as const;
const more = { createRate: { ...fewer.createRate, value: 9 } } as const;
const short = (name: 'answerMemory' | 'linkLifetime' | 'listingWindow') =>
  ({
    [name]: { kind: 'time', value: '1m', unit: '', appliesTo: 'links', section: 'Limits, interface C' },
  }) as traces.Settings['limits'];
const smaller = {
  pageSize: {
    kind: 'range',
    least: 2,
    value: 9,
    usual: 9,
    unit: '',
    appliesTo: 'links',
    section: 'Limits, interface C',
  },
} as const;
const creates = (count: number): readonly traces.Part[] =>
  Array.from({ length: count }, (_, index) => create(`${index}ms`));

test.each<readonly [RuleId, string, string, traces.Settings['limits'], readonly traces.Part[]]>([
  ['C14', 'held', 'fewer requests are allowed than published', fewer, creates(5)],
  ['C14', 'held', 'more are', more, creates(9)],
  ['C14', 'broken', 'more are, and it is not enough', more, creates(10)],
  ['C15', 'held', 'answers are remembered for a minute', short('answerMemory'), [listed, list('1m')]],
  ['C13', 'held', 'links live for a minute', short('linkLifetime'), [listed, download('2m')]],
  ['C11', 'held', 'the hour is a minute', short('listingWindow'), [heard, list('2m')]],
  [
    'C20',
    'held',
    'pages are small',
    smaller,
    [list('0s', {}, { parameters: '?maxResults=250' }), list('0s', {}, { parameters: '?maxResults=1' })],
  ],
])('%s is %s where %s: a client cannot know', (rule, verdict, _where, limits, told) => {
  expect(judge(rule, told, limits === undefined ? {} : { limits })).toBe(verdict);
});

test.each([
  ['operation-refusals', 'broken'],
  ['success-only', 'inconclusive'],
] as const)('C15, a conflict where %s are remembered: %s', (choice, verdict) => {
  const told = [create('0s', 'requestConflict'), create('1m', 'requestConflict')];

  expect(judge('C15', told, { assumptions: { 'cache.errors': choice } })).toBe(verdict);
});

test('C15, where only the authorization is remembered: inconclusive', () => {
  expect(judge('C15', [listed, list('1m')], { assumptions: { 'cache.meaning': 'authorization-only' } })).toBe(
    'inconclusive',
  );
});
