import { ms } from '../spec/time.ts';
import { digest } from './ids.ts';
import { markOfUuid, seal } from './seals.ts';
import type { Turn } from './turn.ts';
import type { Query } from './world.ts';

/** Page tokens carry their place in the listing and a signature, so that nothing need be kept for them. */

export interface PagePlace {
  readonly offset: number;
  /** Page size the listing began with; undefined on the first page. */
  readonly size: number | undefined;
}

export const firstPage: PagePlace = { offset: 0, size: undefined };

const sign = (turn: Turn, query: Query, place: string): string =>
  seal(digest(turn.world.settings.seed, 'page', query.id, place), markOfUuid(query.id));

export const writePageToken = (turn: Turn, query: Query, offset: number, size: number): string => {
  const place = [offset, size, turn.now].map((value) => value.toString(36)).join('-');
  return `${place}-${sign(turn, query, place)}`;
};

/** Where a token leads, or undefined when it is not one that was given out for this query and still holds. */
export const readPageToken = (turn: Turn, query: Query, token: string): PagePlace | undefined => {
  if (token === '') return firstPage;
  const end = token.lastIndexOf('-');
  const place = token.slice(0, end);
  if (token.slice(end) !== `-${sign(turn, query, place)}`) return undefined;
  const [offset = '', size = '', issued = ''] = place.split('-');
  const age = turn.now - Number.parseInt(issued, 36);
  if (age >= ms('5m') && turn.assume('list.tokenLifetime') === '5m') return undefined;
  return { offset: Number.parseInt(offset, 36), size: Number.parseInt(size, 36) };
};
