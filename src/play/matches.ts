import { runInNewContext } from 'node:vm';
import { parseMatching } from '../language/expected.ts';

/** No text of an error or a mail takes longer but by an expression that tries all ways there are: `(a+)+$`. */
const budget = 1000;

/**
 * Whether a text matches the regular expression of a scenario. What is no expression, in a scenario that no reader has
 * seen, matches nothing; of one that has not come to an end after a second it is said instead.
 */
export const matches = (expression: string, text: string): true | false | string => {
  const pattern = parseMatching(expression);
  if (pattern === undefined) return false;
  try {
    return runInNewContext('pattern.test(text)', { pattern, text }, { timeout: budget }) === true;
  } catch {
    return 'the expression had not come to an end after a second: write it without a repetition inside a repetition';
  }
};
