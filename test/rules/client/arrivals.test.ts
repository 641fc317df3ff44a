import { describe, expect, test } from 'vitest';
import type { ErrorName } from '../../../src/spec/errors.ts';
import { exchangeFaults } from '../../../src/spec/faults.ts';
import { judgeRows, type Row } from './judge-rows.ts';
import * as traces from './write-trace.ts';

/** What is said to be missing, and what counts as arrived. (C17) */

const { ask, begins, cancels, completes, create, download, ends, evidenceOf, given, link, list, notified, page } =
  traces;

const heard = notified('10m', 'COMPLETED', 200);
const begun = [given('c1'), create('0s'), begins('0s')];
const completed = [...begun, completes('10m')];
const schema = link.replace('files', 'schemas');
const got = (url: string, answer: object | number = {}, options: traces.CallOptions = {}): traces.Part =>
  download('12m', answer as number, { url, ...options });
const otherLink = link.replace('q1.0', 'q1.1');
const two = { records: [...page.records, { file: otherLink, schema: otherLink.replace('files', 'schemas') }] };

test.each<[string, readonly traces.Part[]]>([
  ['no query was created for it', [given('c1'), ask('0s', 'refresh_token=r1&client_id=app', 400)]],
  ['no query was created for it (#2: 500 INTERNAL_SERVER_ERROR)', [given('c1'), create('0s', 'internalServerError')]],
  [
    'no query was created for it (#2: 500)',
    [given('c1', 'c2'), create('0s', 500), create('1s', 429, { authorization: 'Bearer t2' })],
  ],
  ['query q1 was not at its end', begun],
  ['query q1 was canceled', [...begun, cancels('5m')]],
  ['no notification of query q1 came', completed],
  ['query q1 was refused for good (#6: 403 SCOPE_NOT_ENABLED)', [...completed, heard, list('11m', 'scopeNotEnabled')]],
  ['query q1 was not listed to its last page', [...completed, heard]],
  [
    'query q1 was not listed to its last page (#6: no answer)',
    [...completed, heard, list('11m', {}, { hangsUp: '12m' })],
  ],
  [
    'query q1 was not listed to its last page (#6: 200)',
    [...completed, heard, list('11m', { ...page, nextPageToken: 'n' })],
  ],
  [
    '/files/q1.0?signature=1 was never downloaded whole (#8: temporaryRedirect)',
    [...completed, heard, list('11m', page), got(schema), download('12m', 'nothing', { fault: 'temporaryRedirect' })],
  ],
  ['/files/q1.0?signature=1 was never downloaded whole', [...completed, heard, list('11m', page), got(schema)]],
  ['/files/q1.0?signature=1 and 1 more were never downloaded whole', [...completed, heard, list('11m', page)]],
  ['/files/q1.0?signature=1 and 3 more were never downloaded whole', [...completed, heard, list('11m', two)]],
])('%s', (gap, parts) => {
  const [said] = evidenceOf('C17', [...parts, traces.returns('20m', undefined)]);

  // What makes a link good for a moment is no part of what it leads to.
  expect(said).toBe(
    `orders of c1 did not arrive: ${gap.replace('?signature=1', '')}; the client returned nothing that would say so`,
  );
});

/** Refusals with which a query is not lost, and some with which it is. The trace does not show what the client says. */
const passing: readonly ErrorName[] = [
  'tokenExpired',
  'queryNotCompleted',
  'accessTimeElapsed',
  'blockedRequest',
  'tooManyRequests',
  'internalServerError',
  'integrationTimeout',
];
const final: readonly ErrorName[] = ['tokenRevoked', 'scopeNotEnabled', 'appNotAllowlisted', 'queryIdNotFound'];

describe('what was refused', () => {
  judgeRows('C17', [
    ...passing.map(
      (row): Row => [`with ${row} is within reach`, 'broken', [...completed, heard, list('11m', row), ends('12m')]],
    ),
    ...final.map(
      (row): Row => [`with ${row} is not`, 'inconclusive', [...completed, heard, list('11m', row), ends('12m')]],
    ),
    [
      'at a create, since the query was begun, is not',
      'inconclusive',
      [...completed, heard, create('11m', 'scopeNotEnabled'), ends('12m')],
    ],
    [
      'at a create with a conflict is within reach',
      'broken',
      [...completed, heard, create('11m', 'requestConflict'), ends('12m')],
    ],
    [
      'at a create, before the query was begun, is within reach',
      'broken',
      [given('c1'), create('0s', 'scopeNotEnabled'), create('1m'), begins('1m'), completes('10m'), heard, ends('12m')],
    ],
  ]);
});

const listed = [...completed, heard, list('11m', page)];

describe('a download', () => {
  judgeRows('C17', [
    ['of both', 'held', [...listed, got(link), got(schema), ends('20m')]],
    ['of the one', 'broken', [...listed, got(link), ends('20m')]],
    ['that was refused', 'broken', [...listed, got(link), got(schema, 403), ends('20m')]],
    ['of a part of it', 'inconclusive', [...listed, got(link), got(schema, 206), ends('20m')]],
    ['in pieces', 'inconclusive', [...listed, got(link), got(schema, {}, { fault: 'drip' }), ends('20m')]],
    ['in pieces, of a refusal', 'broken', [...listed, got(link), got(schema, 403, { fault: 'drip' }), ends('20m')]],
    ['that broke off', 'broken', [...listed, got(link), got(schema, {}, { fault: 'reset' }), ends('20m')]],
    ['by a link with another signature', 'held', [...listed, got(`${link}2`), got(`${schema}2`), ends('20m')]],
  ]);
});

/** What arrived, by what the client sees where a fault meets a download: another body may be taken for a file. */
const bySight = {
  nothing: 'broken',
  error: 'broken',
  end: 'broken',
  part: 'broken',
  'another body': 'inconclusive',
  pieces: 'inconclusive',
  late: 'held',
  whole: 'held',
  copies: 'held',
} as const;

const faultsOfDownloads = Object.entries(exchangeFaults).flatMap(([name, { sees, place }]) =>
  place !== 'connection' && Object.hasOwn(bySight, sees)
    ? [[name, bySight[sees as keyof typeof bySight]] as const]
    : [],
);

describe('a download, and a fault on its way', () => {
  judgeRows(
    'C17',
    faultsOfDownloads.map(
      ([fault, verdict]): Row => [
        fault,
        verdict,
        [...listed, got(link), got(schema, {}, { fault: fault as traces.CallOptions['fault'] & string }), ends('20m')],
      ],
    ),
  );
});

/** All that there is of the first of two customers has arrived. */
const half = [given('c1', 'c2'), ...listed.slice(1), got(link), got(schema)];
const ofSecond = create('15m', 500, { authorization: 'Bearer t2' });

const byT2 = { authorization: 'Bearer t2' };
const [file2, schema2] = [link.replace('q1', 'q2'), schema.replace('q1', 'q2')];

/** Of two customers, one record each has arrived. */
const both = [
  given('c1', 'c2'),
  create('0s'),
  begins('0s'),
  create('0s', { id: 'q2' }, byT2),
  begins('0s', 'q2', 'c2'),
  completes('10m'),
  completes('10m', 'q2', 'c2'),
  heard,
  notified('10m', 'COMPLETED', 200, 'q2'),
  list('11m', page),
  list('11m', { records: [{ file: file2, schema: schema2 }] }, { query: 'q2', ...byT2 }),
  ...[link, schema, file2, schema2].map((url) => got(url)),
];

describe('of two customers a client returned', () => {
  const row = (claim: string, verdict: Row[1], result: unknown): Row => [
    claim,
    verdict,
    [...both, traces.returns('20m', result)],
  ];

  judgeRows('C17', [
    row('the sum', 'held', { records: 2 }),
    row('another sum', 'broken', { records: 3 }),
    row('what each has, by their names', 'held', { c1: { records: 1 }, c2: { records: 1 } }),
    row('what is the one’s as the other’s', 'broken', { c1: { records: 2 }, c2: { records: 0 } }),
    row('the same by their scopes', 'broken', { c1: { orders: { records: 2 } }, c2: { orders: { records: 0 } } }),
    row('the same by the scope above', 'broken', { orders: { c1: { records: 2 }, c2: { records: 0 } } }),
    row('the same in lists', 'broken', { c1: { records: ['a', 'b'] }, c2: { records: [] } }),
    row('what each has, in a list', 'held', [
      { customer: 'c1', records: 1 },
      { customer: 'c2', records: 1 },
    ]),
    row('what is the one’s as the other’s, in a list', 'broken', [
      { customer: 'c1', scope: 'orders', records: 2 },
      { customer: 'c2', scope: 'orders', records: 0 },
    ]),
    row('what is named beside a part', 'broken', [
      { customer: 'c1', done: { records: 2 } },
      { customer: 'c2', done: { records: 0 } },
    ]),
    row('parts that name nobody', 'held', [{ records: 2 }, { records: 0 }]),
    row('parts that name somebody else', 'held', [
      { customer: 'c9', records: 2 },
      { customer: 'c8', records: 0 },
    ]),
    row('a part that names both', 'held', { first: 'c1', last: 'c2', records: 2 }),
  ]);
});

test.each([
  ['59m59s999ms', 'query q1 was not listed'],
  ['1h', 'no notification of query q1 came'],
])('a notification that comes after the end, at %s: %s', (end, gap) => {
  const [said] = evidenceOf('C17', [...completed, traces.returns(end, undefined), notified('2h', 'COMPLETED', 200)]);

  expect(said).toContain(`orders of c1 did not arrive: ${gap}`);
});

describe('one of two customers', () => {
  const end = traces.returns('20m', undefined);

  judgeRows('C17', [
    ['is missing', 'broken', [...half, end], { runBy: 'scenario' }],
    ['was not asked for by a test, that may not mean it', 'inconclusive', [...half, end], { runBy: 'test' }],
    ['was asked for by a test, in vain', 'broken', [...half, ofSecond, end], { runBy: 'test' }],
    ['came later, and is not among those of its environment', 'held', [...half.slice(1), given('c1', 'c2'), end]],
  ]);
});

const refreshes = (fields: string): readonly traces.Part[] => [
  given('c1'),
  ask('0s', fields, { access_token: 't9', expires_in: 3600 }),
  traces.returns('1m', undefined),
];

describe('a client that asked for nothing of interface C', () => {
  judgeRows('C17', [
    ['but for a refresh of a token', 'broken', refreshes('client_id=app&refresh_token=r1')],
    ['but for the exchange of a code', 'broken', refreshes('client_id=app&code=x')],
    [
      'but for that of another application',
      'inconclusive',
      [...refreshes('client_id=b&code=x').slice(0, 2), ends('1m')],
    ],
    ['but for a token of a store', 'inconclusive', [...refreshes('client_id=app&scope=s').slice(0, 2), ends('1m')]],
  ]);
});
