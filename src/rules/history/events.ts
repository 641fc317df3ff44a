import type { Entry, EntryOf } from '../../trace/entry.ts';
import type { Answered } from '../history.ts';
import type { Exchange } from './exchange.ts';

/** When something happened: of two events at the same time, the earlier one has the smaller turn. */
export interface Timestamp {
  readonly at: number;
  readonly turn: number;
}

type Noted =
  | 'action'
  | 'authorized'
  | 'transition'
  | 'notification'
  | 'notificationFault'
  | 'delivered'
  | 'undelivered';

/** Something that the service decided, or that was done to it. `place` is that of its entry in the trace. */
export type Event = Timestamp &
  (
    | { readonly kind: 'decided'; readonly exchange: Answered }
    | { [Kind in Noted]: { readonly kind: Kind; readonly place: number; readonly entry: EntryOf<Kind> } }[Noted]
  );

/** An event whose turn is not known yet: an answer is decided before it is sent, and much may happen in between. */
type Pending = Event & { turn: number };

export const readEvents = (entries: readonly Entry[], exchanges: ReadonlyMap<number, Exchange>): readonly Event[] => {
  const pending: Pending[] = [];
  const orders: number[] = [];
  let isInOrder = true;
  for (let place = 0; place < entries.length; place++) {
    const entry = entries[place] as Entry;
    switch (entry.kind) {
      case 'answer': {
        const exchange = exchanges.get(entry.exchange);
        if (exchange?.answer?.wire !== entry.answer) break;
        const { decided } = entry;
        if (decided !== undefined) isInOrder = false;
        orders.push(2 * (decided?.entries ?? place));
        pending.push({ kind: 'decided', at: exchange.answer.decidedAt, turn: -1, exchange: exchange as Answered });
        break;
      }
      case 'action':
      case 'authorized':
      case 'transition':
      case 'notification':
      case 'notificationFault':
      case 'delivered':
      case 'undelivered':
        orders.push(2 * place + 1);
        pending.push({ kind: entry.kind, at: entry.at, turn: -1, place, entry } as Pending);
        break;
      default:
    }
  }
  const events = isInOrder ? pending : sortBy(pending, orders);
  for (let turn = 0; turn < events.length; turn++) {
    const event = events[turn] as Pending;
    event.turn = turn;
    if (event.kind === 'decided') event.exchange.answer.turn = turn;
  }
  return events;
};

const sortBy = <Item>(items: readonly Item[], orders: readonly number[]): readonly Item[] =>
  items
    .map((item, at) => ({ item, order: orders[at] as number }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
