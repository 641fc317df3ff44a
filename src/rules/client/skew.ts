import { ms, readInstant, showDuration } from '../../spec/time.ts';
import type { History } from '../history.ts';
import { collect } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { inconclusive } from '../verdicts.ts';
import { complete } from './completeness.ts';
import { freshLinks } from './fresh-links.ts';
import { noFutilePoll } from './futile-poll.ts';
import { insideTheHour } from './listing-hour.ts';
import { tokenReuse } from './token-reuse.ts';

/** Smaller differences are everyday, and could be the way of an answer. */
const noticeable = ms('1m');

/** How far the clock of the service, as its answers date themselves, is from the clock of the client. */
const readSkew = ({ epoch, exchanges }: History): number => {
  if (epoch === undefined) return 0;
  const skews = collect(exchanges, ({ response }) => {
    const date = readInstant(response?.answer.wire.headers['date'] ?? '');
    return response === undefined || date === undefined ? [] : [date - epoch - response.answer.at];
  });
  return skews.reduce((widest, skew) => (Math.abs(skew) > Math.abs(widest) ? skew : widest), 0);
};

/** What goes wrong for a client that takes times of the service for its own. */
const symptoms = [tokenReuse, noFutilePoll, freshLinks, insideTheHour, complete];

export const skewTolerant = clientRule({
  id: 'C25',
  name: 'skew-tolerant',
  level: 'should',
  claim: 'The client works although the clock of the service is minutes away from its own.',
  why: 'Nobody promises that two clocks agree; lengths of time are the same for both.',
  section: 'Limits, interface C',
  good: [
    ['11m', 'client', 'listDataQueryRecords → 200, dated 17m, a link'],
    ['11m', 'client', 'downloadFile → 200'],
  ],
  bad: [
    ['11m', 'client', 'listDataQueryRecords → 200, dated 5m, a link'],
    ['15m', 'client', 'downloadFile → 200'],
    ['17m', 'client', 'downloadFile → 403'],
  ],
  judge: (history) => {
    const skew = readSkew(history);
    if (Math.abs(skew) < noticeable) return inconclusive('no answer showed another time than the client had');
    for (const symptom of symptoms) {
      const verdict = symptom.judge(history);
      if (verdict.verdict !== 'broken') continue;
      const [{ text, ...first }, ...more] = verdict.evidence;
      const by = `the clock of the service is ${showDuration(Math.abs(skew))} ${skew < 0 ? 'behind' : 'ahead'}`;
      return { verdict: 'broken', evidence: [{ ...first, text: `${text}, where ${by}` }, ...more] };
    }
    return complete.judge(history);
  },
});
