import { Misuse } from '../misuse.ts';

const largestSeed = 2 ** 32 - 1;

/** The seed as typed, or undefined for each scenario's own. Throws Misuse BAD_OPTION. */
export const readSeed = (typed: string | undefined): number | undefined => {
  if (typed === undefined) return undefined;
  const seed = Number(typed);
  if (/^\d{1,10}$/.test(typed) && seed <= largestSeed) return seed;
  throw new Misuse(
    'BAD_OPTION',
    '--seed',
    `${JSON.stringify(typed)} is not a seed`,
    `write a whole number from 0 to ${largestSeed}`,
  );
};
