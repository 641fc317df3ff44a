import type { Entry } from '../trace/entry.ts';
import type { Axis } from './axis.ts';
import type { Mark } from './mark.ts';

/** What belongs to an exchange, by the indices of its entries. */
interface ExchangeEntries {
  readonly request: number;
  readonly all: readonly number[];
}

/** Finds the entries of a trace by what they are of. */
export interface RunIndex {
  readonly exchanges: ReadonlyMap<number, ExchangeEntries>;
  /** The entries that a reader goes through: of an exchange only its request. In order. */
  readonly stops: readonly number[];
  /** The entry that stands for another: of an exchange its request. */
  stopOf(entry: number): number;
}

export const indexRun = (entries: readonly Entry[]): RunIndex => {
  const exchanges = new Map<number, { request: number; all: number[] }>();
  const stops: number[] = [];
  for (const [index, entry] of entries.entries()) {
    const exchange = exchangeOf(entry);
    const known = exchange === undefined ? undefined : exchanges.get(exchange);
    if (known === undefined) stops.push(index);
    else known.all.push(index);
    if (exchange !== undefined && known === undefined) exchanges.set(exchange, { request: index, all: [index] });
  }
  return {
    exchanges,
    stops,
    stopOf: (entry) => {
      const exchange = exchangeOf(entries[entry]);
      return exchange === undefined ? entry : (exchanges.get(exchange)?.request ?? entry);
    },
  };
};

/** The exchange that an entry is a part of; what an exchange brought about is something of its own. */
export const exchangeOf = (entry: Entry | undefined): number | undefined =>
  entry !== undefined && 'exchange' in entry ? entry.exchange : undefined;

type Pointer = Pick<Mark, 'at' | 'exchange' | 'entry'>;

/** The entry that a mark points at: that of its exchange, or else what happened at its instant. */
export const entryOfMark = (mark: Pointer, entries: readonly Entry[], { exchanges }: RunIndex): number => {
  if (mark.entry !== undefined) return mark.entry;
  const request = mark.exchange === undefined ? undefined : exchanges.get(mark.exchange)?.request;
  if (request !== undefined) return request;
  const found = entries.findIndex(({ at }) => at >= mark.at);
  return found < 0 ? Math.max(0, entries.length - 1) : found;
};

export interface Marking {
  readonly entries: readonly Entry[];
  readonly index: RunIndex;
  readonly axis: Axis;
  readonly run: number;
}

/** Where a mark stands: at its entry, if that is of its instant. */
export const placeMark = <One extends Pointer>(mark: One, { entries, index, axis, run }: Marking) => {
  const entry = entryOfMark(mark, entries, index);
  const isThen = entries[entry]?.at === mark.at;
  return { mark, entry, position: isThen ? axis.positionOf(entry, run) : axis.positionAt(mark.at) };
};
