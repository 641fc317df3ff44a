import { isConnectionFault, isSetupFault } from '../../spec/faults.ts';
import { longestRetryWait } from '../../spec/retry.ts';
import type { OperationName } from '../../spec/routes.ts';
import { ms } from '../../spec/time.ts';
import type { Exchange, History, Query } from '../history.ts';
import type { Subject } from '../history/parsed-request.ts';
import { nameRefusal } from '../history/response.ts';
import { collect, groupBy, readOnce } from '../history/selectors.ts';

/* What the client did: its calls are the exchanges of the history. */

const byOperation = readOnce((history) => groupBy(history.exchanges, ({ operation }) => operation));

/** Calls of one operation, in order. */
export const callsOf = (history: History, operation: OperationName | 'unknown'): readonly Exchange[] =>
  byOperation(history).get(operation) ?? [];

/** Calls of some operations, one operation after the other. */
export const callsOfAll = (history: History, operations: readonly (OperationName | 'unknown')[]): readonly Exchange[] =>
  collect(operations, (operation) => callsOf(history, operation));

/** A call of interface C, and what it asks for. */
export type PortabilityCall = Exchange & { readonly subject: Subject };

export const portabilityCalls = readOnce(({ exchanges }): readonly PortabilityCall[] => {
  const calls: PortabilityCall[] = [];
  for (let index = 0; index < exchanges.length; index++) {
    const call = exchanges[index] as Exchange;
    if (call.subject !== undefined) calls.push(call as PortabilityCall);
  }
  return calls;
});

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

/** Whether something that stands at a place in the trace got to the client: what comes after its end nobody hears. */
export const wasHeard = ({ ended }: History, place: number): boolean => ended === undefined || place < ended.place;

export type BegunQuery = Query & Required<Pick<Query, 'begun'>>;

/** Shorter than this is hardly any limit of time that a client sets to a request. */
const shortestLimit = ms('5s');

/**
 * Whether a client may have had enough of waiting for an answer by a time: what it does then has another cause than the answer that
 * came later. Not all call a request off whose time is over.
 */
export const mayHaveGivenUp = (call: Exchange, at: number): boolean => at >= call.at + shortestLimit;

/** Whether a call may be the retry of one that was given up so, and not what the client did upon its answer. */
export const mayNotHaveHeard = (before: Exchange, { at }: Exchange): boolean => {
  const heardAt = before.sure?.at ?? Number.POSITIVE_INFINITY;
  if (heardAt > at) return mayHaveGivenUp(before, at);
  return at > heardAt && at <= heardAt + ms(longestRetryWait) && mayHaveGivenUp(before, heardAt);
};

/** Whether a call may have come to nothing for the client before its end: its answer did not surely come soon, whole, and well. */
export const mayHaveFailed = ({ ended, lastAt }: History, call: Exchange): boolean => {
  const { sure, overAt = Number.POSITIVE_INFINITY } = call;
  const until = ended?.at ?? lastAt;
  if (overAt > until || mayHaveGivenUp(call, overAt)) return mayHaveGivenUp(call, until);
  return sure?.isWhole !== true || sure.refusal !== undefined;
};

/** Whether the request never got to the service. A bad certificate may have been overlooked. */
export const isLostEarly = ({ fault, answer }: Exchange): boolean =>
  fault !== undefined && answer === undefined && isConnectionFault(fault.name);

/** Whether there was no connection to the service, as the client can tell. A bad certificate may have been overlooked. */
export const isUnreached = ({ fault, answer }: Exchange): boolean =>
  fault !== undefined && answer === undefined && isSetupFault(fault.name);

/** Whether the answer came piece by piece: whether the client waited for all of it, the trace does not tell. */
export const cameInPieces = ({ faultRow, hungUpAt }: Exchange): boolean =>
  hungUpAt === undefined && faultRow?.sees === 'pieces';

/** The last of some calls, and what came of it. */
export const sayLast = (calls: readonly Exchange[]): string => {
  const last = calls.at(-1);
  if (last === undefined) return '';
  const { number, fault, sure } = last;
  const became = fault?.name ?? (sure?.refusal && nameRefusal(sure.refusal)) ?? sure?.status ?? 'no answer';
  return ` (#${number}: ${became})`;
};
