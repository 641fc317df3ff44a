import type { Holding } from '../core/world.ts';
import { Misuse, refuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { show } from './show.ts';

/* Who or what is named, and is not there. */

export const customersOf = (holdings: Iterable<Holding>): readonly string[] => [
  ...new Set(Array.from(holdings, ({ customerId }) => customerId)),
];

export const unknownCustomer = (place: string, name: unknown, known: readonly string[]): Misuse =>
  new Misuse('UNKNOWN_CUSTOMER', place, `there is no customer ${show(name)}`, suggest(name, known));

export const unknownApplication = (place: string, name: unknown, known: readonly string[]): Misuse =>
  new Misuse('UNKNOWN_APPLICATION', place, `there is no application ${show(name)}`, suggest(name, known));

/** Refuses what has a field that there is not: it would be left aside without a word. Throws Misuse BAD_OPTION. */
export const requireKnownFields = (
  fields: object,
  known: readonly string[],
  place: string,
  is = 'is no option',
): void => {
  const stranger = Object.keys(fields).find((name) => !known.includes(name));
  if (stranger !== undefined) throw refuse(place, `${show(stranger)} ${is}`, suggest(stranger, known));
};

/** One of a few words. Throws Misuse BAD_OPTION. */
export const requireWord = <Word extends string>(given: unknown, known: readonly Word[], place: string): Word => {
  const found = known.find((word) => word === given);
  if (found !== undefined) return found;
  const all = known.map((word) => `"${word}"`).join(' or ');
  throw refuse(place, `${show(given)} is ${known.length === 2 ? 'neither' : 'none'}`, `write ${all}`);
};
