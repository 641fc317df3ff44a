import { readInstant } from '../spec/time.ts';
import type { Entry, EntryOf } from '../trace/entry.ts';
import type { InitialWorld } from '../trace/initial-world.ts';
import type { Settings } from '../trace/settings-in.ts';
import type { Answer } from './history/answer.ts';
import { type Event, readEvents } from './history/events.ts';
import { Exchange } from './history/exchange.ts';
import { type Queries, readQueries } from './history/queries.ts';
import { readState, type State } from './history/state.ts';

export type { Timestamp } from './history/events.ts';
export type { Exchange } from './history/exchange.ts';
export type { Delivery, Notification, Query } from './history/queries.ts';
export type { ClientResponse } from './history/response.ts';
export type { Token } from './history/tokens.ts';

/**
 * A trace, read once for all rules: exchanges as the service decided them and as the client got to see them, queries and
 * their notifications, and the state of all else at any moment. Times are virtual milliseconds since the simulation began.
 */
export interface History extends Queries {
  readonly entries: readonly Entry[];
  readonly context: Context;
  /** What rules have read of it so far. (`readOnce`) */
  readonly readings: unknown[];
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
  /** What a scenario did, in order. */
  readonly actions: readonly EntryOf<'action'>[];
  /** What tells of tokens that no answer gave: the beginning, and customers who authorized later. */
  readonly givers: readonly EntryOf<'began' | 'authorized'>[];
  /** Says that entries which stood there are not kept any more; undefined where all are. */
  readonly dropped: EntryOf<'dropped'> | undefined;
  /** Stretches of time, in order, in which a scenario let the client sleep. */
  readonly slept: readonly Stretch[];
  /** How the client's promise settled, the last time one did; undefined while it has not. */
  readonly ended: End | undefined;
  /** All the times that one did, in order: the client may be run again. */
  readonly ends: readonly End[];
  /** Until when it was watched: that of the last entry, or later. */
  readonly lastAt: number;
}

/** What a trace is judged under: rules judge by the same assumptions and the same limits as the service had. */
export interface Context extends Settings {
  /** Milliseconds of virtual time, from the beginning, for which it was watched; left out: up to its last entry. */
  readonly until?: number;
  readonly runBy?: RunBy;
  /** Exchanges whose answer, if there is one, has not arrived yet; left out: none that the trace does not tell of. */
  readonly open?: ReadonlySet<number>;
}

/**
 * Who ran the client. One that a scenario is played to has to bring in the data of all customers in its environment, and to tell
 * of what it was refused. The lines of a test may mean some of the customers, and look at the answers themselves.
 */
export type RunBy = 'scenario' | 'test';

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
  const read = readEntries(entries, world, context);
  const { exchanges } = read;
  const events = readEvents(entries, exchanges);
  const { queries, notifications } = readQueries(events, world);
  return {
    entries,
    context,
    readings: [],
    began,
    epoch: began === undefined ? undefined : readInstant(began.epoch),
    world,
    continues: world?.continues === true,
    exchanges: read.all,
    answered: listAnswered(events),
    exchange: (number) => exchanges.get(number),
    events,
    queries,
    notifications,
    state: readState(events, world, context),
    actions: read.actions,
    givers: read.givers,
    dropped: read.dropped,
    slept: read.slept,
    ended: read.ends.at(-1),
    ends: read.ends,
    lastAt: Math.max(entries.at(-1)?.at ?? 0, context.until ?? 0),
  };
};

/** What is read of the entries alone, in one go. */
interface EntriesRead extends Pick<History, 'actions' | 'givers' | 'dropped' | 'slept' | 'ends'> {
  readonly exchanges: ReadonlyMap<number, Exchange>;
  readonly all: readonly Exchange[];
}

const readEntries = (
  entries: readonly Entry[],
  world: InitialWorld | undefined,
  { assumptions, open }: Context,
): EntriesRead => {
  const exchanges = new Map<number, Exchange>();
  const all: Exchange[] = [];
  const actions: EntryOf<'action'>[] = [];
  const givers: EntryOf<'began' | 'authorized'>[] = [];
  const slept: Stretch[] = [];
  let dropped: EntryOf<'dropped'> | undefined;
  const ends: End[] = [];
  for (let place = 0; place < entries.length; place++) {
    const entry = entries[place] as Entry;
    switch (entry.kind) {
      case 'request': {
        const exchange = new Exchange(entry, place, ends.length, world, assumptions);
        // A number that is there again takes the place of the first.
        const known = exchanges.get(entry.exchange);
        if (known === undefined) all.push(exchange);
        else all[all.indexOf(known)] = exchange;
        exchanges.set(entry.exchange, exchange);
        break;
      }
      case 'answer':
      case 'arrived':
      case 'fault':
      case 'hungUp':
        exchanges.get(entry.exchange)?.follow(entry, place);
        break;
      case 'action':
        actions.push(entry);
        break;
      case 'began':
      case 'authorized':
        givers.push(entry);
        break;
      case 'dropped':
        dropped ??= entry;
        break;
      case 'slept':
        slept.push({ from: entry.at - entry.duration, to: entry.at });
        break;
      case 'ended':
        ends.push({ place, ...entry });
        break;
      default:
    }
  }
  for (let index = 0; index < all.length; index++) all[index]?.settle(open);
  return { exchanges, all, actions, givers, dropped, slept, ends };
};

const listAnswered = (events: readonly Event[]): readonly Answered[] => {
  const answered: Answered[] = [];
  for (let turn = 0; turn < events.length; turn++) {
    const event = events[turn] as Event;
    if (event.kind === 'decided') answered.push(event.exchange);
  }
  return answered;
};
