import type { Entry, EntryOf } from '../trace/entry.ts';
import { type ExchangeFaultRow, exchangeFaults } from '../spec/faults.ts';
import { type Settings, settingsIn } from '../trace/settings-in.ts';
import { Lanes } from './lanes.ts';

/** A request, and all that became of it. */
export interface Exchange {
  /** The places of its request in the trace, and of what is told of it last. */
  readonly entry: number;
  last: number;
  readonly request: EntryOf<'request'>;
  answer?: EntryOf<'answer'>;
  fault?: EntryOf<'fault'>;
  hungUpAt?: number;
  arrivedAt?: number;
}

/** Whose query it is. */
interface Slot {
  readonly customer: string;
  readonly scope: string;
}

/** A trace that is being drawn. Each kind of lane is drawn by a file of its own, which reads it here. */
export interface Scene extends Settings {
  readonly entries: readonly Entry[];
  readonly end: number;
  readonly began: EntryOf<'began'> | undefined;
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly queries: ReadonlyMap<string, Slot>;
  readonly lanes: Lanes;
}

export const readScene = (entries: readonly Entry[]): Scene => {
  const exchanges = new Map<number, Exchange>();
  const queries = new Map<string, Slot>();
  let began: EntryOf<'began'> | undefined;
  let end = 0;
  for (const [place, entry] of entries.entries()) {
    end = Math.max(end, entry.at);
    if (entry.kind === 'began') began = entry;
    else if (entry.kind === 'request') exchanges.set(entry.exchange, { entry: place, last: place, request: entry });
    else if (entry.kind === 'transition') queries.set(entry.query, entry);
    else if ('exchange' in entry) follow(exchanges.get(entry.exchange), entry, place);
  }
  for (const query of began?.world?.queries ?? []) queries.set(query.query, query);
  return { ...settingsIn(entries), entries, end, began, exchanges, queries, lanes: new Lanes() };
};

const follow = (
  exchange: Exchange | undefined,
  entry: EntryOf<'answer' | 'fault' | 'hungUp' | 'arrived'>,
  place: number,
): void => {
  if (exchange === undefined) return;
  if (exchange.hungUpAt === undefined) exchange.last = place;
  switch (entry.kind) {
    case 'answer':
      exchange.answer ??= entry;
      return;
    case 'fault':
      exchange.fault ??= entry;
      return;
    case 'hungUp':
      exchange.hungUpAt ??= entry.at;
      return;
    case 'arrived':
      exchange.arrivedAt ??= entry.at;
      return;
    default:
      entry satisfies never;
  }
};

/** What is true of the fault that an exchange met. */
export const faultRowOf = ({ fault }: Exchange): ExchangeFaultRow | undefined =>
  fault && exchangeFaults[fault.fault.name];

/** When nobody waited for it any more; the end of the trace where somebody still did. */
export const endOf = (exchange: Exchange, end: number): number => {
  const { answer, fault, hungUpAt, arrivedAt } = exchange;
  const known = arrivedAt ?? hungUpAt;
  if (known !== undefined) return Math.min(known, hungUpAt ?? known);
  if (fault === undefined) return answer?.at ?? end;
  const sees = faultRowOf(exchange)?.sees;
  if (sees === 'nothing' || sees === 'late') return end;
  const { by = 0, pieces = 1 } = fault.fault;
  return Math.min(fault.at + by * pieces, end);
};

/** The customer's scope that a query is about: the end of a lane's id, and of its name. */
export const slotOf = ({ queries }: Scene, query: string): string => {
  const slot = queries.get(query);
  return slot === undefined ? 'unknown' : `${slot.customer}/${slot.scope}`;
};
