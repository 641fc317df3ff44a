import { parseDuration, showDuration } from '../spec/time.ts';
import { splitSpan } from './collection-time.ts';

/** From when to when, in milliseconds; both ends are within. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** What `10m`, `1s..5s`, `1s..` or `..5s` bounds. Undefined when the text says none of these. */
export const parseBounds = (text: string): Bounds | undefined => {
  const [first, second = first] = splitSpan(text);
  if (first === '' && second === '') return undefined;
  const least = first === '' ? 0 : parseDuration(first);
  const most = second === '' ? Number.MAX_SAFE_INTEGER : parseDuration(second);
  return least === undefined || most === undefined || least > most ? undefined : { least, most };
};

/** What a text bounds that has been checked. */
export const boundsOf = (text: string): Bounds => {
  const bounds = parseBounds(text);
  if (bounds === undefined) throw new RangeError(`"${text}" bounds nothing`);
  return bounds;
};

export const isWithin = ({ least, most }: Bounds, value: number): boolean => value >= least && value <= most;

/** `exactly 10m0.000s`, `at least 1.000s`, `at most 5.000s`, `1.000s to 5.000s`. */
export const describeBounds = ({ least, most }: Bounds): string => {
  if (least === most) return `exactly ${showDuration(least)}`;
  if (most === Number.MAX_SAFE_INTEGER) return `at least ${showDuration(least)}`;
  return least === 0 ? `at most ${showDuration(most)}` : `${showDuration(least)} to ${showDuration(most)}`;
};
