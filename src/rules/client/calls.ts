import { isConnectionFault, isSetupFault } from '../../spec/faults.ts';
import type { OperationName } from '../../spec/routes.ts';
import type { Exchange, History, Query, Stretch } from '../history.ts';
import { targetOf } from '../history/listing.ts';
import type { Subject } from '../history/parsed-request.ts';
import { collect, firstBeyond, groupBy, readOnce } from '../history/selectors.ts';

/** What the client did: its calls are the exchanges of the history. */

const byOperation = readOnce((history) => groupBy(history.exchanges, ({ operation }) => operation));

/** Calls of some operations, one operation after the other. */
export const callsOf = (history: History, ...operations: readonly (OperationName | 'unknown')[]): readonly Exchange[] =>
  collect(operations, (operation) => byOperation(history).get(operation) ?? []);

/** A call of interface C, and what it asks for. */
export type PortabilityCall = Exchange & { readonly subject: Subject };

export const portabilityCalls = readOnce((history): readonly PortabilityCall[] =>
  history.exchanges.filter((call): call is PortabilityCall => call.subject !== undefined),
);

export const isList = ({ subject }: PortabilityCall): boolean => subject.query !== undefined;

const byQuery = readOnce((history) =>
  groupBy(portabilityCalls(history).filter(isList), ({ subject }) => subject.query),
);

/** Listings of a query, in the order in which they were sent. */
export const listsOf = (history: History, query: string | undefined): readonly PortabilityCall[] =>
  byQuery(history).get(query) ?? [];

/** Queries that began in this trace, by id, in the order in which they did. */
export const begunQueries = readOnce((history): ReadonlyMap<string, BegunQuery> => {
  const begun = [...history.queries.values()].filter((query): query is BegunQuery => query.begun !== undefined);
  return new Map(begun.sort((one, other) => one.begun.turn - other.begun.turn).map((query) => [query.id, query]));
});

/** Whether they ask for the same of one query, or create in one scope: another page, and pages of another size, are the same work. */
export const isSameWork = (one: PortabilityCall, other: PortabilityCall): boolean =>
  one.subject.scope === other.subject.scope && one.subject.query === other.subject.query;

/** Whether something that stands at a place in the trace got to the client: what comes after its end nobody hears. */
export const wasHeard = ({ ended }: History, place: number): boolean => ended === undefined || place < ended.place;

export type BegunQuery = Query & Required<Pick<Query, 'begun'>>;

/** Whether the request never got to the service. A bad certificate may have been overlooked. */
export const isLostEarly = ({ fault, answer }: Exchange): boolean =>
  fault !== undefined && answer === undefined && isConnectionFault(fault.name);

/** Whether there was no connection to the service, as the client can tell. A bad certificate may have been overlooked. */
export const isUnreached = ({ fault, answer }: Exchange): boolean =>
  fault !== undefined && answer === undefined && isSetupFault(fault.name);

/** Whether the answer came piece by piece: whether the client waited for all of it, the trace does not tell. */
export const cameInPieces = ({ faultRow, hungUpAt }: Exchange): boolean =>
  hungUpAt === undefined && faultRow?.sees === 'pieces';

/**
 * Milliseconds of a stretch that the client let pass of its own: it neither slept, nor waited for an answer, before a retry, or
 * for the notification of a query.
 */
const idleTime = (history: History, stretch: Stretch): number => {
  const { exchanges, slept } = history;
  const answers = exchanges.map(({ at, overAt }): Stretch => ({ from: at, to: overAt ?? stretch.to }));
  return timeOutside(stretch, [...slept, ...answers, ...backOffs(history), ...untold(history)]);
};

/** From each failure of a call to the next try. */
const backOffs = readOnce(({ exchanges }): readonly Stretch[] => {
  const failed = new Map<string, number>();
  return collect(exchanges, (call): readonly Stretch[] => {
    const { at, overAt, response, subject, request } = call;
    const key = subject?.key ?? `${request.method} ${targetOf(request.url)}`;
    const from = failed.get(key);
    if (response?.isWhole === true && response.status < 400) failed.delete(key);
    else if (overAt !== undefined) failed.set(key, overAt);
    return from === undefined || from > at ? [] : [{ from, to: at }];
  });
});

/** From the beginning of each query until the application heard of its end. */
const untold = readOnce((history): readonly Stretch[] =>
  collect([...begunQueries(history).values()], ({ begun, notifications }): readonly Stretch[] => {
    const heard = collect(notifications, ({ deliveries }) => deliveries.filter(({ status }) => status !== undefined));
    return [{ from: begun.at, to: heard[0]?.at ?? Number.POSITIVE_INFINITY }];
  }),
);

const sentAt = readOnce(({ exchanges }) => exchanges.map(({ at }) => at));

/** Whether the client did nothing at all in the first so many milliseconds from there on, before that call. */
export const wasIdleFor = (history: History, length: number, from: number, call: Exchange): boolean => {
  if (call.at - from <= length) return false;
  const next = history.exchanges[firstBeyond(sentAt(history), from)];
  const wasBusy = next !== undefined && next.at <= from + length && next.place < call.place;
  return !wasBusy && idleTime(history, { from, to: call.at }) > length;
};

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
