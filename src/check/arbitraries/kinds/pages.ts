import type { Arbitrary } from 'fast-check';
import type { ClientProfile } from '../../client-profile.ts';
import { type FC, oneOf, type Table } from '../odds.ts';
import { on, type On } from '../triggers.ts';
import type { Plot } from './kind.ts';

/** A listing of several pages, and the place of one of them behind the first. */
export interface Listing extends Required<Omit<Plot, 'drafts'>> {
  readonly pages: number;
  readonly later: (draw: number) => number;
}

/** Every record costs two downloads, and so pages hold few, and one each where they are many. */
const mostOfSeveral = 6;

/**
 * A listing of so many pages. The service gives short ones, whatever the client asks for, so that twenty pages take no more than
 * twenty records; to a client that asks for few by itself it gives what it asks for. (assumption `list.mostPerPage`)
 */
export const listings = (
  fc: FC,
  { pageSize }: ClientProfile,
  least: number,
  most: number,
  sizes: Table<number> = [1, 1, 2, 3],
): Arbitrary<Listing> =>
  fc
    .record({
      pages: oneOf(fc, [4, fc.integer({ min: least, max: most })], [1, fc.constant(most)]),
      size: fc.constantFrom(...sizes),
      last: fc.nat(2),
    })
    .map(({ pages, size, last }) => {
      const asked = pageSize <= 2;
      const each = asked ? pageSize : pages > mostOfSeveral ? 1 : size;
      return {
        pages,
        later: (draw) => 2 + (draw % (pages - 1)),
        customers: [{ records: each * (pages - 1) + 1 + (last % each) }],
        assumptions: asked ? {} : { 'list.mostPerPage': each },
      };
    });

/** Right before a page is listed. */
export const beforePage = (page: number): On => ({ ...on('listDataQueryRecords'), where: { page } });
