import type * as FastCheck from 'fast-check';
import { errorText } from '../error-text.ts';
import { Misuse } from '../misuse.ts';

/** Loads fast-check, which only those need who let stories be drawn. Throws Misuse BAD_OPTION that says how to install it. */
export const loadFastCheck = async (place: string): Promise<typeof FastCheck> => {
  try {
    return await import('fast-check');
  } catch (error) {
    const cause = errorText(error);
    throw new Misuse('BAD_OPTION', place, `fast-check draws the stories, and it does not load: ${cause}`, install);
  }
};

const install = 'npm i -D fast-check';
