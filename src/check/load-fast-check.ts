import type * as FastCheck from 'fast-check';
import { errorText } from '../error-text.ts';
import { refuse } from '../misuse.ts';

/** Loads fast-check, which only those need who have scenarios generated. Throws Misuse BAD_OPTION that says how to install it. */
export const loadFastCheck = async (place: string): Promise<typeof FastCheck> => {
  try {
    return await import('fast-check');
  } catch (error) {
    const cause = errorText(error);
    throw refuse(place, `fast-check generates the scenarios, and it does not load: ${cause}`, install);
  }
};

const install = 'npm i -D fast-check';
