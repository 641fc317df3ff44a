import type { Entry } from '../../trace/entry.ts';
import type { Answered } from '../history.ts';
import type { EntryOf } from './entry-of.ts';
import type { Exchange } from './exchange.ts';

/** When something happened: of two events at the same time, the earlier one has the smaller turn. */
export interface Timestamp {
  readonly at: number;
  readonly turn: number;
}

const noted = [
  'action',
  'authorized',
  'transition',
  'notification',
  'notificationFault',
  'delivered',
  'undelivered',
] as const satisfies readonly Entry['kind'][];

type Noted = (typeof noted)[number];

/** Something that the service decided, or that was done to it. `place` is that of its entry in the trace. */
export type Event = Timestamp &
  (
    | { readonly kind: 'decided'; readonly exchange: Answered }
    | { [Kind in Noted]: { readonly kind: Kind; readonly place: number; readonly entry: EntryOf<Kind> } }[Noted]
  );

/** An event whose turn is not known yet: an answer is decided before it is sent, and much may happen in between. */
interface Pending {
  readonly order: number;
  readonly event: (turn: number) => Event;
}

export const readEvents = (entries: readonly Entry[], exchanges: ReadonlyMap<number, Exchange>): readonly Event[] => {
  const pending: Pending[] = [];
  let isInOrder = true;
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'answer') {
      const exchange = exchanges.get(entry.exchange);
      if (exchange?.answer?.wire !== entry.answer) continue;
      if (entry.decided !== undefined) isInOrder = false;
      pending.push({ order: 2 * (entry.decided?.entries ?? place), event: (turn) => decide(exchange, turn) });
    } else if (isNoted(entry)) {
      const event = (turn: number) => ({ kind: entry.kind, at: entry.at, turn, place, entry }) as Event;
      pending.push({ order: 2 * place + 1, event });
    }
  }
  if (!isInOrder) pending.sort((one, other) => one.order - other.order);
  return pending.map(({ event }, turn) => event(turn));
};

const decide = (exchange: Exchange, turn: number): Event => {
  const { answer } = exchange;
  if (answer === undefined) throw new Error(`exchange ${exchange.number} has no answer to be decided`);
  answer.decide(turn);
  return { kind: 'decided', at: answer.decidedAt, turn, exchange: exchange as Answered };
};

const isNoted = (entry: Entry): entry is EntryOf<Noted> => (noted as readonly string[]).includes(entry.kind);
