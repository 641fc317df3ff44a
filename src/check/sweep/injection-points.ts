import type { ExchangeName, Trigger } from '../../language/ast.ts';
import type { Entry } from '../../trace/entry.ts';
import { writeDuration } from '../arbitraries/durations.ts';

/** A place in a story where something can be made to happen. */
export interface Moment {
  /** What happens there of itself: `listDataQueryRecords 2`, or time that passes. */
  readonly name: string;
  readonly trigger: Trigger;
  /** The exchange it stands before; nothing where the client only waits. */
  readonly exchange?: ExchangeName;
}

/** How many exchanges of a kind are looked at: the first, and the last. */
const mostOfAKind = 2;

interface Met {
  readonly at: number;
  readonly exchange: ExchangeName;
}

/** The exchanges of a run, and the waits between them, in their order. */
export const findMoments = (entries: readonly Entry[]): readonly Moment[] => {
  const met = entries.flatMap((entry): readonly Met[] => {
    if (entry.kind === 'notification') return [{ at: entry.at, exchange: 'notification' }];
    return entry.kind === 'request' && entry.operation !== 'unknown'
      ? [{ at: entry.at, exchange: entry.operation }]
      : [];
  });
  const totals = new Map<ExchangeName, number>();
  for (const { exchange } of met) totals.set(exchange, (totals.get(exchange) ?? 0) + 1);
  const counts = new Map<ExchangeName, number>();
  return met.flatMap(({ at, exchange }, index) => {
    const nth = (counts.get(exchange) ?? 0) + 1;
    counts.set(exchange, nth);
    const since = met[index - 1]?.at ?? at;
    const pause = at - since > 1 ? [betweenOf(since, at)] : [];
    const isFarIn = nth >= mostOfAKind && nth !== totals.get(exchange);
    return [...pause, ...(isFarIn ? [] : [beforeOf(exchange, nth)])];
  });
};

const beforeOf = (exchange: ExchangeName, nth: number): Moment => ({
  name: nth === 1 ? exchange : `${exchange} ${nth}`,
  trigger: { kind: 'on', exchange, nth },
  exchange,
});

const betweenOf = (since: number, at: number): Moment => {
  const time = writeDuration(since + Math.floor((at - since) / 2));
  return { name: `at ${time}, waiting`, trigger: { kind: 'at', time } };
};
