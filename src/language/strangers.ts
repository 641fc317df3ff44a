import type { Holding } from '../core/world.ts';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { show } from './show.ts';

/* Who is named, and is not there. */

export const customersOf = (holdings: Iterable<Holding>): readonly string[] => [
  ...new Set(Array.from(holdings, ({ customerId }) => customerId)),
];

export const unknownCustomer = (place: string, name: unknown, known: readonly string[]): Misuse =>
  new Misuse('UNKNOWN_CUSTOMER', place, `there is no customer ${show(name)}`, suggest(name, known));

export const unknownApplication = (place: string, name: unknown, known: readonly string[]): Misuse =>
  new Misuse('UNKNOWN_APPLICATION', place, `there is no application ${show(name)}`, suggest(name, known));
