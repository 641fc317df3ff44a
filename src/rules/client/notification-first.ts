import type { Evidence, Rule } from '../rule.ts';
import { readConduct } from './conduct.ts';
import { at, decide } from './verdicts.ts';
import { collect } from '../history/collect.ts';

export const waitsForNotification: Rule = {
  id: 'C10',
  name: 'waits-for-notification',
  judges: 'client',
  level: 'should',
  claim:
    'Records are not listed before the query is notified as COMPLETED, and never where it is notified as CANCELED.',
  why: 'Until then the listing is refused, and the refusal is remembered for five minutes.',
  section: 'Endpoints, interface C',
  judge: (history) => {
    const { asked, queries, notices } = readConduct(history);
    let lists = 0;
    const against = collect(asked, ({ call, subject }): Evidence[] => {
      const { query } = subject;
      // Of one that began before the trace nobody knows what the client had been told.
      if (query === undefined || !queries.has(query)) return [];
      lists += 1;
      const sent = notices.filter((notice) => notice.query === query && notice.place < call.place);
      if (sent.length === 0) return [at(call, 'records were listed before any notification of their query')];
      const canceled = sent.find(({ status, taken }) => status === 'CANCELED' && taken && taken.place < call.place);
      return canceled === undefined ? [] : [at(call, 'records were listed of a query notified as CANCELED')];
    });
    return decide(against, lists, 'nothing was listed');
  },
};
