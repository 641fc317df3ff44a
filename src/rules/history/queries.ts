import type { FinalStatus } from '../../spec/fields.ts';
import type { Region } from '../../spec/regions.ts';
import type { InitialQuery, InitialWorld } from '../../trace/initial-world.ts';
import type { Answered } from '../history.ts';
import type { Beat, Mark } from './beat.ts';
import type { EntryOf, Transition } from './entry-of.ts';
import { textIn } from './read-text.ts';

/** A query, and all that a trace tells of it. */
export interface Query {
  readonly id: string;
  /** As it was when the trace began. */
  readonly initially?: InitialQuery;
  /** The number of the exchange that began it, where it can be told. */
  readonly begunBy?: number;
  readonly changes: readonly (Mark & { readonly transition: Transition })[];
  /** When it came to its end. */
  readonly ended?: Mark & { readonly state: 'completed' | 'canceled' };
  /** Its notifications in the order in which they were sent. */
  readonly notices: readonly Notice[];
  /** Answers that gave its id, the first one first. */
  readonly given: readonly Answered[];
}

/** A notification that was sent. */
export interface Notice extends Mark {
  readonly number: number;
  readonly query: string;
  /** The one that it is for, where it can be told. */
  readonly application?: string;
  readonly status: FinalStatus;
  readonly region: Region;
  readonly body: string;
  /** How the application took it: a status, or that it did not. */
  readonly outcomes: readonly (Mark & { readonly status: number | undefined; readonly endpoint?: Region })[];
}

type Open<T> = { -readonly [Field in keyof T]: T[Field] extends readonly (infer One)[] ? One[] : T[Field] };

export const readQueries = (
  beats: readonly Beat[],
  world: InitialWorld | undefined,
): ReadonlyMap<string, Query> => {
  const queries = new Map<string, Open<Query>>();
  const notices = new Map<number, Open<Notice>>();
  const find = (id: string): Open<Query> => {
    const known = queries.get(id);
    if (known !== undefined) return known;
    const fresh: Open<Query> = { id, changes: [], notices: [], given: [] };
    queries.set(id, fresh);
    return fresh;
  };
  for (const initially of world?.queries ?? []) find(initially.query).initially = initially;
  for (const beat of beats) {
    const { at, turn } = beat;
    switch (beat.kind) {
      case 'transition': {
        const { entry } = beat;
        const query = find(entry.query);
        query.changes.push({ at, turn, transition: entry });
        if (entry.to === 'inProgress' && entry.by !== undefined) query.begunBy ??= entry.by;
        if (entry.to !== 'inProgress') query.ended ??= { at, turn, state: entry.to };
        break;
      }
      case 'notification': {
        const notice: Open<Notice> = { ...readNotice(beat.entry), at, turn, outcomes: [] };
        notices.set(notice.number, notice);
        find(notice.query).notices.push(notice);
        break;
      }
      case 'delivered':
      case 'undelivered': {
        const { entry } = beat;
        const status = entry.kind === 'delivered' ? entry.status : undefined;
        const where = entry.endpoint === undefined ? {} : { endpoint: entry.endpoint };
        notices.get(entry.notification)?.outcomes.push({ at, turn, status, ...where });
        break;
      }
      case 'decided': {
        const { exchange } = beat;
        if (exchange.operation !== 'createDataQuery' || !exchange.answer.isOk) break;
        const id = textIn(exchange.answer.json, 'id');
        if (id === undefined) break;
        const query = find(id);
        query.given.push(exchange);
        query.begunBy ??= exchange.number;
        break;
      }
      default:
    }
  }
  return queries;
};

const readNotice = ({ notification, query, application, status, region, body }: EntryOf<'notification'>) => ({
  number: notification,
  query,
  ...(application !== undefined && { application }),
  status,
  region,
  body,
});
