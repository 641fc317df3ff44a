import { showDuration } from '../../spec/time.ts';
import type { Exchange, History } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { isRow } from '../history/response.ts';
import { collect, groupBy, join, readOnce } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence, heldUnless, unended, type Verdict } from '../verdicts.ts';
import { isList, mayNotHaveHeard, type PortabilityCall, portabilityCalls, wasHeard } from './calls.ts';
import { wasIdleFor } from './idle.ts';
import { foundOtherCause, otherCause } from './other-cause.ts';
import { listingWindow } from './published.ts';
import { refusedCalls } from './refused.ts';
import { mayBeSameData } from './same-call.ts';

/** A listing that was refused since its hour was over, and the client knows: `place` is that of its answer. */
interface Late {
  readonly call: PortabilityCall;
  readonly query: string;
  readonly place: number;
}

const findLate = readOnce((history): readonly Late[] =>
  collect(refusedCalls(history), (call) => {
    const { sure, subject } = call;
    if (!isRow(sure.refusal, 'accessTimeElapsed') || subject.query === undefined) return [];
    if (!wasHeard(history, sure.place)) return [];
    return [{ call, query: subject.query, place: sure.place }];
  }),
);

const lateByQuery = readOnce((history) => groupBy(findLate(history), ({ query }) => query));

export const insideTheHour = clientRule({
  id: 'C11',
  name: 'inside-the-hour',
  level: 'must',
  claim: 'Records are listed for an hour after the notification; later a new query is created.',
  why: 'The data of a query is out of reach for good once its hour is over.',
  section: 'Limits, interface C',
  good: [
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ['1h11m', 'client', 'createDataQuery → 201, query 93d0'],
  ],
  bad: [
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ['1h11m', 'client', 'listDataQueryRecords of 4f1c → 403 ACCESS_TIME_ELAPSED'],
  ],
  judge: readOnce((history): Verdict => {
    const late = findLate(history);
    const lists = portabilityCalls(history).filter(isList);
    const against = collect(lists, (call) => findFault(history, call));
    if (against.length > 0) return heldUnless(against);
    const left = late.filter((one) => !startedOver(history, one));
    if (left.length === 0) return decide([], lists.length, 'nothing was listed');
    if (history.ended === undefined) return unended;
    const isLate = new Set<Exchange>(late.map(({ call }) => call));
    if (left.some(({ call }) => foundOtherCause(history, call, (one) => isLate.has(one)))) return otherCause;
    return heldUnless(left.map(({ call }) => atCall(call, 'the hour was over, and no new query was created')));
  }),
});

const findFault = (history: History, call: PortabilityCall): readonly Evidence[] => {
  const { query = '' } = call.subject;
  const refused = lateByQuery(history)
    .get(query)
    ?.find(
      (one) =>
        one.place < call.place &&
        one.call.run === call.run &&
        !isAtOnce(one, call) &&
        !mayNotHaveHeard(one.call, call) &&
        !wasCreatedAgain(history, one, call),
    );
  if (refused !== undefined)
    return [atCall(call, `records were listed again although #${refused.call.number} told that the hour is over`)];
  const from = whenNotified(history, query);
  // Who is at work on other things, or waits for them, may find out by the refusal that the hour is over.
  if (from === undefined || !wasIdleFor(history, listingWindow(history), from, call)) return [];
  return [atCall(call, `records were listed ${showDuration(call.at - from)} after the notification had arrived`)];
};

/** Other pages that were about to be listed at that very moment may still be. */
const isAtOnce = ({ call: refused }: Late, call: PortabilityCall): boolean =>
  refused.sure?.at === call.at && refused.subject.key !== call.subject.key;

/** A create that is answered from memory gives the query that was there before. (Limits, interface C) */
const wasCreatedAgain = (history: History, { query, place }: Late, listed: PortabilityCall): boolean =>
  (createsOf(history).get(query) ?? []).some(
    (call) => call.place > place && call.maybe !== undefined && call.maybe.place < listed.place,
  );

/** Creates by the query that their answer gave, as far as it may have been seen. */
const createsOf = readOnce((history) =>
  groupBy(
    portabilityCalls(history).filter((call) => !isList(call)),
    ({ maybe }) => textIn(maybe?.answer.json, 'id'),
  ),
);

/** When the application first had the notification that the query is completed: the hour had begun by then. */
const whenNotified = ({ queries }: History, query: string): number | undefined => {
  const completed = queries.get(query)?.notifications.filter(({ status }) => status === 'COMPLETED') ?? [];
  const delivered = collect(completed, ({ deliveries }) => deliveries.filter(({ status }) => status !== undefined));
  return delivered.length === 0 ? undefined : Math.min(...delivered.map(({ at }) => at));
};

/**
 * A new query was created, or that had been done before: how often is the client's choice. It may be created as soon as the old
 * one is notified, and so before anybody was told that its hour is over.
 */
const startedOver = (history: History, { call: late, query }: Late): boolean => {
  const isOfSame = (other: PortabilityCall): boolean => mayBeSameData(history, other, late);
  const told = history.queries.get(query)?.notifications[0]?.place ?? Number.POSITIVE_INFINITY;
  const refused = firstLate(history).filter(({ call }) => isOfSame(call));
  const earliest = Math.min(told, ...refused.map(({ place }) => place));
  return lastCreates(history).some((call) => call.place > earliest && isOfSame(call));
};

/** Of each scope and header, where it was first told that an hour was over. */
const firstLate = readOnce((history) =>
  lastOfEach(
    [...findLate(history)].sort((one, other) => other.place - one.place),
    ({ call }) => call,
  ),
);

/** Of each scope and header, the last call that asked for a query. */
const lastCreates = readOnce((history) =>
  lastOfEach(
    portabilityCalls(history).filter((call) => !isList(call)),
    (call) => call,
  ),
);

const lastOfEach = <One>(items: readonly One[], callOf: (one: One) => PortabilityCall): readonly One[] => {
  const keyOf = ({ subject, credentials }: PortabilityCall): string => join(subject.scope, credentials);
  return [...new Map(items.map((one) => [keyOf(callOf(one)), one])).values()];
};
