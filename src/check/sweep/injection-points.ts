import type { ExchangeName, Trigger } from '../../language/ast.ts';
import type { Entry } from '../../trace/entry.ts';
import { writeDuration } from '../arbitraries/durations.ts';
import { type Exchange, listExchanges, nameExchange } from '../exchanges.ts';

/** A place in a run where something can be injected. */
export interface InjectionPoint {
  /** What happens there of itself: `listDataQueryRecords 2`, or time that passes. */
  readonly name: string;
  readonly trigger: Trigger;
  /** The exchange it stands before; nothing where the client only waits. */
  readonly exchange?: ExchangeName;
}

/** How many exchanges of a kind are looked at: the first, and the last. */
const mostOfAKind = 2;

/** The exchanges of a run, and the waits between them, in their order. */
export const findInjectionPoints = (entries: readonly Entry[]): readonly InjectionPoint[] => {
  const exchanges = listExchanges(entries);
  const last = new Map(exchanges.map(({ exchange, nth }) => [exchange, nth]));
  return exchanges.flatMap((one, index) => {
    const since = exchanges[index - 1]?.at ?? one.at;
    const pause = one.at - since > 1 ? [between(since, one.at)] : [];
    const isFarIn = one.nth >= mostOfAKind && one.nth !== last.get(one.exchange);
    return [...pause, ...(isFarIn ? [] : [before(one)])];
  });
};

const before = ({ exchange, nth }: Exchange): InjectionPoint => ({
  name: nameExchange({ exchange, nth }),
  trigger: { kind: 'on', exchange, nth },
  exchange,
});

const between = (since: number, at: number): InjectionPoint => {
  const time = writeDuration(since + Math.floor((at - since) / 2));
  return { name: `at ${time}, waiting`, trigger: { kind: 'at', time } };
};
