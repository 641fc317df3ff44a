import { test } from 'vitest';
import { type Choice, sample, type Share, whole } from './sample.ts';

/**
 * What is many and alike: `npm test` takes a fixed sample of it, `npm run test:deep` all of it. The test files that import this
 * are those that `npm run test:deep` runs, so that there is none of a kind that `npm test` does not know. (vitest.config.ts)
 */

/** Whether nothing is left out. */
const isDeep = process.env['TEST_MODE'] === 'deep';

/** The rows to play: all of them, or a sample that is spread over all of them and has each kind in it. */
export const sampled = <Row>(rows: readonly Row[], choice: Choice<Row>): readonly Row[] =>
  isDeep ? rows : sample(rows, choice);

/** The share of cases of one of so many who play them between them; in depth each plays all. */
export const shareOf = (every: number, from = 0): Share => (isDeep ? whole : { every, from });

/** How many steps, runs or bytes of the same kind. */
export const amount = ({ usual, deep }: { readonly usual: number; readonly deep: number }): number =>
  isDeep ? deep : usual;

/** A test of a kind with others of its file, which takes long: `npm test` leaves it out. */
export const deepTest = (title: string, run: () => void | Promise<void>, timeout?: number): void => {
  if (isDeep) test(title, run, timeout);
};
