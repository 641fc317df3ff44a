import type { ServiceBug } from './service-bugs.ts';
import { bodyOf, changeAnswer, instead, refused, reissued, withPage } from './tamper.ts';
import type { Page } from './whole-run.ts';

/** Bugs of listings, their pages and their links. */
export const listingBugs: readonly ServiceBug[] = [
  {
    bug: 'a query that still collects is refused as though its hour were over',
    breaks: 'S5',
    plant: (run) => changeAnswer(run, 3, (entry) => refused(entry, 'accessTimeElapsed')),
  },
  {
    bug: 'records are listed after the hour',
    breaks: 'S5',
    plant: (run) => changeAnswer(run, 30, (entry, all) => instead(entry, 200, reissued(bodyOf(all, 23)))),
  },
  {
    bug: 'the listing window closes early',
    breaks: 'S5',
    plant: (run) => changeAnswer(run, 15, (entry) => refused(entry, 'accessTimeElapsed')),
  },
  {
    bug: 'a page is not as large as it says',
    breaks: 'S8',
    plant: withPage(10, ({ records, ...rest }) => ({ ...rest, records: [...records, ...records.slice(0, 1)] })),
  },
  {
    bug: 'a record is left out of the last page',
    breaks: 'S8',
    plant: withPage(12, ({ records, ...rest }) => ({ ...rest, records: records.slice(1) })),
  },
  {
    bug: 'a record is on two pages',
    breaks: 'S8',
    plant: (run) => {
      const first = JSON.parse(bodyOf(run.entries, 8)) as Page;
      return withPage(12, ({ records, ...rest }) => ({ ...rest, records: [first.records[4], ...records.slice(1)] }))(
        run,
      );
    },
  },
  {
    bug: 'the token to the last page is left out',
    breaks: 'S8',
    plant: withPage(11, ({ records }) => ({ records })),
  },
  {
    bug: 'a page token that was just given is not taken',
    breaks: 'S8',
    plant: (run) => changeAnswer(run, 11, (entry) => refused(entry, 'invalidNextPage')),
  },
  {
    bug: 'a page token of one region is not taken in another',
    breaks: 'S14',
    plant: (run) => changeAnswer(run, 12, (entry) => refused(entry, 'invalidNextPage')),
  },
  {
    bug: 'a query of one region is not known in another',
    breaks: 'S14',
    plant: (run) => changeAnswer(run, 10, (entry) => refused(entry, 'queryIdNotFound')),
  },
  {
    bug: 'a link works at five minutes and later',
    breaks: 'S9',
    plant: (run) => changeAnswer(run, 14, (entry) => instead(entry, 200, '{}')),
  },
  {
    bug: 'a link is dead from the start',
    breaks: 'S9',
    plant: (run) => changeAnswer(run, 13, (entry) => instead(entry, 403, '<Error/>')),
  },
];
