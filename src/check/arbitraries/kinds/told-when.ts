import type { Arbitrary } from 'fast-check';
import type { FC } from '../odds.ts';
import { on } from '../triggers.ts';
import type { Plot } from './kind.ts';

/** A call is throttled three times, and each 429 says when to come back: who reads a number or a date wrongly comes back at once. */
export const toldWhen = (fc: FC): Arbitrary<Plot> =>
  fc
    .record({
      how: fc.constantFrom('seconds' as const, 'http-date' as const),
      exchange: fc.constantFrom('createDataQuery' as const, 'listDataQueryRecords' as const),
      row: fc.constantFrom('tooManyRequests' as const, 'scopeThrottled' as const),
      records: fc.constantFrom(1, 2),
    })
    .map(({ how, exchange, row, records }) => ({
      drafts: [{ trigger: on(exchange), action: { do: 'fail', failure: { kind: 'row', row }, times: 3 } }],
      customers: [{ records }],
      assumptions: { 'limits.retryAfter': how },
    }));
