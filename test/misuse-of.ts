import { isMisuse, type Misuse } from '../src/misuse.ts';

/** The misuse that this throws: anything else is thrown on, and where there is none the test fails. */
export const misuseOf = (work: () => unknown): Misuse => {
  try {
    work();
  } catch (error) {
    if (isMisuse(error)) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

/** The same of what is awaited. */
export const misuseIn = async (work: () => unknown): Promise<Misuse> => {
  const [ended] = await Promise.allSettled([(async () => work())()]);
  return misuseOf(() => {
    if (ended.status === 'rejected') throw ended.reason;
  });
};
