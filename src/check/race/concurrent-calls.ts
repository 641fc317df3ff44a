import type { OperationName } from '../../spec/routes.ts';
import type { Entry } from '../../trace/entry.ts';
import { listExchanges, type NthExchange } from '../exchanges.ts';

/** One call of a run, as a step can name it. */
export interface NthCall extends NthExchange {
  readonly exchange: OperationName;
}

/** Calls that were under way at once. */
export type Group = readonly NthCall[];

interface TimedCall extends NthCall {
  readonly sentAt: number;
  readonly arrivedAt: number;
}

/** More answers than that come in too many orders. */
const mostAtOnce = 4;

/** The calls of a run that waited for their answers together, each call in one group. */
export const findGroups = (entries: readonly Entry[]): readonly Group[] => {
  const groups: TimedCall[][] = [];
  for (const call of listCalls(entries)) {
    const last = groups.at(-1);
    const isTogether = last?.every(({ arrivedAt }) => call.sentAt < arrivedAt) === true;
    if (isTogether && last !== undefined) last.push(call);
    else groups.push([call]);
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => group.slice(0, mostAtOnce).map(({ exchange, nth }) => ({ exchange, nth })));
};

/** The calls of a run, in their order. */
export const listCalls = (entries: readonly Entry[]): readonly TimedCall[] => {
  const arrivals = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'answer' || entry.kind === 'arrived' || entry.kind === 'hungUp'
        ? [[entry.exchange, entry.at]]
        : [],
    ),
  );
  return listExchanges(entries).flatMap(({ exchange, nth, at, call }) => {
    if (exchange === 'notification' || call === undefined) return [];
    return [{ exchange, nth, sentAt: at, arrivedAt: arrivals.get(call) ?? Number.POSITIVE_INFINITY }];
  });
};

/** All orders of a list. */
export const ordersOf = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((first, index) =>
        ordersOf(items.filter((_, place) => place !== index)).map((rest) => [first, ...rest]),
      );
