import { wholeNumbers } from '../../draw.ts';

/** What chance decides: the same for the same seed. */
export interface Draw {
  /** A whole number below `bound`. */
  below(bound: number): number;
  /** True so often: once in `times`. */
  once(times: number): boolean;
  of<T>(all: readonly T[]): T;
}

export const drawFrom = (seed: number): Draw => {
  const below = wholeNumbers(seed);
  return {
    below,
    once: (times) => below(times) === 0,
    of: (all) => {
      const found = all[below(all.length)];
      if (found === undefined) throw new RangeError('there is nothing to draw from');
      return found;
    },
  };
};
