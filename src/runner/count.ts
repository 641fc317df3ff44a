import { Misuse } from '../misuse.ts';
import { show, showTimes } from '../language/show.ts';

/** How often: exactly, or within bounds, as in the `requests` of a scenario. */
export type HowOften = number | { readonly atLeast?: number; readonly atMost?: number };

interface Bounds {
  readonly atLeast: number;
  readonly atMost: number;
}

/** Without a count, once is enough. Throws Misuse `BAD_OPTION` for a count that would hold whatever happens. */
export const readBounds = (written: HowOften = { atLeast: 1 }, place: string): Bounds => {
  const bounds = typeof written === 'number' ? { atLeast: written, atMost: written } : written;
  const isObject = typeof bounds === 'object' && bounds !== null;
  const fields = isObject ? Object.entries(bounds) : [];
  const areKnown = fields.every(([name, count]) => ['atLeast', 'atMost'].includes(name) && isCount(count));
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = isObject ? bounds : {};
  if (fields.length > 0 && areKnown && atLeast <= atMost) return { atLeast, atMost };
  throw new Misuse('BAD_OPTION', place, `${show(written)} is not a count`, 'write 2, { atLeast: 1 } or { atMost: 3 }');
};

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

export const isWithin = ({ atLeast, atMost }: Bounds, count: number): boolean => count >= atLeast && count <= atMost;

/** `exactly 2 times`, `at least once`, `1 to 3 times`. */
export const showBounds = ({ atLeast, atMost }: Bounds): string => {
  if (atLeast === atMost) return `exactly ${showTimes(atLeast)}`;
  if (atMost === Number.POSITIVE_INFINITY) return `at least ${showTimes(atLeast)}`;
  return atLeast === 0 ? `at most ${showTimes(atMost)}` : `${atLeast} to ${showTimes(atMost)}`;
};
