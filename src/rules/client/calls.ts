import { isConnectionFault, isSetupFault } from '../../spec/faults.ts';
import type { OperationName } from '../../spec/routes.ts';
import type { Exchange, History, Query, Stretch } from '../history.ts';
import type { Subject } from '../history/parsed-request.ts';
import { collect, groupBy, readOnce } from '../history/selectors.ts';

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

/** Queries that began in this trace, by id, in the order in which they did. */
export const begunQueries = readOnce((history): ReadonlyMap<string, BegunQuery> => {
  const begun = [...history.queries.values()].filter((query): query is BegunQuery => query.begun !== undefined);
  return new Map(begun.sort((one, other) => one.begun.turn - other.begun.turn).map((query) => [query.id, query]));
});

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

/** Milliseconds of a stretch that the client let pass of its own: it neither slept nor waited for an answer. */
export const idleTime = ({ exchanges, slept }: History, stretch: Stretch): number => {
  const waiting = exchanges.map(({ at, overAt }): Stretch => ({ from: at, to: overAt ?? stretch.to }));
  return timeOutside(stretch, [...slept, ...waiting]);
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
