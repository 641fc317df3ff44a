import type { Row } from './row.ts';

/** A moment of a run that shows what went wrong. */
export interface Mark {
  readonly at: number;
  readonly exchange?: number;
  /** Whose deed it is: where the exchange is not known, it is what they did at that instant. */
  readonly who: 'client' | 'service';
}

/** What is marked in a timeline. */
export interface Marks {
  readonly moments?: readonly Mark[];
  /** Every exchange of these operations. */
  readonly operations?: readonly string[];
  /** How the client ended. */
  readonly isEnd?: boolean;
}

/** Tells the rows that are marked from the others. */
export const isMarkedBy =
  ({ moments = [], operations = [], isEnd = false }: Marks) =>
  (row: Row): boolean =>
    moments.some((mark) => isShownBy(row, mark)) ||
    (row.operation !== undefined && operations.includes(row.operation)) ||
    (isEnd && row.isEnd === true);

const isShownBy = ({ at, exchange, cells }: Row, mark: Mark): boolean =>
  mark.exchange === undefined ? at === mark.at && cells[mark.who] !== undefined : exchange === mark.exchange;
