import { errorText } from '../error-text.ts';
import type { Terminal } from '../print/terminal.ts';
import { sayPlainly } from './say-plainly.ts';
import { isRefusal, sayBug } from '../simulator-bug.ts';

/** Does what writes something; false where that fails, which is said: what else there is to be written is not to suffer by it. */
export const orSayUnwritten = (what: string, write: () => void, { stderr }: Terminal): boolean => {
  try {
    write();
    return true;
  } catch (error) {
    sayPlainly(stderr, `error: ${what} cannot be written: ${isRefusal(error) ? errorText(error) : sayBug(error)}\n`);
    return false;
  }
};
