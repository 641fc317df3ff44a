import type { Rule } from '../rule.ts';
import { bearerForms } from '../history/call.ts';
import { readConduct } from './conduct.ts';
import { at, decide } from './verdicts.ts';

export const bearerForm: Rule = {
  id: 'C1',
  name: 'bearer-form',
  judges: 'client',
  level: 'must',
  claim: 'Every call of interface C and of the store APIs carries "Bearer", one space and a token.',
  why: 'A header of any other form is refused as if there were no token.',
  section: 'Authentication, interface C',
  judge: (history) => {
    const calls = readConduct(history).by('createDataQuery', 'listDataQueryRecords', 'callSubmission', 'callReporting');
    const form = bearerForms[history.context.assumptions['auth.schemeCase']];
    const wrong = calls.filter((call) => !form.test(call.credentials));
    const against = wrong.map((call) => at(call, `${call.operation} carried ${describe(call.credentials)}`));
    return decide(against, calls.length, 'no call was made that needs a token');
  },
};

/** The word in front is no secret; what follows it may be one. */
const describe = (header: string): string => {
  if (header === '') return 'no authorization header';
  const word = /^[A-Za-z]+(?= )/.exec(header)?.[0];
  return word === undefined ? 'an authorization header without a word in front' : `an authorization header "${word} …"`;
};
