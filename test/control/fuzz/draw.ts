/** What chance decides: the same for the same seed. */
export interface Draw {
  /** A whole number below `bound`. */
  below(bound: number): number;
  /** True so often: once in `times`. */
  once(times: number): boolean;
  of<T>(all: readonly T[]): T;
}

export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => next() % bound;
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
