import { expect, test } from 'vitest';
import * as traces from './write-trace.ts';

const {
  begins,
  cancels,
  completes,
  create,
  download,
  ends,
  given,
  judge,
  link,
  list,
  mends,
  notified,
  page,
  returns,
  sleeps,
  throws,
} = traces;

/** What an import of one record is made of. */
const schema = page.records[0]?.schema ?? '';
const ready = [create('0s'), begins('0s'), completes('1m'), notified('1m', 'COMPLETED', 200)];
const file = download('2m');
const description = download('2m', {}, { url: schema });
const secondPage = { records: [{ file: 'https://l.test/files/q1.1', schema: 'https://l.test/schemas/q1.1' }] };
const secondFiles = ['https://l.test/files/q1.1', 'https://l.test/schemas/q1.1'].map((url) =>
  download('3m', {}, { url }),
);
/** A collection that takes long. */
const slow = [create('0s'), begins('0s'), completes('50m')];
const ofPage = (token: string) => ({ parameters: `?nextPageToken=${token}` });

const imported = [...ready, list('2m', page), file, description];
const clientToken = 'grant_type=client_credentials&scope=s';
const onwards = list('2m', { ...page, nextPageToken: 'p2' });
const brokenFile = download('2m', {}, { fault: 'truncated' });

test.each<readonly [string, string, readonly traces.Part[]]>([
  ['a file of the page broke off each time', 'inconclusive', [...ready, onwards, brokenFile, brokenFile, ends('3m')]],
  ['a file of the page came whole in the end', 'broken', [...ready, onwards, brokenFile, file, ends('3m')]],
  [
    'a file of the page came in pieces',
    'inconclusive',
    [...ready, onwards, download('2m', {}, { fault: 'drip' }), ends('3m')],
  ],
  ['the result says so', 'inconclusive', [given('c1'), ...ready, onwards, file, returns('3m', { c1: 'too late' })]],
  ['the result says nothing of it', 'broken', [given('c1'), ...ready, onwards, file, returns('3m', { c1: 1 })]],
])('C12, where the next page is not asked for and %s: %s', (_name, verdict, told) => {
  expect(judge('C12', told)).toBe(verdict);
});

/** The notification of the query that `ready` completes, which nobody answered. */
const unanswered =
  (why: string, fault?: 'lost'): traces.Part =>
  (number) => [
    {
      kind: 'notification',
      at: 60_000,
      notification: number,
      query: 'q1',
      status: 'COMPLETED',
      region: 'eu-west-1',
      body: '',
    },
    ...(fault === undefined
      ? []
      : [{ kind: 'notificationFault', at: 60_000, notification: number, fault: { name: fault } } as const]),
    { kind: 'undelivered', at: 70_000, notification: number, why },
  ];
const hanging = [...ready.slice(0, 3), unanswered('no answer within 10s')];

test.each<readonly [string, string, readonly traces.Part[]]>([
  ['with all of it', 'held', [...hanging, list('2m', page), file, description, ends('3m')]],
  ['with nothing', 'broken', [...hanging, ends('3m')]],
  [
    'with nothing, for the network lost it',
    'inconclusive',
    [...ready.slice(0, 3), unanswered('no answer within 10s', 'lost'), ends('3m')],
  ],
  [
    'with nothing, for there was no connection',
    'inconclusive',
    [...ready.slice(0, 3), unanswered('no connection within 10s'), ends('3m')],
  ],
])('C17, where the application did not answer its notification in time and ends %s: %s', (_name, verdict, told) => {
  expect(judge('C17', told)).toBe(verdict);
  expect(judge('C16', told)).toBe('inconclusive');
});

test.each<readonly [string, string, readonly traces.Part[]]>([
  ['data and schema', 'held', [...ready, list('2m', page), file, description, ends('3m')]],
  ['no schema', 'broken', [...ready, list('2m', page), file, ends('3m')]],
  ['no data', 'broken', [...ready, list('2m', page), description, ends('3m')]],
  ['no listing', 'broken', [...ready, ends('3m')]],
  ['nothing to download', 'held', [...ready, list('2m'), ends('3m')]],
  ['a listing that got lost', 'broken', [...ready, list('2m', page, { fault: 'reset' }), ends('3m')]],
  ['a refused download', 'broken', [...ready, list('2m', page), download('2m', 403), description, ends('3m')]],
  [
    'half a file',
    'broken',
    [...ready, list('2m', page), download('2m', {}, { fault: 'truncated' }), description, ends('3m')],
  ],
  [
    'half a file, then all of it',
    'held',
    [...ready, list('2m', page), download('2m', {}, { fault: 'truncated' }), file, description, ends('3m')],
  ],
  [
    'a file that came in pieces',
    'inconclusive',
    [...ready, list('2m', page), download('2m', {}, { fault: 'drip' }), description, ends('3m')],
  ],
  [
    'a file that was spoiled',
    'inconclusive',
    [...ready, list('2m', page), download('2m', {}, { fault: 'malformedJson' }), description, ends('3m')],
  ],
  [
    'nothing for a file, then all of it',
    'held',
    [...ready, list('2m', page), download('2m', {}, { fault: 'emptyBody' }), file, description, ends('3m')],
  ],
  [
    'a file in pieces, and no schema',
    'broken',
    [...ready, list('2m', page), download('2m', {}, { fault: 'drip' }), ends('3m')],
  ],
  ['a page that came in pieces', 'inconclusive', [...ready, list('2m', page, { fault: 'drip' }), ends('3m')]],
  [
    'by a link of another listing',
    'held',
    [...ready, list('2m', page), download('2m', {}, { url: link.replace('=1', '=2') }), description, ends('3m')],
  ],
  [
    'both pages',
    'held',
    [
      ...ready,
      list('2m', { ...page, nextPageToken: 'p2' }),
      list('2m', secondPage, ofPage('p2')),
      file,
      description,
      ...secondFiles,
      ends('3m'),
    ],
  ],
  [
    'both pages, one file missing',
    'broken',
    [
      ...ready,
      list('2m', { ...page, nextPageToken: 'p2' }),
      list('2m', secondPage, ofPage('p2')),
      file,
      description,
      ...secondFiles.slice(1),
      ends('3m'),
    ],
  ],
  ['the first page', 'broken', [...ready, list('2m', { ...page, nextPageToken: 'p2' }), file, description, ends('3m')]],
  [
    'on by the token of the second listing',
    'held',
    [
      ...ready,
      list('2m', { ...page, nextPageToken: 'p2' }),
      list('2m', { ...page, nextPageToken: 'p3' }),
      list('2m', secondPage, ofPage('p3')),
      file,
      description,
      ...secondFiles,
      ends('3m'),
    ],
  ],
  [
    'a query that was canceled',
    'inconclusive',
    [create('0s'), begins('0s'), cancels('1m'), notified('1m', 'CANCELED', 200), ends('3m')],
  ],
  ['a query that has not ended', 'inconclusive', [create('0s'), begins('0s'), ends('3m')]],
  ['a notification that never came', 'inconclusive', [...ready.slice(0, 3), notified('1m', 'COMPLETED'), ends('3m')]],
  ['a listing refused for good', 'inconclusive', [...ready, list('2m', 'scopeNotEnabled'), ends('3m')]],
  ['a listing refused for now', 'broken', [...ready, list('2m', 'integrationTimeout'), ends('3m')]],
  ['a listing that came too late', 'broken', [...ready, list('2m', 'accessTimeElapsed'), ends('3m')]],
  [
    'a second query, complete',
    'held',
    [
      ...ready,
      create('2m', { id: 'q2' }),
      begins('2m', 'q2'),
      completes('3m', 'q2'),
      list('3m', { records: [] }, { query: 'q2' }),
      ends('3m'),
    ],
  ],
  [
    'a second query, incomplete',
    'broken',
    [
      create('0s'),
      begins('0s'),
      cancels('1m'),
      create('2m', { id: 'q2' }),
      begins('2m', 'q2'),
      completes('3m', 'q2'),
      notified('3m', 'COMPLETED', 200, 'q2'),
      ends('3m'),
    ],
  ],
  [
    'a second customer, incomplete',
    'broken',
    [
      ...ready,
      list('2m'),
      create('2m', { id: 'q2' }),
      begins('2m', 'q2', 'c2'),
      completes('3m', 'q2', 'c2'),
      notified('3m', 'COMPLETED', 200, 'q2'),
      ends('3m'),
    ],
  ],
  ['not yet over', 'inconclusive', [...ready, list('2m', page)]],
  ['no query at all', 'inconclusive', [ends('3m')]],
  ['an error out of nothing', 'broken', [...ready, list('2m'), ends('3m', 'undefined is not a function')]],
  ['an error after a refusal', 'held', [...ready, list('2m', 'scopeNotEnabled'), ends('3m', '403 SCOPE_NOT_ENABLED')]],
  ['an error that says nothing', 'broken', [...ready, list('2m', 'scopeNotEnabled'), ends('3m', ' ')]],
  ['an error after a fault', 'held', [...ready, list('2m', page, { fault: 'reset' }), ends('3m', 'reset')]],
  [
    'an error after a cancellation',
    'held',
    [create('0s'), begins('0s'), cancels('1m'), notified('1m', 'CANCELED', 200), ends('3m', 'canceled')],
  ],
  [
    'an error after a notification that never came',
    'held',
    [...ready.slice(0, 3), notified('1m', 'COMPLETED'), ends('3m', 'nothing came')],
  ],
  ['an error before the query ended', 'held', [create('0s'), begins('0s'), ends('3m', 'it takes too long')]],
  [
    'an error after an hour without a notification, which came later',
    'held',
    [...slow, ends('1h', 'no notification came'), notified('1h', 'COMPLETED', 200)],
  ],
  [
    'an error a millisecond before the hour',
    'broken',
    [...slow, ends('59m59.999s', 'no notification came'), notified('1h', 'COMPLETED', 200)],
  ],
  ['an error that speaks of the clock', 'held', [...ready, list('2m', 500), ends('3m', '[CLOCK_STUCK] by HTTP 500')]],
  ['an error that is not its own', 'inconclusive', [...ready, ends('3m', 'stuck (…) [CLOCK_STUCK]')]],
])('C17, %s: %s', (_name, verdict, told) => {
  expect(judge('C17', told)).toBe(verdict);
});

const whole = [list('2m', page), file, description];
/** A second customer, whose query is under way. */
const bob = [create('0s', { id: 'q2' }, { authorization: 'Bearer t2' }), begins('0s', 'q2', 'c2')];
const bobIsReady = [...bob, completes('1m', 'q2', 'c2')];
/** All records of one customer come, the create for another is refused, and that is what the client says. */
const besideRefused = (result: unknown): readonly traces.Part[] => [
  given('c1', 'c2'),
  ...ready,
  ...whole,
  create('2m', 'tokenRevoked', { authorization: 'Bearer t2' }),
  returns('3m', result),
];
const failsAt = (at: string) => ends(at, 'undefined is not a function');

test.each<readonly [string, string, readonly traces.Part[]]>([
  ['nothing', 'broken', [failsAt('3m')]],
  ['the query of another customer that had not ended', 'held', [...bob, failsAt('3m')]],
  [
    'one that had ended and was notified',
    'broken',
    [...bobIsReady, notified('1m', 'COMPLETED', 200, 'q2'), failsAt('3m')],
  ],
  ['one that was canceled', 'held', [...bob, notified('1m', 'CANCELED', 200, 'q2'), failsAt('3m')]],
  [
    'a notification that nobody took',
    'held',
    [...bobIsReady, notified('1m', 'COMPLETED', undefined, 'q2'), failsAt('3m')],
  ],
  ['what a scenario did', 'held', [mends('2m'), failsAt('3m')]],
  ['time that a scenario let pass', 'held', [sleeps('2m', '3m'), failsAt('3m')]],
  [
    'an answer of its own making',
    'held',
    [
      (number) =>
        traces
          .mail('2m')(number)
          .map((entry) => (entry.kind === 'answer' ? { ...entry, injected: true } : entry)),
      failsAt('3m'),
    ],
  ],
  ['an answer that came late', 'held', [list('2m', page, { fault: 'late' }), failsAt('3m')]],
  [
    'a notification that came late',
    'held',
    [
      () => [{ kind: 'notificationFault', at: 60_000, notification: 4, fault: { name: 'late', by: 60_000 } }],
      failsAt('3m'),
    ],
  ],
])('C17, where all records came, an error follows, and what stood in the way is %s: %s', (_name, verdict, told) => {
  expect(judge('C17', [...ready, ...whole, ...told])).toBe(verdict);
});

const blames = (at: string, ...before: readonly traces.Part[]): readonly traces.Part[] => [
  given('c1', 'c2'),
  create('0s'),
  begins('0s'),
  completes('1m'),
  create('2m', 'blankScopeId'),
  ...before,
  throws(at, new Error('no notification came')),
];

test.each<readonly [string, string, readonly traces.Part[]]>([
  ['it had come', 'broken', blames('3m', notified('1m', 'COMPLETED', 200))],
  ['it had come in the end', 'broken', blames('3m', notified('1m', 'COMPLETED'), notified('2m', 'COMPLETED', 200))],
  [
    'it had been refused before it was taken',
    'broken',
    blames('3m', (number) => [
      ...notified('1m', 'COMPLETED', 500)(number),
      { kind: 'delivered', at: 60_000, notification: number, status: 204 },
    ]),
  ],
  ['it was refused', 'held', blames('3m', notified('1m', 'COMPLETED', 500))],
  ['it came later', 'held', blames('3m', notified('4m', 'COMPLETED', 200))],
  ['one of two had come', 'held', blames('3m', ...bobIsReady, notified('1m', 'COMPLETED', 200))],
])('C17, an error that blames a notification, and %s: %s', (_name, verdict, told) => {
  expect(judge('C17', told)).toBe(verdict);
});

/** The error blames a notification of no query of this trace, which begins where there may have been one before. */
test.each<readonly [string, string, object]>([
  ['begins with it', 'broken', {}],
  ['continues another', 'held', { continues: true }],
  [
    'began with a query under way',
    'held',
    { queries: [{ id: 'q0', customer: 'c1', scope: 'orders', application: 'app', state: 'inProgress' }] },
  ],
])('C17, an error that blames a notification where no query began, and the trace %s: %s', (_name, verdict, more) => {
  const givenWith: traces.Part = (number) =>
    given('c1')(number).map((entry) =>
      entry.kind === 'began' && entry.world !== undefined ? { ...entry, world: { ...entry.world, ...more } } : entry,
    );
  const failed = throws('8h', new Error('no notification came'));

  expect(judge('C17', [givenWith, create('0s', 'scopeNotEnabled'), failed])).toBe(verdict);
});

test('C17 says what is missing, and what is wrong with an error', () => {
  const { evidenceOf } = traces;
  const notDownloaded = 'orders of c1 did not arrive: /files/q1.0 and 1 more were never downloaded whole';
  const failed = (error: Error): readonly string[] =>
    evidenceOf('C17', [given('c1'), create('0s', 'scopeNotEnabled'), throws('3m', error)]);

  expect(evidenceOf('C17', [...ready, list('2m', page), ends('3m')])).toEqual([notDownloaded]);
  expect(evidenceOf('C17', [given('c1'), ...ready, list('2m', page), returns('3m', { failed: 1 })])).toEqual([
    `${notDownloaded}, although nothing stood in its way`,
  ]);
  expect(evidenceOf('C17', [given('c1'), ...canceled, returns('3m', undefined)])).toEqual([
    'orders of c1 did not arrive: query q1 was canceled; the client returned nothing that would say so',
  ]);
  expect(evidenceOf('C17', [given('c1'), ...canceled, returns('3m', { records: 0 })])).toEqual([
    'orders of c1 did not arrive: query q1 was canceled; nothing in what the client returned says so',
  ]);
  expect(failed(new Error('import failed'))).toEqual(['the client ended with an error that names no cause']);
  expect(failed(new Error(''))).toEqual(['the client ended with an error that names no cause']);
  expect(failed(new Error('no notification came'))).toEqual([
    'the client ended with an error that blames a notification, and all had come',
  ]);
});

test.each<readonly [string, string, unknown]>([
  ['as many as there are', 'inconclusive', { records: 1 }],
  ['one too many', 'broken', { records: 2 }],
])('C17, by the lines of a test that mean one of two customers, who counts %s: %s', (_name, verdict, result) => {
  const parts = [given('c1', 'c2'), ...imported, returns('3m', result)];
  expect(judge('C17', parts, { runBy: 'test' })).toBe(verdict);
});

test.each<readonly [string, string, unknown]>([
  ['each by itself', 'held', { first: { records: 1 }, second: { records: 1 } }],
  ['as one', 'held', { records: 1 }],
  ['as two records', 'broken', { records: 2 }],
])('C17, two queries for the same record, counted %s: %s', (_name, verdict, result) => {
  const again = [
    create('4m', { id: 'q2' }),
    begins('4m', 'q2'),
    completes('5m', 'q2'),
    notified('5m', 'COMPLETED', 200, 'q2'),
    list('6m', page, { query: 'q2' }),
    download('6m'),
    download('6m', {}, { url: schema }),
  ];
  expect(judge('C17', [given('c1'), ...ready, ...whole, ...again, returns('7m', result)])).toBe(verdict);
});
const canceled = [create('0s'), begins('0s'), cancels('1m'), notified('1m', 'CANCELED', 200)];
const circle: Record<string, unknown> = {};
circle['self'] = circle;

test.each<readonly [string, string, readonly traces.Part[]]>([
  ['all of it, and the number of records', 'held', [given('c1'), ...ready, ...whole, returns('3m', { records: 1 })]],
  ['all of it, and nothing is said', 'held', [given('c1'), ...ready, ...whole, returns('3m', undefined)]],
  ['all of it, counted twice', 'broken', [given('c1'), ...ready, ...whole, returns('3m', { records: 2 })]],
  ['all of it, listed twice', 'broken', [given('c1'), ...ready, ...whole, returns('3m', { records: [{}, {}] })]],
  ['all of it, and none is counted', 'broken', [given('c1'), ...ready, ...whole, returns('3m', { records: 0 })]],
  [
    'all of it, and a count beside what cannot be read',
    'held',
    [given('c1'), ...ready, ...whole, returns('3m', { records: 2, circle })],
  ],
  [
    'all of it, and of a customer of its own, who is not counted',
    'held',
    [
      given('c1'),
      ...ready,
      ...whole,
      create('2m', { id: 'q9' }, { authorization: 'Bearer t9' }),
      begins('2m', 'q9', 'c9'),
      completes('2m', 'q9', 'c9'),
      notified('2m', 'COMPLETED', 200, 'q9'),
      list('2m', secondPage, { query: 'q9', authorization: 'Bearer t9' }),
      ...secondFiles,
      returns('3m', { records: 1 }),
    ],
  ],
  ['all of it, and no part can be compared', 'held', [given('c1'), ...ready, ...whole, returns('3m', circle)]],
  [
    'a second customer never asked for',
    'broken',
    [given('c1', 'c2'), ...ready, ...whole, returns('3m', { records: 1 })],
  ],
  [
    'a second customer never asked for, and that is said though nothing stood in the way',
    'broken',
    [given('c1', 'c2'), ...ready, ...whole, returns('3m', { records: 1, missing: ['c2'] })],
  ],
  ['a second customer whose create was refused, and that is said', 'held', besideRefused({ records: 1, c2: '403' })],
  [
    'a second customer whose create was refused, and more is counted than there was',
    'broken',
    besideRefused({ records: 3, c2: '403' }),
  ],
  ['a canceled query, without a word', 'broken', [given('c1'), ...canceled, returns('3m', { records: 0 })]],
  ['a canceled query, and nothing returned', 'broken', [given('c1'), ...canceled, returns('3m', undefined)]],
  [
    'a canceled query, by a client that returns nothing by design',
    'inconclusive',
    [given('c1'), ...canceled, ends('3m')],
  ],
  ['a canceled query, and that is said', 'held', [given('c1'), ...canceled, returns('3m', { c1: 'CANCELED' })]],
  ['a canceled query, and a circle', 'inconclusive', [given('c1'), ...canceled, returns('3m', circle)]],
  [
    'a canceled query, and it is said in a circle',
    'held',
    [given('c1'), ...canceled, returns('3m', { circle, failed: ['c1'] })],
  ],
  [
    'a token that was refused, without a word',
    'broken',
    [given('c1'), create('0s', 'tokenRevoked'), returns('3m', {})],
  ],
  [
    'a listing that got lost, and that is said',
    'held',
    [given('c1'), ...ready, list('2m', page, { fault: 'reset' }), returns('3m', { failed: 1 })],
  ],
  [
    'a listing that got lost, without a word',
    'broken',
    [given('c1'), ...ready, list('2m', page, { fault: 'reset' }), returns('3m', { records: 0 })],
  ],
  [
    'a notification waited for in vain for an hour, and that is said',
    'held',
    [given('c1'), ...slow, returns('1h', { c1: 'no notification' }), notified('2h', 'COMPLETED', 200)],
  ],
  [
    'a notification waited for in vain for an hour, without a word',
    'broken',
    [given('c1'), ...slow, returns('1h', { records: 0 }), notified('2h', 'COMPLETED', 200)],
  ],
  [
    'a notification not waited for, and that is said',
    'broken',
    [given('c1'), ...slow, returns('59m', { c1: 'no notification' }), notified('1h', 'COMPLETED', 200)],
  ],
  [
    'a canceled query, by one of several runs',
    'inconclusive',
    [given('c1'), ...canceled, throws('3m', new Error('CANCELED')), returns('4m', undefined)],
  ],
  [
    'an error without a message, and with a code',
    'held',
    [given('c1'), ...canceled, throws('3m', Object.assign(new Error(''), { code: 'ECONNREFUSED' }))],
  ],
  [
    'a second customer whose create was refused, and each is counted, and all of them',
    'held',
    besideRefused({ records: 1, each: [{ records: 1 }, { records: 2 }], c2: '403' }),
  ],
  [
    'a second customer whose create was refused, and that is said, and a file in pieces',
    'inconclusive',
    [
      given('c1', 'c2'),
      ...ready,
      list('2m', page),
      download('2m', {}, { fault: 'drip' }),
      description,
      create('2m', 'tokenRevoked', { authorization: 'Bearer t2' }),
      returns('3m', { records: 1, c2: '403' }),
    ],
  ],
  [
    'a file in pieces, and all of another customer',
    'inconclusive',
    [
      given('c1', 'c2'),
      ...ready,
      list('2m', page),
      download('2m', {}, { fault: 'drip' }),
      description,
      ...bobIsReady,
      notified('1m', 'COMPLETED', 200, 'q2'),
      list('2m', { records: [] }, { query: 'q2', authorization: 'Bearer t2' }),
      returns('3m', undefined),
    ],
  ],
  [
    'a second customer whose create was refused, and as much is counted as there was',
    'held',
    besideRefused({ records: 2, c2: '403' }),
  ],
  [
    'a second customer whose create was refused, and that is said beside a list that is too long to be shown whole',
    'held',
    besideRefused({
      c2: '403',
      imports: Array.from({ length: 30 }, (_, at) => ({ customer: `c${at === 0 ? 1 : at + 40}` })),
    }),
  ],
  [
    'a second customer whose create was refused, in a list that is too long to be shown whole',
    'inconclusive',
    besideRefused({ imports: Array.from({ length: 30 }, (_, at) => ({ customer: `c${at === 0 ? 1 : at + 40}` })) }),
  ],
  ['a client that has other business', 'inconclusive', [given('c1'), traces.mail('0s'), returns('3m', undefined)]],
  ['a refused mail, told as a success', 'broken', [given('c1'), traces.mail('0s', 400), returns('3m', { sent: 1 })]],
  [
    'a refused mail, of which nothing is said',
    'broken',
    [given('c1'), traces.mail('0s', 400), returns('3m', undefined)],
  ],
  ['a refused mail, told', 'inconclusive', [given('c1'), traces.mail('0s', 400), returns('3m', { sent: 0 })]],
  ['a refused mail, told by its status', 'inconclusive', [given('c1'), traces.mail('0s', 400), returns('3m', [400])]],
  [
    'a refused mail, and another',
    'inconclusive',
    [traces.mail('0s', 400), traces.mail('1s'), returns('3m', { sent: 1 })],
  ],
  ['a refused token, told as a success', 'broken', [traces.ask('0s', clientToken, 400), returns('3m', { reports: 2 })]],
  [
    'a refused report, told as a success',
    'broken',
    [traces.report('0s', 'storeRefusal'), returns('3m', { reports: 2 })],
  ],
  ['a refused report, told', 'inconclusive', [traces.report('0s', 'storeRefusal'), returns('3m', { ok: false })]],
  [
    'a refused mail after an import',
    'held',
    [given('c1'), ...imported, traces.mail('3m', 400), returns('3m', { records: 1 })],
  ],
  [
    'a refused token of no grant, told',
    'inconclusive',
    [given('c1'), traces.ask('0s', 'client_id=app&scope=s', 400), returns('3m', { reports: 0 })],
  ],
  ['an error that names no cause', 'broken', [given('c1'), ...canceled, throws('3m', new Error('import failed'))]],
  [
    'an error that says that no notification came, and none came',
    'held',
    [given('c1'), ...slow, create('1m', 'blankScopeId'), throws('59m', new Error('no notification came'))],
  ],
  [
    'an error that says that no notification came, and there was no query',
    'broken',
    [given('c1'), create('0s', 'scopeNotEnabled'), throws('8h', new Error('no notification came for undefined'))],
  ],
  [
    'an error that names what was done about the cause, and not the cause',
    'broken',
    [given('c1'), ...canceled, throws('3m', new AggregateError([new Error('the circuit is open')], 'import failed'))],
  ],
  [
    'an error that names both',
    'held',
    [given('c1'), ...canceled, throws('3m', new AggregateError([new Error('the circuit is open: CANCELED')]))],
  ],
  [
    'an error that has a cause',
    'held',
    [given('c1'), ...canceled, throws('3m', new Error('import failed', { cause: new Error('CANCELED') }))],
  ],
])('C17, of all that the client was given, %s: %s', (_name, verdict, told) => {
  expect(judge('C17', told)).toBe(verdict);
});
