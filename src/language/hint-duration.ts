import { nearest } from '../nearest.ts';
import { parseDuration } from '../spec/time.ts';

const units = {
  d: 'd',
  day: 'd',
  days: 'd',
  h: 'h',
  hour: 'h',
  hours: 'h',
  hr: 'h',
  hrs: 'h',
  m: 'm',
  min: 'm',
  mins: 'm',
  minute: 'm',
  minutes: 'm',
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  ms: 'ms',
  msec: 'ms',
  millisecond: 'ms',
  milliseconds: 'ms',
} as const;

const isUnit = (word: string): word is keyof typeof units => Object.hasOwn(units, word);

/**
 * What to write in place of something that is not a duration.
 *
 * @example
 * hintDuration('1 hour') // 'write "1h"'
 */
export const hintDuration = (written: unknown): string => {
  const plain = /^([0-9]{1,12}(?:\.[0-9]{1,6})?) {0,3}([a-z]{0,12})$/i.exec(String(written).slice(0, 64).trim());
  const amount = plain?.[1];
  if (amount !== undefined) {
    const word = plain?.[2]?.toLowerCase() ?? '';
    if (word === '') return `a number needs its unit: "${amount}s", "${amount}m" or "${amount}h"`;
    // A word of one or two letters is near to any unit, and so hints at none.
    const unit = isUnit(word) || word.length < 3 ? word : nearest(word, Object.keys(units));
    const meant = unit !== undefined && isUnit(unit) ? `${amount}${units[unit]}` : '';
    if (parseDuration(meant) !== undefined) return `write "${meant}"`;
  }
  return 'write it like "500ms", "10m" or "1h30m", from the largest unit to the smallest';
};
