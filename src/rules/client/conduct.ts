import type { OperationName } from '../../spec/routes.ts';
import type { Entry } from '../../trace/entry.ts';
import { type Call, readCalls } from './calls.ts';
import { readOnce } from '../history/read-once.ts';
import { readRefusal, readSubject, type Refusal, type Subject } from './subjects.ts';
import { collect } from '../history/collect.ts';

/** What the client did and what it met with. */
export interface Conduct {
  readonly calls: readonly Call[];
  readonly by: (...operations: readonly (OperationName | 'unknown')[]) => readonly Call[];
  /** Calls of interface C, with what they ask for. */
  readonly asked: readonly Asked[];
  /** How the client's promise settled, the last time one did. */
  readonly ended?: Ended;
  /** Queries that began in this trace, by id. */
  readonly queries: ReadonlyMap<string, QueryLife>;
  readonly notices: readonly Notice[];
  /** Stretches of time, in order, in which a scenario let the client sleep. */
  readonly slept: readonly Stretch[];
}

export interface Asked {
  readonly call: Call;
  readonly subject: Subject;
  /** What it was refused with, where it was and the client knows. */
  readonly refusal?: Refusal;
}

interface Ended {
  readonly at: number;
  readonly place: number;
  readonly outcome: 'fulfilled' | 'rejected';
  readonly error?: string;
}

export interface QueryLife {
  readonly id: string;
  readonly customer: string;
  readonly scope: string;
  readonly beganAt: number;
  final?: { readonly at: number; readonly status: 'completed' | 'canceled' };
}

/** A notification on its way to the application. */
export interface Notice {
  readonly query: string;
  /** The one that it is for, where it can be told. */
  readonly application?: string;
  readonly status: 'COMPLETED' | 'CANCELED';
  readonly sentAt: number;
  readonly place: number;
  /** Whether the network lost it, or brought it late. */
  readonly fault?: Extract<Entry, { kind: 'notificationFault' }>['fault'];
  readonly outcomes: readonly NoticeOutcome[];
  /** When the application had first answered it with 2xx. */
  readonly taken?: { readonly at: number; readonly place: number };
}

type NoticeOutcome = Extract<Entry, { kind: 'delivered' | 'undelivered' }> & { readonly place: number };

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export const readConduct = readOnce((story): Conduct => {
  const { entries } = story;
  const calls = readCalls(story);
  const groups = groupBy(calls, ({ operation }) => operation);
  const last = entries.findLastIndex(({ kind }) => kind === 'ended');
  const end = entries[last];
  return {
    calls,
    by: (...operations) => collect(operations, (operation) => groups.get(operation) ?? []),
    asked: collect(calls, toAsked),
    ...(end?.kind === 'ended' && { ended: { ...end, place: last } }),
    queries: readQueries(entries),
    notices: readNotices(entries),
    slept: collect(entries, (entry) =>
      entry.kind === 'slept' ? [{ from: entry.at - entry.duration, to: entry.at }] : [],
    ),
  };
});

export const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

const toAsked = (call: Call): readonly Asked[] => {
  const subject = readSubject(call);
  if (subject === undefined) return [];
  const refusal = readRefusal(call.heard);
  return [{ call, subject, ...(refusal !== undefined && { refusal }) }];
};

const readQueries = (entries: readonly Entry[]): ReadonlyMap<string, QueryLife> => {
  const queries = new Map<string, QueryLife>();
  for (const entry of entries) {
    if (entry.kind !== 'transition') continue;
    const { query: id, customer, scope, at, to } = entry;
    const known = queries.get(id);
    if (to === 'inProgress') queries.set(id, { id, customer, scope, beganAt: at });
    else if (known !== undefined) known.final = { at, status: to };
  }
  return queries;
};

type Draft = { -readonly [Field in keyof Notice]: Notice[Field] } & { outcomes: NoticeOutcome[] };

const readNotices = (entries: readonly Entry[]): readonly Notice[] => {
  const notices = new Map<number, Draft>();
  for (const [place, entry] of entries.entries()) {
    if (entry.kind === 'notification') {
      const { query, application, status, at: sentAt } = entry;
      const owner = application === undefined ? {} : { application };
      notices.set(entry.notification, { query, ...owner, status, sentAt, place, outcomes: [] });
    }
    if (!('notification' in entry)) continue;
    const known = notices.get(entry.notification);
    if (known === undefined) continue;
    if (entry.kind === 'notificationFault') known.fault = entry.fault;
    if (entry.kind !== 'delivered' && entry.kind !== 'undelivered') continue;
    known.outcomes.push({ ...entry, place });
    if (entry.kind === 'delivered' && isSuccess(entry.status)) known.taken ??= { at: entry.at, place };
  }
  return [...notices.values()];
};

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Milliseconds of a stretch that fall into none of these. */
const timeOutside = ({ from, to }: Stretch, others: readonly Stretch[]): number => {
  let free = 0;
  let reached = from;
  for (const other of [...others].sort((one, two) => one.from - two.from)) {
    if (other.to <= reached) continue;
    if (other.from >= to) break;
    free += Math.max(0, other.from - reached);
    reached = Math.max(reached, other.to);
  }
  return free + Math.max(0, to - reached);
};

/** Milliseconds of a stretch that the client let pass of its own: it neither slept nor waited for an answer. */
export const idleTime = ({ calls, slept }: Conduct, stretch: Stretch): number => {
  const waiting = calls.map(({ at, over }): Stretch => ({ from: at, to: over ?? stretch.to }));
  return timeOutside(stretch, [...slept, ...waiting]);
};
