import type { ExchangeName } from '../../language/ast.ts';
import type { Entry } from '../../trace/entry.ts';

/** One exchange, as a step can name it. */
export interface Call {
  readonly exchange: Exclude<ExchangeName, 'notification'>;
  readonly nth: number;
}

/** `listDataQueryRecords 2` */
export const nameOf = ({ exchange, nth }: Call): string => (nth === 1 ? exchange : `${exchange} ${nth}`);

/** Calls that were under way at once. */
export type Group = readonly Call[];

interface Flight extends Call {
  readonly sentAt: number;
  arrivedAt: number;
}

/** More answers than that come in too many orders. */
const mostAtOnce = 4;

/** The calls of a run that waited for their answers together, each call in one group. */
export const findGroups = (entries: readonly Entry[]): readonly Group[] => {
  const groups: Flight[][] = [];
  for (const flight of readFlights(entries)) {
    const last = groups.at(-1);
    const isTogether = last?.every(({ arrivedAt }) => flight.sentAt < arrivedAt) === true;
    if (isTogether && last !== undefined) last.push(flight);
    else groups.push([flight]);
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => group.slice(0, mostAtOnce).map(({ exchange, nth }) => ({ exchange, nth })));
};

const readFlights = (entries: readonly Entry[]): readonly Flight[] => {
  const flights = new Map<number, Flight>();
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind === 'request' && entry.operation !== 'unknown') {
      const nth = (counts.get(entry.operation) ?? 0) + 1;
      counts.set(entry.operation, nth);
      const flight = { exchange: entry.operation, nth, sentAt: entry.at, arrivedAt: Number.POSITIVE_INFINITY };
      flights.set(entry.exchange, flight);
    }
    if (entry.kind === 'answer' || entry.kind === 'arrived' || entry.kind === 'hungUp') {
      const flight = flights.get(entry.exchange);
      if (flight !== undefined) flight.arrivedAt = entry.at;
    }
  }
  return [...flights.values()];
};

/** All orders of a list. */
export const ordersOf = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((first, index) =>
        ordersOf(items.filter((_, place) => place !== index)).map((rest) => [first, ...rest]),
      );
