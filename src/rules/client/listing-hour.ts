import { showDuration } from '../../spec/time.ts';
import type { Exchange, History } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { isRow } from '../history/response.ts';
import { collect } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence, heldUnless, unended } from '../verdicts.ts';
import { isList, type PortabilityCall, portabilityCalls, wasHeard, wasIdleFor } from './calls.ts';
import { foundOtherCause, otherCause } from './other-cause.ts';
import { listingWindow } from './published.ts';
import { readOwners } from './tokens.ts';

/** A listing that was refused since its hour was over, and the client knows: `place` is that of its answer. */
interface Late {
  readonly call: PortabilityCall;
  readonly query: string;
  readonly place: number;
}

const findLate = (history: History): readonly Late[] =>
  collect(portabilityCalls(history), (call) => {
    const { response, refusal, subject } = call;
    if (!isRow(refusal, 'accessTimeElapsed') || response === undefined || subject.query === undefined) return [];
    if (!wasHeard(history, response.place)) return [];
    return [{ call, query: subject.query, place: response.place }];
  });

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
  judge: (history) => {
    const late = findLate(history);
    const lists = portabilityCalls(history).filter(isList);
    const against = collect(lists, (call) => findFault(history, call, late));
    if (against.length > 0) return heldUnless(against);
    const left = late.filter((one) => !startedOver(history, one, late));
    if (left.length === 0) return decide([], lists.length, 'nothing was listed');
    if (history.ended === undefined) return unended;
    const isLate = (call: Exchange): boolean => late.some((one) => one.call === call);
    if (left.some(({ call }) => foundOtherCause(history, call, isLate))) return otherCause;
    return heldUnless(left.map(({ call }) => atCall(call, 'the hour was over, and no new query was created')));
  },
});

const findFault = (history: History, call: PortabilityCall, late: readonly Late[]): readonly Evidence[] => {
  const { query } = call.subject;
  const refused = late.find(
    (one) =>
      one.query === query && one.place < call.place && !isAtOnce(one, call) && !wasCreatedAgain(history, one, call),
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
  refused.response?.at === call.at && refused.subject.key !== call.subject.key;

/** A create that is answered from memory gives the query that was there before. (Limits, interface C) */
const wasCreatedAgain = (history: History, { query, place }: Late, listed: PortabilityCall): boolean =>
  portabilityCalls(history).some((call) => {
    const { response } = call;
    if (isList(call) || response === undefined || call.place <= place) return false;
    return response.place < listed.place && textIn(response.answer.json, 'id') === query;
  });

/** When the application first had the notification that the query is completed: the hour had begun by then. */
const whenNotified = ({ notifications }: History, query: string | undefined): number | undefined => {
  const delivered = notifications
    .filter((notification) => notification.query === query && notification.status === 'COMPLETED')
    .flatMap(({ deliveries }) => deliveries.filter(({ status }) => status !== undefined).map(({ at }) => at));
  return delivered.length === 0 ? undefined : Math.min(...delivered);
};

/**
 * A new query was created, or that had been done before: how often is the client's choice. It may be created as soon as the old
 * one is notified, and so before anybody was told that its hour is over.
 */
const startedOver = (history: History, { call, query, place }: Late, late: readonly Late[]): boolean => {
  const { maybeSame } = readOwners(history);
  const isOfSame = (other: PortabilityCall): boolean =>
    other.subject.scope === call.subject.scope && maybeSame(other.credentials, call.credentials);
  const told = history.notifications.find((sent) => sent.query === query)?.place ?? place;
  const earliest = late.filter((one) => isOfSame(one.call)).reduce((least, one) => Math.min(least, one.place), told);
  return portabilityCalls(history).some((other) => !isList(other) && other.place > earliest && isOfSame(other));
};
