import { expect, test } from 'vitest';
import { sayEnd } from '../../src/trace/say-end.ts';
import { tell } from '../../src/trace/told.ts';

const fulfilled = { at: 0, kind: 'ended', outcome: 'fulfilled' } as const;

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
  [`is done: error: ${'x'.repeat(113)}…`, { error: 'x'.repeat(200) }],
])('a client that fulfilled %s', (said, result) => {
  expect(sayEnd({ ...fulfilled, told: tell(result) })).toBe(said);
});

test('a client that failed says its error', () => {
  expect(sayEnd({ at: 0, kind: 'ended', outcome: 'rejected', error: 'no answer' })).toBe('fails: no answer');
});
