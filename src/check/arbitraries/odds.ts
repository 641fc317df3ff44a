import type * as FastCheck from 'fast-check';

/** fast-check itself, which is loaded only where it is needed and so is handed on. */
export type FC = typeof FastCheck;

/** A table of at least one row, the simplest first: to that the others shrink. */
export type Table<Row> = readonly [Row, ...Row[]];

/** One of several arbitraries, each as often as its weight says. */
export const oneOf = <T>(
  fc: FC,
  first: readonly [weight: number, arbitrary: FastCheck.Arbitrary<T>],
  ...others: readonly (readonly [weight: number, arbitrary: FastCheck.Arbitrary<T>])[]
): FastCheck.Arbitrary<T> => {
  const weigh = ([weight, arbitrary]: typeof first) => ({ weight, arbitrary });
  return fc.oneof({ withCrossShrink: true }, weigh(first), ...others.map(weigh));
};

/** All of them, in an order of the seed's own. */
export const shuffle = <T>(fc: FC, some: readonly T[], seed: number): readonly T[] =>
  fc.sample(fc.shuffledSubarray([...some], { minLength: some.length }), { seed, numRuns: 1 })[0] ?? some;

/** Nothing, but for one time in so many. */
export const onceIn = <T>(
  fc: FC,
  times: number,
  arbitrary: FastCheck.Arbitrary<T>,
): FastCheck.Arbitrary<T | undefined> => oneOf<T | undefined>(fc, [times - 1, fc.constant(undefined)], [1, arbitrary]);
