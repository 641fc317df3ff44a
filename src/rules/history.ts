import type { Assumptions } from '../spec/assumptions.ts';
import type { Limits } from '../spec/limits.ts';
import { readInstant } from '../spec/time.ts';
import type { Entry } from '../trace/entry.ts';
import type { InitialWorld } from '../trace/initial-world.ts';
import type { Answer } from './history/answer.ts';
import type { EntryOf } from './history/entry-of.ts';
import { type Event, readEvents } from './history/events.ts';
import { Exchange } from './history/exchange.ts';
import { type Queries, readQueries } from './history/queries.ts';
import { collect } from './history/selectors.ts';
import { readState, type State } from './history/state.ts';

export type { Answer } from './history/answer.ts';
export type { Event, Timestamp } from './history/events.ts';
export type { Exchange } from './history/exchange.ts';
export type { Delivery, Notification, Query } from './history/queries.ts';
export type { ClientResponse } from './history/response.ts';
export type { State } from './history/state.ts';
export type { Token } from './history/tokens.ts';

/**
 * A trace, read once for all rules: exchanges as the service decided them and as the client got to see them, queries and
 * their notifications, and the state of all else at any moment. Times are virtual milliseconds since the simulation began.
 */
export interface History extends Queries {
  readonly entries: readonly Entry[];
  readonly context: Context;
  /** The beginning of the trace, where it has one; `epoch` as milliseconds. */
  readonly began: EntryOf<'began'> | undefined;
  readonly epoch: number | undefined;
  /** Who and what was there at first. Without it, as in a recording of the real service, much cannot be told. */
  readonly world: InitialWorld | undefined;
  /** The trace begins in the middle: what was answered before is not in it. */
  readonly continues: boolean;
  /** All calls of the client, in the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
  /** Those that the service answered, in the order in which it decided. */
  readonly answered: readonly Answered[];
  /** Exchanges by number. */
  readonly exchange: (number: number) => Exchange | undefined;
  /** All that the service decided or was done to it, in order. */
  readonly events: readonly Event[];
  /** Applications, consents, accounts and tokens, at any moment. */
  readonly state: State;
  /** Stretches of time, in order, in which a scenario let the client sleep. */
  readonly slept: readonly Stretch[];
  /** How the client's promise settled, the last time one did; undefined while it has not. */
  readonly ended: End | undefined;
  /** Until when it was watched: that of the last entry, or later. */
  readonly lastAt: number;
}

/** What a trace is judged under: rules judge by the same assumptions and the same limits as the service had. */
export interface Context {
  readonly assumptions: Assumptions;
  readonly limits: Limits;
  /** Milliseconds of virtual time, from the beginning, for which it was watched; left out: up to its last entry. */
  readonly until?: number;
}

/** An exchange that the service answered. */
export type Answered = Exchange & { readonly answer: Answer };

/** The end of the client; `place` is that of its entry in the trace. */
export type End = EntryOf<'ended'> & { readonly place: number };

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export const readHistory = (entries: readonly Entry[], context: Context): History => {
  const began = entries.find((entry) => entry.kind === 'began');
  const world = began?.world;
  const exchanges = readExchanges(entries, world, context);
  const events = readEvents(entries, exchanges);
  return {
    entries,
    context,
    began,
    epoch: began === undefined ? undefined : readInstant(began.epoch),
    world,
    continues: world?.continues === true,
    exchanges: [...exchanges.values()],
    answered: collect(events, (event) => (event.kind === 'decided' ? [event.exchange] : [])),
    exchange: (number) => exchanges.get(number),
    events,
    ...readQueries(events, world),
    state: readState(events, world, context),
    slept: collect(entries, (entry) =>
      entry.kind === 'slept' ? [{ from: entry.at - entry.duration, to: entry.at }] : [],
    ),
    ended: readEnd(entries),
    lastAt: Math.max(entries.at(-1)?.at ?? 0, context.until ?? 0),
  };
};

const readExchanges = (
  entries: readonly Entry[],
  world: InitialWorld | undefined,
  { assumptions }: Context,
): ReadonlyMap<number, Exchange> => {
  const exchanges = new Map<number, Exchange>();
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'request') exchanges.set(entry.exchange, new Exchange(entry, place, world, assumptions));
    else if ('exchange' in entry) exchanges.get(entry.exchange)?.follow(entry, place);
  }
  return exchanges;
};

const readEnd = (entries: readonly Entry[]): End | undefined => {
  const place = entries.findLastIndex(({ kind }) => kind === 'ended');
  const entry = entries[place];
  return entry?.kind === 'ended' ? { place, ...entry } : undefined;
};
