import { expect, test } from 'vitest';
import { namesCause } from '../../../src/rules/client/causes.ts';
import { readClaims } from '../../../src/rules/client/claims.ts';
import { isCutShort, tellsOf } from '../../../src/rules/client/telling.ts';
import type { Arrival } from '../../../src/rules/history/arrivals.ts';
import { tell } from '../../../src/trace/told.ts';

const arrival = (customer: string, state: Arrival['state'], scope = 'orders'): Arrival => ({
  customer,
  scope,
  isGiven: true,
  records: 3,
  queries: [
    {
      id: `query-of-${customer}-${scope}`,
      begun: { at: 0, turn: 0, customer, scope },
      changes: [],
      notifications: [],
      given: [],
    },
  ],
  state,
  isInReach: false,
  gap: '',
});

const anna = arrival('anna', 'arrived');
const ben = arrival('ben', 'missing');

/** What a client returned; what there was of ben never arrived. */
const saying: readonly unknown[] = [
  { records: 3, failed: ['ben'] },
  { records: 3, left: ['ben'] },
  { records: 3, failed: 1 },
  { ben: 'CANCELED' },
  { records: 3, ben: { refused: '403 ACCESS_DENIED' } },
  { records: 3, ben: null },
  { anna: 3, ben: false },
  { anna: { records: 3 }, ben: { error: 'timeout' } },
  { records: 3, note: 'ben was not imported' },
  { records: 3, note: 'Kunde ben fehlt noch' },
  { records: 3, note: '1 of 2 customers' },
  { records: 3, open: ['query-of-ben-orders'] },
  { records: 3, complete: false },
  { records: 3, notImported: ['orders of ben'] },
  { ok: false },
  false,
  'some customers could not be imported',
  [
    { customer: 'anna', records: 3 },
    { customer: 'ben', status: 403 },
  ],
  [{ customer: 'anna', records: 3 }, { customer: 'ben' }],
  [
    { customer: 'anna', records: 3 },
    { customer: 'ben', records: null },
  ],
  [
    { customer: 'anna', done: true },
    { customer: 'ben', done: false },
  ],
  [
    { customer: 'anna', state: 'imported', records: 3 },
    { customer: 'ben', state: 'open', records: 0 },
  ],
  [
    { status: 'fulfilled', value: 3 },
    { status: 'rejected', reason: new Error('gave up') },
  ],
  [
    { customer: 'anna', records: 3, ended: 'import: got hold of the records' },
    { customer: 'ben', records: 0, ended: 'import: hung up at the second page' },
  ],
  { records: Array.from({ length: 30 }, (_, at) => (at === 29 ? { error: '403' } : { id: at })) },
  { anna: 3, ben: -1 },
  { anna: true, ben: false },
  { anna: 'imported', ben: 'open' },
  { anna: [1, 2, 3], ben: null },
  { 'anna/orders': 3, 'ben/orders': 'open' },
  { records: 3, ben: { records: 0, done: false } },
];

const silent: readonly unknown[] = [
  undefined,
  null,
  true,
  3,
  [],
  {},
  { records: 3 },
  { records: 3, failed: [] },
  { records: 3, errors: 0, ok: true, error: null },
  { records: 3, message: 'Import done' },
  { records: 3, customers: ['anna'] },
  { customers: ['anna', 'ben'], records: 3 },
  { anna: 3, ben: 0 },
  { anna: { records: 3, error: null }, ben: { records: 0, error: null } },
  [
    { customer: 'anna', records: 3 },
    { customer: 'ben', records: 0 },
  ],
  [
    { customer: 'anna', records: 3, ended: 'import of anna: 3 in 5 s' },
    { customer: 'ben', records: 0, ended: 'import of ben: 0 in 4 s' },
  ],
  [
    { customer: 'anna', query: 'query-of-anna-orders', records: 3 },
    { customer: 'ben', query: 'query-of-ben-orders', records: 0 },
  ],
  { anna: true, ben: true },
  { anna: 'imported', ben: 'imported' },
  { anna: 'read 3 records', ben: 'read 0 records' },
  { anna: [1, 2, 3], ben: [] },
  { anna: { records: 3, failed: false }, ben: { records: 0, failed: false } },
  { anna: { records: 3, next: null }, ben: { records: 0, next: null } },
  { anna: { records: 3, files: { written: 6 } }, ben: { records: 0, files: { written: 0 } } },
  { anna: { records: 3, at: '2024-02-29T00:10:00Z' }, ben: { records: 0, at: '2024-02-29T00:20:00Z' } },
  { records: 3, ben: [] },
  { records: 3, ben: 'imported' },
  { records: 3, ben: 'imported 0 records' },
  { records: 3, ben: '2024-02-29' },
  { records: 3, ben: { records: 0, done: true } },
  { records: 3, ben: { records: 0, failed: false } },
  { records: 3, ben: { records: 0, error: null } },
  { records: 3, ben: { records: 0, at: '2024-02-29' } },
  { records: 3, ben: { records: 0, files: { written: 0 } } },
  { records: [{ customer: 'ben', status: 'canceled', note: 'not quite as expected' }] },
  { records: ['{"status":"canceled","customer":"ben"}'] },
];

test.each(saying.map((result) => [result]))('%j says that ben is missing', (result) => {
  expect(tellsOf(tell(result).value, ben, [anna])).toBe(true);
});

test.each(silent.map((result) => [result]))('%j does not say that ben is missing', (result) => {
  expect(tellsOf(tell(result).value, ben, [anna])).toBe(false);
});

test.each<readonly [unknown, boolean]>([
  [{ customer: 'ben', records: 0 }, false],
  [{ query: 'query-of-ben-orders', records: 0, status: 'done' }, false],
  [{ ben: 0 }, false],
  [{ missing: ['ben'], records: 0 }, true],
  [{ open: ['ben'] }, true],
  [{ customer: 'ben', records: 0, status: 'waiting' }, true],
  [{ customer: 'ben', records: 0, ended: 'download: the connection dropped again and again' }, true],
  [{ customer: 'ben', records: 0, ended: 'imported, 0 records in all' }, false],
])('where nothing arrived %j says so: %s', (result, says) => {
  expect(tellsOf(tell(result).value, ben, [])).toBe(says);
});

/** An id as the service gives them: `dead` and `412` say nothing. */
const query = 'c0ffee00-dead-4567-a567-4124aa55b412';

test.each<readonly [customer: string, result: unknown]>([
  ['guest-412', { customer: 'guest-412', records: 0 }],
  ['guest 412', [{ customer: 'guest 412', records: 0 }]],
  ['lost-and-found', { 'lost-and-found': 3 }],
  ['Not a Shop', { customer: 'Not a Shop', records: 0 }],
  ['ben', { query, records: 0 }],
  ['ben', { records: 3, note: `imported ${query}` }],
])('a name is no word of failure: of %s, %j does not say that it is missing', (customer, result) => {
  const [begun] = ben.queries;
  const missing = { ...arrival(customer, 'missing'), queries: begun === undefined ? [] : [{ ...begun, id: query }] };
  expect(tellsOf(tell(result).value, missing, [])).toBe(false);
});

test.each<readonly [string, boolean]>([
  ['503', true],
  ['HTTP 503', true],
  ['HTTP/503', true],
  ['http503', true],
  ['answered 503.', true],
  ['create: 503, 503', true],
  ['403 on create', true],
  ['503 service', true],
  ['file-412', false],
  ['file_412', false],
  ['/orders/412', false],
  ['412.json', false],
  ['7a412b', false],
  ['imported 412 records', false],
  ['done in 420s', false],
  ['done in 420 ms', false],
  ['done in 1,412 ms', false],
])('"%s" holds a status of a refusal: %s', (note, says) => {
  expect(tellsOf({ records: 3, note }, ben, [anna])).toBe(says);
});

test.each<readonly [unknown, boolean]>([
  [
    [
      { customer: 'anna', scope: 'orders', records: 2 },
      { customer: 'ben', scope: 'orders', records: 2 },
    ],
    false,
  ],
  [{ customers: [{ id: 'anna' }, { id: 'ben' }].map(({ id }) => ({ id, scope: 'orders', records: 2 })) }, false],
  [{ records: 0, open: ['anna', 'ben'] }, true],
  [{ anna: 'open', ben: 'open' }, true],
  [{ anna: null, ben: null }, true],
  [{ records: 0, open: ['orders'] }, true],
])('where two are missing, %j says so of both: %s', (result, says) => {
  const both = [arrival('anna', 'missing'), ben];
  expect(both.map((one) => tellsOf(tell(result).value, one, both))).toEqual([says, says]);
});

test.each<readonly [unknown, boolean]>([
  [{ records: 3, open: ['anna/returns'] }, true],
  [{ records: 3, open: ['returns'] }, true],
  [{ anna: { orders: 3 } }, false],
  [{ anna: { orders: 3, returns: 0 } }, false],
  [{ anna: { orders: 3, returns: 'CANCELED' } }, true],
])('of two scopes of one customer, %j says that the second is missing: %s', (result, says) => {
  expect(tellsOf(tell(result).value, arrival('anna', 'missing', 'returns'), [anna])).toBe(says);
});

const many = (one: object): readonly object[] => Array.from({ length: 5000 }, (_, at) => ({ ...one, at }));

test.each<readonly [what: string, result: unknown, isCut: boolean]>([
  ['customers', many({ customer: 'anna' }), true],
  ['customers, deeper down', { all: { outcomes: many({ customer: 'anna' }) } }, true],
  ['what nobody is named in', { outcomes: many({ file: 'one' }) }, false],
  ['records', { records: many({ customer: 'anna' }) }, false],
  ['few customers', { outcomes: [{ customer: 'anna' }] }, false],
  ['nothing', undefined, false],
])('a list of %s', (_what, result, isCut) => {
  expect(isCutShort(tell(result).value, [anna, ben])).toBe(isCut);
});

test.each<readonly [unknown, boolean]>([
  [{ anna: { orders: 3, returns: 2 }, ben: { orders: 3, returns: 0 } }, false],
  [{ anna: { orders: 3, returns: 2 }, ben: { orders: 3, returns: 'open' } }, true],
  [
    [
      { customer: 'anna', scope: 'returns', state: 'imported' },
      { customer: 'ben', scope: 'returns', state: 'imported' },
    ],
    false,
  ],
  [
    [
      { customer: 'anna', scope: 'returns', state: 'imported' },
      { customer: 'ben', scope: 'orders', state: 'imported' },
      { customer: 'ben', scope: 'returns', state: 'open' },
    ],
    true,
  ],
])('where each name is that of another that arrived, too, %j says that one is missing: %s', (result, says) => {
  const arrived = [anna, arrival('anna', 'arrived', 'returns'), arrival('ben', 'arrived')];
  expect(tellsOf(tell(result).value, arrival('ben', 'missing', 'returns'), arrived)).toBe(says);
});

test.each([
  ['xben', false],
  ['ben-2', false],
  ['x ben-2, ben', true],
  ['ben', true],
  ['of ben.', true],
])('"%s" names ben: %s', (name, isNamed) => {
  expect(tellsOf({ records: 3, open: [name] }, ben, [])).toBe(isNamed);
});

test('a customer is not named by one whose name begins alike', () => {
  const one = arrival('customer-1', 'missing');
  expect(tellsOf({ records: 3, open: ['customer-10'] }, one, [])).toBe(false);
  expect(tellsOf({ records: 3, open: ['customer-1'] }, one, [])).toBe(true);
});

test.each<readonly [unknown, readonly number[]]>([
  [{ records: 5 }, [5]],
  [{ records: ['a', 'b'] }, [2]],
  [{ records: Array.from({ length: 5000 }, (_, id) => ({ id })) }, [5000]],
  [{ anna: { records: 3 }, ben: { records: [1, 2] } }, [5]],
  [{ records: 5, customers: [{ records: 3 }, { records: 2 }] }, [5, 10]],
  [
    {
      records: [
        { customer: 'anna', records: 3 },
        { customer: 'ben', records: 2 },
      ],
    },
    [5],
  ],
  [{ records: { imported: 3 } }, []],
  [Array.from({ length: 21 }, () => ({ records: 1 })), []],
  [{ imports: Array.from({ length: 21 }, () => ({ records: 1 })) }, []],
  [{ records: 5, errors: Array.from({ length: 21 }, () => 'none') }, [5]],
  [{ records: '5' }, []],
  [{ imported: 5 }, []],
  [5, []],
])('%j claims so many records: %j', (result, claims) => {
  expect(readClaims(tell(result).value).readings).toEqual(claims);
});

const withCode = Object.assign(new Error('import failed'), { code: 'ECONNRESET' });
const withCustomer = Object.assign(new Error('import failed'), { customer: 'ben' });
const timeout = Object.assign(new Error('failed'), { name: 'TimeoutError' });

test.each<readonly [unknown, boolean]>([
  [new Error('import failed'), false],
  [new Error('Import of 2 customers failed unexpectedly'), false],
  [new Error('Something went wrong. Please try again later'), false],
  [new Error('something went wrong'), false],
  [new Error('could not import customers', { cause: new Error('403') }), true],
  [new Error('could not import customers', { cause: 503 }), true],
  [new AggregateError([new Error('403')], 'import failed'), true],
  [new AggregateError([], 'import failed'), false],
  [new AggregateError([new Error('import failed')], 'import failed'), false],
  [new Error('could not import customers', { cause: new Error('import failed') }), false],
  [new Error('the circuit is open'), false],
  [new Error('gave up after 5 attempts'), false],
  [new Error('max retries exceeded'), false],
  [new Error('gave up after 5 attempts: 503'), true],
  [new Error('rate limit exceeded'), true],
  [new Error('max retries exceeded', { cause: new Error('ECONNREFUSED') }), true],
  [new Error('list: more than 200 pages'), true],
  [withCode, true],
  [withCustomer, true],
  [timeout, true],
  [new Error('import failed: 403'), true],
  [new Error('import of ben failed'), true],
  [new Error('query was canceled'), true],
  [new Error('import failed: 4031'), false],
  [new Error('import failed: 1403'), false],
  [new Error('import of p2 failed'), true],
  [new Error('could not import customers', { cause: '403 Forbidden' }), true],
  [new Error('could not import customers', { cause: null }), false],
  [new AggregateError([new Error('import failed'), new Error('403')], 'import failed'), true],
  [Object.assign(new Error('import failed'), { code: '' }), false],
  [Object.assign(new Error('import failed'), { errors: 2 }), true],
  [Object.assign(new Error('import failed'), { customers: ['all'] }), true],
  [Object.assign(new Error('import failed'), { step: 'import' }), true],
  [Object.assign(new Error('import failed'), { failures: [{ customer: 'ben', status: 403 }] }), true],
  [Object.assign(new Error('import failed'), { failures: new Map([['ben', new Error('403')]]) }), true],
  [Object.assign(new Error('import failed'), { failures: [] }), false],
  [Object.assign(new Error('import failed'), { lastError: new Error('403') }), true],
  [{ status: 403 }, true],
  [{ name: 5 }, false],
  [{}, false],
  [null, false],
  [undefined, false],
])('%o names a cause: %s', (error, names) => {
  const text = error instanceof Error ? error.message : String(error);
  expect(namesCause({ error: text, told: tell(error) }, true)).toBe(names);
});

test.each<readonly [text: string, whenAwaited: boolean, whenAllHadCome: boolean]>([
  ['no notification came', true, false],
  ['timed out after 8 hours: no notification received for query undefined', true, false],
  ['no notification came: create was refused with 403', true, true],
  ['the notification endpoint is unreachable', true, true],
  ['timed out', true, true],
])('"%s" names a cause while a notification is missing: %s, once all have come: %s', (text, whenAwaited, otherwise) => {
  const end = { error: text, told: tell(new Error(text)) };

  expect(namesCause(end, true)).toBe(whenAwaited);
  expect(namesCause(end, false)).toBe(otherwise);
});

test('of an older trace, which tells no causes, the benefit of the doubt', () => {
  expect(namesCause({ error: 'import failed' }, true)).toBe(true);
  expect(namesCause({ error: ' ' }, true)).toBe(false);
});

test('of what cannot be read, too', () => {
  expect(namesCause({ error: 'import failed', told: { unread: 'it has no end' } }, true)).toBe(true);
});
