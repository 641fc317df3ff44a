import { ms } from '../spec/time.ts';
import { digest } from './ids.ts';
import { markIn, plainUuid, readMark, seal } from './seals.ts';
import type { Turn } from './turn.ts';
import type { Query } from './world.ts';

/* Page tokens carry their place in the listing and a signature, so that nothing need be kept for them. */

export interface PagePlace {
  readonly offset: number;
  /** Page size the listing began with; undefined on the first page. */
  readonly size: number | undefined;
}

export const firstPage: PagePlace = { offset: 0, size: undefined };

const sign = (turn: Turn, query: Query, place: string): string =>
  seal(digest(turn.world.settings.seed, 'page', query.id, place), markIn(plainUuid(query.id)));

/** What stands between and behind the parts of a token. (assumption `list.tokenText`) */
const joints = {
  unreserved: ['-', '-', '-', ''],
  base64: ['+', '/', '+', '=='],
  'any-text': ['&', ' ', '%', '#'],
} as const;

const partsOf = (token: string): readonly string[] => token.split(/\W+/);

export const writePageToken = (turn: Turn, query: Query, offset: number, size: number, at = turn.now): string => {
  const [from, most, issued] = [offset.toString(36), size.toString(36), at.toString(36)] as const;
  const signature = sign(turn, query, `${from}-${most}-${issued}`);
  const [first, second, third, last] = joints[turn.assume('list.tokenText')];
  return `${from}${first}${most}${second}${issued}${third}${signature}${last}`;
};

/** Where a token leads, or undefined when it is not one that was given out for this query and still holds. */
export const readPageToken = (turn: Turn, query: Query, token: string): PagePlace | undefined => {
  if (token === '') return firstPage;
  if (!isPageToken(turn, query, token)) return undefined;
  if (turn.now - issuedAt(token) >= ms('5m') && turn.assume('list.tokenLifetime') === '5m') return undefined;
  return placeIn(token);
};

/** Whether a token was given out for this query, however long ago. */
export const isPageToken = (turn: Turn, query: Query, token: string): boolean => {
  const { offset, size } = placeIn(token) ?? firstPage;
  return size !== undefined && token === writePageToken(turn, query, offset, size, issuedAt(token));
};

/** Whether a token bears the seal of one that was given out, for whichever query. */
export const isOfAny = (token: string): boolean => readMark(signatureIn(token)) !== undefined;

/** The part that is sealed; empty in what is no page token. */
export const signatureIn = (token: string): string => partsOf(token)[3] ?? '';

const issuedAt = (token: string): number => Number.parseInt(partsOf(token)[2] ?? '', 36);

/** Where a token says that it leads, whether or not it is good. */
export const placeIn = (token: string): PagePlace | undefined => {
  const [offset = '', size = ''] = partsOf(token);
  const place = { offset: Number.parseInt(offset, 36), size: Number.parseInt(size, 36) };
  return Number.isInteger(place.offset) && Number.isInteger(place.size) ? place : undefined;
};
