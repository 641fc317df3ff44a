import { test } from 'vitest';

/**
 * What is many and alike: `npm test` takes a fixed sample of it, `npm run test:deep` all of it. The test files that import this
 * are those that `npm run test:deep` runs, so that there is none of a kind that `npm test` does not know. (vitest.config.ts)
 */

/** Whether nothing is left out. */
const isDeep = process.env['TEST_MODE'] === 'deep';

interface Choice<Row> {
  /** One row of so many; of each kind, beginning with its first. */
  readonly every: number;
  readonly kind?: (row: Row) => string;
  /** Where to begin instead, for samples that are to differ from one another. */
  readonly from?: number;
}

/** The rows to play: all of them, or a sample that is spread over all of them and has each kind in it. */
export const sampled = <Row>(rows: readonly Row[], choice: Choice<Row>): readonly Row[] =>
  isDeep ? rows : sample(rows, choice);

export const sample = <Row>(
  rows: readonly Row[],
  { every, kind = () => 'all', from = 0 }: Choice<Row>,
): readonly Row[] => {
  const seen = new Map<string, number>();
  return rows.filter((row) => {
    const place = seen.get(kind(row)) ?? 0;
    seen.set(kind(row), place + 1);
    return place % every === from % every;
  });
};

/** How many steps, runs or bytes of the same kind. */
export const amount = ({ usual, deep }: { readonly usual: number; readonly deep: number }): number =>
  isDeep ? deep : usual;

/** A test of a kind with others of its file, which takes long: `npm test` leaves it out. */
export const deepTest = (title: string, run: () => void | Promise<void>, timeout?: number): void => {
  if (isDeep) test(title, run, timeout);
};
