import type { Arbitrary } from 'fast-check';
import type { StepAction, Trigger } from '../../../language/ast.ts';
import type { ClientProfile } from '../../client-profile.ts';
import type { Draft } from '../compose.ts';
import { type FC, onceIn, oneOf } from '../odds.ts';
import { on } from '../triggers.ts';
import type { Kinds, Plot } from './kind.ts';
import { beforePage, type Listing, listings } from './pages.ts';

/** What is asked for again is lost again, as often as clients try it in one region, or in all three. */
const lostAgain = (fc: FC): Arbitrary<StepAction> =>
  fc.record({
    do: fc.constant('fault'),
    fault: fc.constantFrom('silence', 'silence', 'reset', 'closed'),
    times: fc.constantFrom(3, 3, 4, 6, 9),
  });

/** A page, or a file in the middle of one. */
const places = (fc: FC, { pages, customers: [row] }: Listing): Arbitrary<Trigger> => {
  const records = Number(row?.records ?? pages);
  const nth = fc.integer({ min: 1, max: records });
  return oneOf<Trigger>(
    fc,
    [4, nth.map((file) => on('downloadFile', file))],
    [1, nth.map((schema) => on('downloadSchema', schema))],
    [2, fc.integer({ min: 1, max: pages }).map((page) => beforePage(page))],
  );
};

/** What a client has learnt before, as a new token, holds afterwards. */
const learnt: Draft = { trigger: on('listDataQueryRecords'), action: { do: 'expireToken' } };

const inListing = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  // With more than one file on a page, there is a middle to it.
  listings(fc, profile, 2, 3, [2, 3]).chain((listing) =>
    fc
      .record({ trigger: places(fc, listing), action: lostAgain(fc), before: onceIn(fc, 2, fc.constant(learnt)) })
      .map(({ trigger, action, before }) => ({
        customers: listing.customers,
        assumptions: listing.assumptions,
        drafts: [...(before === undefined ? [] : [before]), { trigger, action }],
      })),
  );

/** Scenarios in which something is not to be had for longer than clients try: who begins again, has to know where. */
export const outageKinds = {
  givenUpInListing: {
    what: 'A page, or a file of one, is not to be had for as long as a client tries, and is there again afterwards.',
    weight: 5,
    needs: ['listDataQueryRecords', 'downloadFile'],
    draws: { any: inListing },
  },
} as const satisfies Kinds;
