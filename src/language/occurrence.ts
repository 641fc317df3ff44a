import { below } from '../core/ids.ts';
import { suggest } from '../nearest.ts';
import type { Chance, Nth } from './ast.ts';
import { type Explanation, explanation } from './problem.ts';
import { textOf } from './data.ts';
import { show, showOrdinal } from './show.ts';
import { unbounded } from './words.ts';

/* Which of those that match a trigger counts, and how likely it is. */

interface Range {
  readonly from: number;
  readonly to: number;
}

const largest = 1_000_000;

const isPosition = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= largest;

/** What `nth` says, or undefined when it says nothing: `2`, `every`, `2..4`, `3..`. */
export const parseNth = (nth: unknown): Range | undefined => {
  if (typeof nth === 'number') return isPosition(nth) ? { from: nth, to: nth } : undefined;
  if (nth === 'every') return { from: 1, to: unbounded };
  const [, first, last] = typeof nth === 'string' ? (/^(\d{1,7})\.\.(\d{0,7})$/.exec(nth) ?? []) : [];
  if (first === undefined) return undefined;
  const from = Number(first);
  const to = last === '' ? unbounded : Number(last);
  return isPosition(from) && (last === '' || isPosition(to)) && from <= to ? { from, to } : undefined;
};

export const rangeOf = (nth: Nth): Range => {
  const range = parseNth(nth);
  if (range === undefined) throw new RangeError(`"${nth}" is no position`);
  return range;
};

export const isRepeated = (nth: Nth): boolean => typeof nth !== 'number';

/** `the 2nd created`, `every created`, `the 2nd to 4th created`, `every created from the 3rd on`. */
export const describeNth = (nth: Nth, name: string): string => {
  const { from, to } = rangeOf(nth);
  if (from === to) return `the ${showOrdinal(from)} ${name}`;
  if (to !== unbounded) return `the ${showOrdinal(from)} to ${showOrdinal(to)} ${name}`;
  return from === 1 ? `every ${name}` : `every ${name} from the ${showOrdinal(from)} on`;
};

/** In how many a chance is counted: three decimals of a percentage. */
const whole = 100_000;

/** How many of 100 000 a chance is: `30%`, `0.5%`. Undefined when the text says none, or none at all, or more than all. */
export const parseChance = (chance: unknown): number | undefined => {
  const [text] = typeof chance === 'string' ? (/^\d{1,3}(?:\.\d{1,3})?(?=%$)/.exec(chance) ?? []) : [];
  const share = text === undefined ? 0 : Math.round(Number(text) * 1000);
  return share > 0 && share <= whole ? share : undefined;
};

/** Whether this one is among them. Same seed, same step, same number: same luck. */
export const isLucky = (chance: Chance | undefined, seed: number, step: number, number: number): boolean =>
  chance === undefined || below(whole, seed, 'chance', step, number) < (parseChance(chance) ?? 0);

export const explainNth = (value: unknown): Explanation =>
  typeof value === 'string' && !/\d/.test(value)
    ? explanation(`${show(value)} is not a position`, suggest(value, ['every']))
    : explanation(
        `${show(value)} is not a position`,
        'write a whole number from 1 to 1000000, "every", "2..4" or "3.."',
      );

export const explainChance = (value: unknown): Explanation => {
  const percent = typeof value === 'number' ? value : Number.parseFloat(textOf(value));
  const share = typeof value === 'number' && value <= 1 ? value * 100 : percent;
  const isShare = share > 0 && share <= 100;
  const rounded = Math.max(0.001, Math.round(share * 1000) / 1000);
  return explanation(
    `${show(value)} is not a chance`,
    isShare ? `write "${rounded}%"` : 'write more than 0% and at most "100%"',
  );
};
