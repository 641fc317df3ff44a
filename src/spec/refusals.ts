import { type EmailErrorName, emailErrors } from './email-errors.ts';
import { type ErrorName, errorNames } from './errors.ts';
import { namesOf } from './names-of.ts';
import type { Host } from './hosts.ts';
import { type TokenErrorName, tokenErrors } from './token-errors.ts';

/** A refusal that the interfaces list, by our name: a row of C, an error of B, the 400 of A. No two share a name. */
export type RefusalName = ErrorName | TokenErrorName | EmailErrorName;

/** Whose refusals they are. The store areas and the links have none with a name. */
export const refusalsOf: Readonly<Record<Host, readonly RefusalName[]>> = {
  portability: errorNames,
  token: namesOf(tokenErrors),
  email: namesOf(emailErrors),
  submission: [],
  reporting: [],
  links: [],
};

export const refusalNames: readonly RefusalName[] = Object.values(refusalsOf).flat();

export const isErrorName = (name: string): name is ErrorName => errorNames.some((known) => known === name);
export const isTokenErrorName = (name: RefusalName): name is TokenErrorName => refusalsOf.token.includes(name);
