import type { Collects } from '../core/world.ts';
import { ms, parseDuration, showDuration } from '../spec/time.ts';

/** Texts that say more than one length of time: `5m..10m`, `1s..`, `held`, `-5m`. */

/** The two ends of a span, as written; the second is absent where it is one duration. */
export const splitSpan = (text: string): readonly [string, string?] => {
  const at = text.indexOf('..');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 2)];
};

/** The milliseconds at the two ends of `5m..10m`, or twice those of `5m`. Undefined when the text says neither. */
export const parseSpan = (text: string): { readonly least: number; readonly most: number } | undefined => {
  const [first, second = first] = splitSpan(text);
  const least = parseDuration(first);
  const most = parseDuration(second);
  return least === undefined || most === undefined || least > most ? undefined : { least, most };
};

/**
 * How long a collection takes: `10m`, `5m..10m` or `held`. Undefined when the text says none of these.
 *
 * @example
 * parseCollects('5m..10m') // { kind: 'drawn', least: 300000, most: 600000 }
 */
export const parseCollects = (text: string): Collects | undefined => {
  if (text === 'held') return { kind: 'held' };
  const span = parseSpan(text);
  if (span === undefined) return undefined;
  return splitSpan(text).length === 1 ? { kind: 'fixed', length: span.least } : { kind: 'drawn', ...span };
};

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

const furthest = ms('1d');

/** Milliseconds by which a clock is ahead (`5m`) or behind (`-5m`), a day at most. Undefined when the text says neither. */
export const parseSkew = (text: string): number | undefined => {
  const isBehind = text.startsWith('-');
  const length = parseDuration(isBehind ? text.slice(1) : text);
  if (length === undefined || length > furthest) return undefined;
  return isBehind ? 0 - length : length;
};
