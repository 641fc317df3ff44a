import type { Entry } from '../../trace/entry.ts';
import type { Answered } from '../history.ts';
import type { EntryOf } from './entry-of.ts';
import type { ReadExchange } from './exchange.ts';

/** A moment: the earlier of two has the smaller turn, even where both have the same time. */
export interface Mark {
  readonly at: number;
  readonly turn: number;
}

type Told = 'action' | 'authorized' | 'transition' | 'notification' | 'notificationFault' | 'delivered' | 'undelivered';

/** Something that the service decided, or that was done to it. */
export type Beat = Mark &
  (
    | { readonly kind: 'decided'; readonly exchange: Answered }
    | { [Kind in Told]: { readonly kind: Kind; readonly entry: EntryOf<Kind> } }[Told]
  );

/** Whose turn it is: an answer is decided before it is sent, and much may happen in between. */
interface Placed {
  readonly place: number;
  readonly beat: (turn: number) => Beat;
}

export const putInOrder = (
  entries: readonly Entry[],
  exchanges: ReadonlyMap<number, ReadExchange>,
): readonly Beat[] => {
  const placed: Placed[] = [];
  let isInOrder = true;
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'answer') {
      const exchange = exchanges.get(entry.exchange);
      if (exchange?.answer?.wire !== entry.answer) continue;
      if (entry.decided !== undefined) isInOrder = false;
      placed.push({ place: 2 * (entry.decided?.entries ?? index), beat: (turn) => decide(exchange, turn) });
    } else if (isTold(entry)) {
      placed.push({ place: 2 * index + 1, beat: (turn) => ({ kind: entry.kind, at: entry.at, turn, entry }) as Beat });
    }
  }
  if (!isInOrder) placed.sort((one, other) => one.place - other.place);
  return placed.map(({ beat }, turn) => beat(turn));
};

const decide = (exchange: ReadExchange, turn: number): Beat => {
  const { answer } = exchange;
  if (answer === undefined) throw new Error(`exchange ${exchange.number} has no answer to be decided`);
  answer.turn = turn;
  return { kind: 'decided', at: answer.decidedAt, turn, exchange: exchange as Answered };
};

const told: ReadonlySet<string> = new Set<Told>([
  'action',
  'authorized',
  'transition',
  'notification',
  'notificationFault',
  'delivered',
  'undelivered',
]);

const isTold = (entry: Entry): entry is EntryOf<Told> => told.has(entry.kind);
