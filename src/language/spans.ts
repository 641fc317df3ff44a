import type { Collects } from '../core/world.ts';
import { nearest } from '../nearest.ts';
import { ms, parseDuration, showDuration } from '../spec/time.ts';
import { type Explanation, explanation } from './problem.ts';
import { textOf } from './data.ts';
import { show } from './show.ts';

/* Texts that say more than one length of time: `5m..10m`, `1s..`, `held`, `-5m`. */

/** The two ends of a span, as written; the second is absent where it is one duration. */
const splitSpan = (text: string): readonly [string, string?] => {
  const at = text.indexOf('..');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 2)];
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

/** What `5m..10m` says, or twice what `5m` does: bounded on both sides. Undefined when the text says neither. */
export const parseSpan = (text: string): Bounds | undefined =>
  splitSpan(text).includes('') ? undefined : parseBounds(text);

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

const spellings = {
  d: ['d', 'day', 'days'],
  h: ['h', 'hour', 'hours', 'hr', 'hrs'],
  m: ['m', 'min', 'mins', 'minute', 'minutes'],
  s: ['s', 'sec', 'secs', 'second', 'seconds'],
  ms: ['ms', 'msec', 'millisecond', 'milliseconds'],
};

const units: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(spellings).flatMap(([unit, words]) => words.map((word) => [word, unit])),
);

/**
 * What to write in place of something that is not a duration.
 *
 * @example
 * hintDuration('1 hour') // 'write "1h"'
 */
export const hintDuration = (written: unknown): string => {
  const plain = /^([0-9]{1,12}(?:\.[0-9]{1,6})?) {0,3}([a-z]{0,12})$/i.exec(textOf(written).slice(0, 64).trim());
  const amount = plain?.[1];
  if (amount !== undefined) {
    const word = plain?.[2]?.toLowerCase() ?? '';
    if (word === '') return `a number needs its unit: "${amount}s", "${amount}m" or "${amount}h"`;
    // A word of one or two letters is near to any unit, and so hints at none.
    const unit = Object.hasOwn(units, word) || word.length < 3 ? word : nearest(word, Object.keys(units));
    const meant = unit !== undefined && Object.hasOwn(units, unit) ? `${amount}${units[unit]}` : '';
    if (parseDuration(meant) !== undefined) return `write "${meant}"`;
  }
  return 'write it like "500ms", "10m" or "1h30m", from the largest unit to the smallest';
};

export const explainDuration = (value: unknown): Explanation =>
  explanation(`${show(value)} is not a duration`, hintDuration(value), 'BAD_DURATION');

export const explainSpan = (value: unknown): Explanation =>
  explainEnds(value, (end) => parseDuration(end) !== undefined);

/** Which of two lengths of time is none, or that the longer comes first. */
const explainEnds = (value: unknown, isEnd: (end: string) => boolean): Explanation => {
  if (typeof value !== 'string') return explainDuration(value);
  const [least, most] = splitSpan(value);
  const wrong = [least, most].find((end) => end !== undefined && !isEnd(end));
  if (wrong !== undefined) return explainDuration(wrong);
  return explanation(`${show(value)} goes from the longer to the shorter`, `write "${most}..${least}"`);
};

export const explainSkew = (value: unknown): Explanation => {
  const length = typeof value === 'string' ? value.replace(/^-/, '') : value;
  if (typeof length !== 'string' || parseDuration(length) === undefined) return explainDuration(length);
  return explanation(
    `${show(value)} is too far off`,
    'a clock is ahead by a day at most, or behind: write "5m" or "-5m"',
  );
};

export const explainCollects = (value: unknown): Explanation =>
  typeof value === 'string' && !value.includes('..') && nearest(value, ['held']) !== undefined
    ? explanation(`${show(value)} is not a duration`, 'did you mean "held"?', 'BAD_DURATION')
    : explainSpan(value);

export const explainBounds = (value: unknown): Explanation =>
  value === '' || value === '..'
    ? explanation(`${show(value)} bounds nothing`, 'write "10m", "1s..5s", "1s.." or "..5s"')
    : explainEnds(value, (end) => end === '' || parseDuration(end) !== undefined);
