import type { Arbitrary } from 'fast-check';
import type { StepAction } from '../../../language/ast.ts';
import type { ClientProfile } from '../../client-profile.ts';
import { isRetried } from '../../refusals-at.ts';
import { faultsOf, listedRefusals } from '../actions.ts';
import type { Draft } from '../compose.ts';
import { lengthsBelow } from '../durations.ts';
import { type FC, onceIn, oneOf } from '../odds.ts';
import type { Duration } from '../../../spec/time.ts';
import { on } from '../triggers.ts';
import type { Kinds, Plot } from './kind.ts';
import { beforePage, type Listing, listings } from './pages.ts';

const needs = ['listDataQueryRecords'] as const;

/** What goes wrong with a listing. */
const faults = (fc: FC): Arbitrary<StepAction> => faultsOf(fc, 'listDataQueryRecords');

/** What is to be retried, and passes at once. */
const passing = (fc: FC): Arbitrary<StepAction> =>
  fc.record({
    do: fc.constant('fail'),
    failure: listedRefusals(fc, 'listDataQueryRecords', isRetried),
    times: fc.constantFrom(1, 1, 2),
  });

const draws = (fc: FC): Arbitrary<number> => fc.nat(19);

const plotOf = ({ customers, assumptions }: Listing, ...drafts: readonly (Draft | undefined)[]): Plot => ({
  customers,
  assumptions,
  drafts: drafts.filter((draft) => draft !== undefined),
});

type Actions = (fc: FC) => Arbitrary<StepAction>;

/** A listing that something happens to before one of its pages, or now and then nothing. */
const oneBetween =
  (least: number, most: number, actions: Actions, isCertain: boolean) => (fc: FC, profile: ClientProfile) =>
    fc
      .record({
        listing: listings(fc, profile, least, most),
        draw: draws(fc),
        action: isCertain ? actions(fc) : onceIn(fc, 2, actions(fc)),
      })
      .map(({ listing, draw, action }) =>
        plotOf(listing, action && { trigger: beforePage(listing.later(draw)), action }),
      );

const twoBetween = (actions: Actions) => (fc: FC, profile: ClientProfile) =>
  fc
    .record({ listing: listings(fc, profile, 3, 6), draw: draws(fc), one: actions(fc), other: actions(fc) })
    .map(({ listing, draw, one, other }) => {
      const page = listing.later(draw);
      return plotOf(
        listing,
        { trigger: beforePage(page === 2 ? 1 : page - 1), action: one },
        { trigger: beforePage(page), action: other },
      );
    });

const encoded = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  fc
    .record({ listing: listings(fc, profile, 2, 5), text: fc.constantFrom('base64' as const, 'any-text' as const) })
    .map(({ listing, text }) => ({
      ...plotOf(listing),
      assumptions: { ...listing.assumptions, 'list.tokenText': text },
    }));

/** An empty token is one that does not say what to ask for, and so is none. (listDataQueryRecords, nextPageToken) */
const lastPages = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  fc
    .record({ listing: listings(fc, profile, 2, 4), text: fc.constantFrom('empty-string' as const, 'null' as const) })
    .map(({ listing, text }) => ({
      ...plotOf(listing),
      assumptions: { ...listing.assumptions, 'list.lastPage': text },
    }));

/** After an hour the query is gone, and a client has to start over from where it is. */
const pauses = (fc: FC): Arbitrary<Duration> =>
  oneOf<Duration>(fc, [3, fc.constant('61m')], [1, fc.constantFrom(...lengthsBelow('2h'), '25h')]);

const paused = (fc: FC, profile: ClientProfile): Arbitrary<Plot> =>
  fc
    .record({
      listing: listings(fc, profile, 2, 5),
      draw: draws(fc),
      where: fc.constantFrom('page' as const, 'file' as const, 'schema' as const),
      duration: pauses(fc),
      again: onceIn(fc, 4, pauses(fc)),
    })
    .map(({ listing, draw, where, duration, again }) => {
      const page = listing.later(draw);
      const download = where === 'file' ? on('downloadFile', page) : on('downloadSchema', page);
      return plotOf(
        listing,
        { trigger: where === 'page' ? beforePage(page) : download, action: { do: 'elapse', duration } },
        again === undefined
          ? undefined
          : { trigger: on('listDataQueryRecords', page + 1), action: { do: 'elapse', duration: again } },
      );
    });

/** Time that passes while the client waits for a notification, or a notification that is as late: the hour is over. */
const missingHour = (fc: FC): Arbitrary<StepAction> =>
  oneOf<StepAction>(
    fc,
    [3, fc.constantFrom('61m', '1h', '1h1ms', '2h').map((duration) => ({ do: 'elapse', duration }))],
    [1, fc.constantFrom('61m', '2h').map((by) => ({ do: 'delayNotification', by, times: 1 }))],
  );

const hours = (fc: FC): Arbitrary<Plot> =>
  fc.tuple(missingHour(fc), missingHour(fc), onceIn(fc, 3, missingHour(fc))).map((all) => ({
    drafts: all
      .filter((action) => action !== undefined)
      .map((action, index) => ({ trigger: on('notification', index + 1), action })),
  }));

/** Just over numbers that people take for the end of everything. Every record takes two downloads: there are not many such. */
const thousands = (fc: FC): Arbitrary<Plot> =>
  fc.constantFrom(301, 501, 1001, 1001).map((records) => ({
    drafts: [],
    customers: [{ records, collects: '10m' }],
    assumptions: { 'list.mostPerPage': 'as-asked' as const },
  }));

/** Scenarios of the pages of a listing, and of the hour in which it can be had. */
export const listingKinds = {
  longListing: {
    what: 'A listing has up to twenty pages.',
    weight: 3,
    needs,
    draws: { any: oneBetween(5, 20, faults, false), recoverable: oneBetween(5, 20, passing, false) },
  },
  manyRecords: {
    what: 'A customer has more records than clients have that stop too early.',
    weight: 1,
    needs,
    draws: { any: thousands, recoverable: thousands },
  },
  faultOnPage: {
    what: 'Something goes wrong before a page that is not the first.',
    weight: 3,
    needs,
    draws: { any: oneBetween(2, 5, faults, true), recoverable: oneBetween(2, 5, passing, true) },
  },
  twoFaultsInListing: {
    what: 'Something goes wrong before two pages of one listing.',
    weight: 2,
    needs,
    draws: { any: twoBetween(faults), recoverable: twoBetween(passing) },
  },
  encodedPageToken: {
    what: 'Page tokens hold characters that have to be encoded.',
    weight: 2,
    needs,
    draws: { any: encoded, recoverable: encoded },
  },
  lastPageToken: {
    what: 'The last page holds a page token that is empty.',
    weight: 1,
    needs,
    draws: { any: lastPages, recoverable: lastPages },
  },
  pauseInListing: {
    what: 'Time passes between two pages, or between two downloads.',
    weight: 3,
    needs,
    draws: { any: paused },
  },
  missedHours: {
    what: 'The hour of one query after the other is missed.',
    weight: 2,
    needs: ['listDataQueryRecords', 'notification'],
    draws: { any: hours },
  },
} as const satisfies Kinds;
