import type { History } from '../history.ts';
import { overdue } from '../history/arrivals.ts';
import { isAccepted } from '../history/queries.ts';
import { collect } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence } from '../verdicts.ts';
import { begunQueries, type PortabilityCall, portabilityCalls } from './calls.ts';

export const waitsForNotification = clientRule({
  id: 'C10',
  name: 'waits-for-notification',
  level: 'should',
  claim:
    'Records are not listed before the query of that customer and scope is notified as COMPLETED, and never where it is notified as CANCELED.',
  why: 'Until then the listing is refused, and the refusal is remembered for five minutes.',
  section: 'Endpoints, interface C',
  good: [
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
    ['10m', 'client', 'listDataQueryRecords → 200'],
  ],
  bad: [
    ['5m', 'client', 'listDataQueryRecords → 403 QUERY_NOT_COMPLETED'],
    ['10m', 'service', 'notification: 4f1c is COMPLETED'],
  ],
  judge: (history) => {
    // Of a query that began before the trace nobody knows what the client had been told.
    const begun = begunQueries(history);
    const lists = portabilityCalls(history).filter(({ subject: { query } }) => query !== undefined && begun.has(query));
    const lookedAt = new Map<string, number>();
    const against = collect(lists, (call): Evidence[] => {
      const { query = '' } = call.subject;
      const before = lookedAt.get(query);
      lookedAt.set(query, call.at);
      const other = sayOther(history, call);
      if (other !== undefined) return [atCall(call, other)];
      const sent = history.queries.get(query)?.notifications.filter(({ place }) => place < call.place) ?? [];
      if (sent.length === 0) {
        const text = 'records were listed before any notification of their query';
        return isOverdue(history, call, before) ? [] : [atCall(call, text)];
      }
      const isCanceled = sent.some(({ status, deliveries }) => {
        const accepted = deliveries.find(isAccepted);
        return status === 'CANCELED' && accepted !== undefined && accepted.place < call.place;
      });
      return isCanceled ? [atCall(call, 'records were listed of a query notified as CANCELED')] : [];
    });
    return decide(against, lists.length, 'nothing was listed');
  },
});

/** A notification says by an id which query it is for, and that is "specific to one customer and one scope". */
const sayOther = (history: History, { parsed, subject }: PortabilityCall): string | undefined => {
  const begun = begunQueries(history).get(subject.query ?? '')?.begun;
  const token = history.state.tokens.get(parsed.bearer ?? '');
  if (begun === undefined) return undefined;
  if (token?.customer !== undefined && token.customer !== begun.customer) {
    return `a query of ${begun.customer} was listed for ${token.customer}`;
  }
  return subject.scope === begun.scope ? undefined : `a query in ${begun.scope} was listed in ${subject.scope}`;
};

/** Whether the query, and the latest look at it, are so long ago that it is no polling to look. */
const isOverdue = (history: History, { subject, at }: PortabilityCall, lookedAt: number | undefined): boolean => {
  const since = lookedAt ?? begunQueries(history).get(subject.query ?? '')?.begun.at ?? at;
  return at - since >= overdue;
};
