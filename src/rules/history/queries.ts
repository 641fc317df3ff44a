import type { EntryOf } from '../../trace/entry.ts';
import type { FinalStatus } from '../../spec/fields.ts';
import type { Region } from '../../spec/regions.ts';
import type { InitialQuery, InitialWorld } from '../../trace/initial-world.ts';
import type { Answered } from '../history.ts';
import type { Transition } from './entry-parts.ts';
import type { Event, Timestamp } from './events.ts';
import { textIn } from './read-text.ts';
import { isSuccess } from './response.ts';

/** A query, and all that a trace tells of it. */
export interface Query {
  readonly id: string;
  /** As it was when the trace began. */
  readonly initially?: InitialQuery;
  /** When it began in this trace, and of what. */
  readonly begun?: Timestamp & Pick<Transition, 'customer' | 'scope'>;
  /** The number of the exchange that began it, where it can be told. */
  readonly begunBy?: number;
  readonly changes: readonly (Timestamp & { readonly transition: Transition })[];
  /** When it came to its end. */
  readonly ended?: Timestamp & { readonly state: 'completed' | 'canceled' };
  /** In the order in which they were sent. */
  readonly notifications: readonly Notification[];
  /** Answers that gave its id, the first one first. */
  readonly given: readonly Answered[];
}

/** A notification that was sent. `place` is that of its entry in the trace. */
export interface Notification extends Timestamp {
  readonly number: number;
  readonly place: number;
  readonly query: string;
  /** The one that it is for, where it can be told. */
  readonly application?: string;
  readonly status: FinalStatus;
  readonly region: Region;
  readonly body: string;
  /** Whether the network lost it, or brought it late. */
  readonly fault?: EntryOf<'notificationFault'>['fault'];
  /** How the application took it, each time that it came. */
  readonly deliveries: readonly Delivery[];
}

export interface Delivery extends Timestamp {
  readonly place: number;
  /** What the application answered; undefined when it did not. */
  readonly status: number | undefined;
  /** Why it was not taken, where that is told. */
  readonly why: string | undefined;
  /** The region whose endpoint it was, where it is not the one of the notification. */
  readonly endpoint?: Region;
}

export const isAccepted = ({ status = 0 }: Delivery): boolean => isSuccess(status);

/** Whether the application was told: one that has not answered in time was told all the same, unless the network lost it. */
export const wasTold = ({ fault, deliveries }: Notification): boolean =>
  deliveries.some(
    ({ status, why = '' }) => status !== undefined || (fault?.name !== 'lost' && why.startsWith('no answer within')),
  );

export interface Queries {
  readonly queries: ReadonlyMap<string, Query>;
  readonly notifications: readonly Notification[];
}

type Open<T> = { -readonly [Field in keyof T]: T[Field] extends readonly (infer One)[] ? One[] : T[Field] };

interface Books {
  readonly queries: Map<string, Open<Query>>;
  readonly notifications: Map<number, Open<Notification>>;
}

export const readQueries = (events: readonly Event[], world: InitialWorld | undefined): Queries => {
  const books: Books = { queries: new Map(), notifications: new Map() };
  for (const initially of world?.queries ?? []) find(books, initially.query).initially = initially;
  for (let turn = 0; turn < events.length; turn++) enter(books, events[turn] as Event);
  return { queries: books.queries, notifications: [...books.notifications.values()] };
};

const find = ({ queries }: Books, id: string): Open<Query> => {
  const known = queries.get(id);
  if (known !== undefined) return known;
  const fresh: Open<Query> = { id, changes: [], notifications: [], given: [] };
  queries.set(id, fresh);
  return fresh;
};

const enter = (books: Books, event: Event): void => {
  const { at, turn } = event;
  switch (event.kind) {
    case 'transition':
      return change(find(books, event.entry.query), event.entry, event);
    case 'notification': {
      const { notification: number, query, application, status, region, body } = event.entry;
      const owner = application === undefined ? {} : { application };
      const sent = { number, query, ...owner, status, region, body, at, turn, place: event.place, deliveries: [] };
      books.notifications.set(number, sent);
      find(books, query).notifications.push(sent);
      return;
    }
    case 'notificationFault': {
      const sent = books.notifications.get(event.entry.notification);
      if (sent !== undefined) sent.fault = event.entry.fault;
      return;
    }
    case 'delivered':
    case 'undelivered': {
      const { endpoint, why, notification } = event.entry;
      const status = event.entry.kind === 'delivered' ? event.entry.status : undefined;
      const delivery = { at, turn, place: event.place, status, why, ...(endpoint !== undefined && { endpoint }) };
      books.notifications.get(notification)?.deliveries.push(delivery);
      return;
    }
    case 'decided':
      return give(books, event.exchange);
    case 'action':
    case 'authorized':
      return;
    default:
      event satisfies never;
  }
};

const change = (query: Open<Query>, transition: Transition, when: Timestamp): void => {
  const { to, by, customer, scope } = transition;
  const { at, turn } = when;
  query.changes.push({ transition, at, turn });
  if (to !== 'inProgress') {
    query.ended ??= { state: to, at, turn };
    return;
  }
  query.begun ??= { customer, scope, at, turn };
  if (by !== undefined) query.begunBy ??= by;
};

const give = (books: Books, exchange: Answered): void => {
  if (exchange.operation !== 'createDataQuery' || !exchange.answer.isOk) return;
  const id = textIn(exchange.answer.json, 'id');
  if (id === undefined) return;
  const query = find(books, id);
  query.given.push(exchange);
  query.begunBy ??= exchange.number;
};
