/** Which rows of a table: the same ones each time, in every mode. (sampled.ts) */

export interface Choice<Row> {
  /** One row of so many; of each kind, beginning with its first. */
  readonly every: number;
  readonly kind?: (row: Row) => string;
  /** Where to begin instead, for samples that are to differ from one another. */
  readonly from?: number;
}

/** One of so many, and each kind. */
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

/** The part of the cases that one of several clients plays, or one of several transports. */
export type Share = Omit<Choice<unknown>, 'kind'>;

export const whole: Share = { every: 1 };
