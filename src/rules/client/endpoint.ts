import { applicationsIn } from '../../trace/applications.ts';
import type { Evidence, Rule } from '../rule.ts';
import { isSuccess, type Notice, readConduct } from './conduct.ts';
import { decide, inconclusive } from './verdicts.ts';
import { collect } from '../history/collect.ts';

export const webhookAnswers: Rule = {
  id: 'C16',
  name: 'webhook-answers',
  judges: 'client',
  level: 'must',
  claim:
    'Every notification is answered with 2xx: also repeated ones, early ones, those with more fields or unknown ids.',
  why: 'A notification that is not taken may never come again, and its hour runs all the same.',
  section: 'Events',
  judge: (story) => {
    const { notices, ended } = readConduct(story);
    const until = ended?.place ?? Number.POSITIVE_INFINITY;
    const outcomes = collect(notices, (notice) =>
      notice.outcomes.filter(({ place }) => place < until).map((outcome) => ({ notice, outcome })),
    );
    const areSeveral = applicationsIn(story.entries).size > 1;
    const judged = outcomes.map(({ notice, outcome }) => judgeOutcome(notice, outcome, areSeveral));
    const against = judged.filter((one) => typeof one === 'object');
    if (against.length > 0) return decide(against, true, '');
    if (judged.includes('too slow')) return inconclusive('how long an application may take to answer is not shown');
    return decide([], judged.filter((one) => one === 'taken').length, 'no notification arrived');
  },
};

const judgeOutcome = (
  { query, application, fault }: Notice,
  outcome: Notice['outcomes'][number],
  areSeveral: boolean,
): Evidence | 'taken' | 'lost' | 'too slow' => {
  const { at } = outcome;
  const whose = areSeveral && application !== undefined ? ` for ${application}` : '';
  const what = `the notification of query ${query}${whose}`;
  if (outcome.kind === 'delivered') {
    const isTaken = isSuccess(outcome.status);
    return isTaken ? 'taken' : { at, text: `${what} was answered with ${outcome.status}` };
  }
  if (fault?.name === 'lost') return 'lost';
  if (outcome.why.startsWith('no answer within')) return 'too slow';
  const why = outcome.why.startsWith('no endpoint') ? `: ${outcome.why}` : '';
  return { at, text: `${what} was not taken${why}` };
};
