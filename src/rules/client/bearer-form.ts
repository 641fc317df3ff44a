import { clientRule } from '../rule.ts';
import { atCall, decide } from '../verdicts.ts';
import { callsOfAll } from './calls.ts';

export const bearerForm = clientRule({
  id: 'C1',
  name: 'bearer-form',
  level: 'must',
  claim: 'Every call of interface C and of the store APIs carries "Bearer", one space and a token.',
  why: 'A header of any other form is refused as if there were no token.',
  section: 'Authentication, interface C',
  good: [['0s', 'client', 'createDataQuery, authorization: Bearer <token 1> → 201']],
  bad: [['0s', 'client', 'createDataQuery, authorization: <token 1> → 403']],
  judge: (history) => {
    const calls = callsOfAll(history, ['createDataQuery', 'listDataQueryRecords', 'callSubmission', 'callReporting']);
    const wrong = calls.filter(({ parsed }) => parsed.bearer === undefined);
    const against = wrong.map((call) => atCall(call, `${call.operation} carried ${describe(call.credentials)}`));
    return decide(against, calls.length, 'no call was made that needs a token');
  },
});

/** The word in front is no secret; what follows it may be one, but for how many words and blanks there are. Masked, it is `<token 1>`. */
const describe = (header: string): string => {
  if (header === '') return 'no authorization header';
  const word = /^[A-Za-z]+(?= )/.exec(header)?.[0];
  if (word === undefined) return 'an authorization header without a word in front';
  const rest = header.slice(word.length).replace(/(?:<[^>]*>|\S)+/g, (text) => (text === word ? word : '…'));
  return `an authorization header "${word}${rest}"`;
};
