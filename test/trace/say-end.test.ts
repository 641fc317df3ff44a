import { expect, test } from 'vitest';
import { sayEnd } from '../../src/trace/say-end.ts';
import { tell } from '../../src/trace/told.ts';

const fulfilled = { at: 0, kind: 'ended', outcome: 'fulfilled' } as const;

const failed = (cause: unknown): Error => new TypeError('fetch failed', { cause });

test.each<readonly [string, unknown]>([
  ['is done', undefined],
  ['is done', { records: 4, failed: 0, mail: 'sent' }],
  ['is done: ann: CANCELED', { records: 0, queries: [], ann: 'CANCELED' }],
  ['is done: records: 4, failed: 1', { records: 4, failed: 1 }],
  ['is done: failed: ["ben"]', { records: 4, failed: ['ben'] }],
  ['is done: ben: refused: 403 ACCESS_DENIED', { ann: 4, ben: { refused: '403 ACCESS_DENIED' } }],
  [
    'is done: customer: ben, error: list: 500 (and 1 more)',
    {
      imports: [
        { customer: 'ann', records: 4 },
        { customer: 'ben', error: 'list: 500' },
      ],
      mail: 'not confirmed',
    },
  ],
  [
    'is done: customer-6/orders: failed: 403 ACCESS_DENIED',
    {
      ...Object.fromEntries([1, 2, 3, 4, 5].map((nth) => [`customer-${nth}/orders`, 1])),
      'customer-6/orders': 'failed: 403 ACCESS_DENIED',
      'customer-7/orders': 1,
    },
  ],
  ['is done', [{ recordId: '1', customerId: 'ann', scope: 'orders', position: 0, status: 'canceled' }]],
  [`is done: error: ${'x'.repeat(113)}…`, { error: 'x'.repeat(200) }],
])('a client that fulfilled %s', (said, result) => {
  expect(sayEnd({ ...fulfilled, told: tell(result) })).toBe(said);
});

test.each<readonly [string, Error]>([
  ['fails: no answer', new Error('no answer')],
  ['fails: fetch failed (connect ECONNREFUSED 127.0.0.1:9)', failed(new Error('connect ECONNREFUSED 127.0.0.1:9'))],
  ['fails: fetch failed (over quota)', failed('over quota')],
  ['fails: fetch failed', failed(new Error('fetch failed'))],
  ['fails: fetch failed', failed(new AggregateError([], ''))],
])('a client that %s', (said, error) => {
  expect(sayEnd({ at: 0, kind: 'ended', outcome: 'rejected', error: error.message, told: tell(error) })).toBe(said);
});
