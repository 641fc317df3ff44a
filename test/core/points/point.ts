import type { AssumptionId, Assumptions } from '../../../src/spec/assumptions.ts';

export type Choice = Partial<Assumptions>;

/** What one point decides, seen from outside. */
interface Point {
  readonly show: (choice: Choice) => unknown;
  /** Value, and what is then seen; for an open variant one value of that kind. */
  readonly outcomes: readonly (readonly [unknown, unknown])[];
}

export type Points = { readonly [Id in AssumptionId]?: Point };

/** The row that refused, or else the status. */
export const row = ({ row: name, status }: { row: string | undefined; status: number }): string =>
  name ?? String(status);
