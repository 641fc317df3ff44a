import { clientRule } from '../rule.ts';
import { atCall, decide } from '../verdicts.ts';
import { isList, portabilityCalls } from './calls.ts';
import { pageSizes } from './published.ts';

export const pageSize = clientRule({
  id: 'C20',
  name: 'page-size',
  level: 'must',
  claim: 'maxResults is left out, or a whole number from 1 to 250.',
  why: 'Any other is refused.',
  section: 'Limits, interface C',
  good: [['10m', 'client', 'listDataQueryRecords with maxResults=250 → 200']],
  bad: [['10m', 'client', 'listDataQueryRecords with maxResults=1000 → 400']],
  judge: (history) => {
    const { least, most } = pageSizes(history);
    const lists = portabilityCalls(history).filter(isList);
    const wrong = lists.filter(({ subject: { maxResults } }) => {
      if (maxResults === '') return false;
      return !/^\d{1,9}$/.test(maxResults) || Number(maxResults) < least || Number(maxResults) > most;
    });
    const against = wrong.map((call) => atCall(call, `maxResults was ${JSON.stringify(call.subject.maxResults)}`));
    return decide(against, lists.length, 'nothing was listed');
  },
});
