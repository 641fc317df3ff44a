import type { ExchangeName } from '../language/ast.ts';
import type { Entry } from '../trace/entry.ts';

/** One exchange of a run, as a step can name it: the n-th of its kind. */
export interface NthExchange {
  readonly exchange: ExchangeName;
  readonly nth: number;
}

/** One exchange of a run, and when it began. */
export interface Exchange extends NthExchange {
  readonly at: number;
  /** The number of a call in the trace; none for a notification. */
  readonly call?: number;
}

/** `listDataQueryRecords 2` */
export const nameExchange = ({ exchange, nth }: NthExchange): string => (nth === 1 ? exchange : `${exchange} ${nth}`);

/** The exchanges of a run, in their order. */
export const listExchanges = (entries: readonly Entry[]): readonly Exchange[] => {
  const counts = new Map<ExchangeName, number>();
  return entries.flatMap((entry): readonly Exchange[] => {
    if (entry.kind !== 'request' && entry.kind !== 'notification') return [];
    const exchange = entry.kind === 'request' ? entry.operation : entry.kind;
    if (exchange === 'unknown') return [];
    const nth = (counts.get(exchange) ?? 0) + 1;
    counts.set(exchange, nth);
    return [{ exchange, nth, at: entry.at, ...(entry.kind === 'request' && { call: entry.exchange }) }];
  });
};
