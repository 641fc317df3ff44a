import type { Rule } from '../rule.ts';
import { readConduct } from './conduct.ts';
import { pageSizes } from './published.ts';
import { at, decide } from './verdicts.ts';

export const pageSize: Rule = {
  id: 'C20',
  name: 'page-size',
  judges: 'client',
  level: 'must',
  claim: 'maxResults is left out, or a whole number from 1 to 250.',
  why: 'Any other is refused.',
  section: 'Limits, interface C',
  judge: (history) => {
    const { least, most } = pageSizes(history);
    const lists = readConduct(history).asked.filter(({ subject }) => subject.query !== undefined);
    const wrong = lists.filter(({ subject: { maxResults } }) => {
      if (maxResults === '') return false;
      return !/^\d{1,9}$/.test(maxResults) || Number(maxResults) < least || Number(maxResults) > most;
    });
    const against = wrong.map(({ call, subject }) => at(call, `maxResults was ${JSON.stringify(subject.maxResults)}`));
    return decide(against, lists.length, 'nothing was listed');
  },
};
