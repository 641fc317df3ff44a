import type { Api } from '../../spec/apis.ts';
import type { InitialConsent, InitialWorld } from '../../trace/initial-world.ts';
import type { Context } from '../rule.ts';
import type { Beat, Mark } from './beat.ts';
import type { Action } from './entry-of.ts';
import { change, type Changes, valueAt } from './history.ts';
import { enterCode, enterIssued, openBook, type OpenToken, type TokenBook, type Token } from './tokens.ts';

export type { Token } from './tokens.ts';

/** Who may do what, at any moment: applications, consents, accounts and tokens. */
export interface Standing {
  /** Access tokens by their text. */
  readonly tokens: ReadonlyMap<string, Token>;
  /** Undefined when there was no such application. */
  readonly application: (id: string, when: Mark) => ApplicationStanding | undefined;
  readonly hasConsent: (consenting: Consenting, when: Mark) => boolean;
  readonly isOnHold: (customer: string, when: Mark) => boolean;
}

export interface ApplicationStanding {
  readonly allowlisted: boolean;
  readonly attached: readonly Api[];
  readonly scopes: readonly string[];
}

export interface Consenting {
  readonly application: string;
  readonly customer: string;
  readonly scope: string;
}

type Consent = Pick<InitialConsent, 'state' | 'until'>;

interface Books {
  readonly world: InitialWorld | undefined;
  readonly context: Context;
  readonly tokens: TokenBook;
  readonly applications: Map<string, Changes<ApplicationStanding | undefined>>;
  readonly consents: Map<string, Changes<Consent>>;
  readonly holds: Map<string, Changes<boolean>>;
}

const name = ({ application, customer, scope }: Consenting): string => `${application}\u0000${customer}\u0000${scope}`;

export const readStanding = (beats: readonly Beat[], world: InitialWorld | undefined, context: Context): Standing => {
  const books = openBooks(world, context);
  for (const beat of beats) {
    if (beat.kind === 'decided' && beat.exchange.operation === 'requestToken') enterIssued(books.tokens, beat.exchange);
    else if (beat.kind === 'authorized') {
      enterCode(books.tokens, beat.entry);
      change(books.consents, name(beat.entry), beat.turn, { state: 'granted' });
    } else if (beat.kind === 'action') follow(books, beat.entry.action, beat);
  }
  return {
    tokens: books.tokens.tokens,
    application: (id, { turn }) => valueAt(books.applications.get(id), turn),
    hasConsent: (consenting, when) => consents(books, name(consenting), when),
    isOnHold: (customer, { turn }) => valueAt(books.holds.get(customer), turn) === true,
  };
};

const openBooks = (world: InitialWorld | undefined, context: Context): Books => {
  const books: Books = {
    world,
    context,
    tokens: openBook(world),
    applications: new Map(),
    consents: new Map(),
    holds: new Map(),
  };
  for (const { id, ...standing } of world?.applications ?? []) change(books.applications, id, -1, standing);
  for (const consent of world?.consents ?? []) change(books.consents, name(consent), -1, consent);
  for (const customer of world?.onHold ?? []) change(books.holds, customer, -1, true);
  return books;
};

/** A consent with an end lasts up to it, and not into it: the document shows no such ends. */
const consents = (books: Books, of: string, { at, turn }: Mark): boolean => {
  const consent = valueAt(books.consents.get(of), turn);
  return consent?.state === 'granted' && (consent.until === undefined || at < consent.until);
};

const follow = (books: Books, action: Action, when: Mark): void => {
  switch (action.do) {
    case 'expireToken':
      return mark(
        books,
        (token) => isOf(token, action),
        (token) => (token.expired ??= when),
      );
    case 'revokeToken':
      return mark(
        books,
        (token) => isOf(token, action),
        (token) => (token.revoked ??= when),
      );
    case 'blankToken':
    case 'garbleToken':
      return mark(
        books,
        (token) => isOf(token, action),
        (token) => (token.blanked ??= when),
      );
    case 'expireStoreToken':
      return mark(
        books,
        ({ store }) => store === action.store,
        (token) => (token.expired ??= when),
      );
    case 'revokeStoreToken':
      return mark(
        books,
        ({ store }) => store === action.store,
        (token) => (token.revoked ??= when),
      );
    case 'grantConsent': {
      const until = action.for === undefined ? {} : { until: when.at + action.for };
      for (const one of concerned(books, action)) {
        change(books.consents, name(one), when.turn, { state: 'granted', ...until });
      }
      return;
    }
    case 'revokeConsent':
    case 'expireConsent':
      for (const one of concerned(books, action)) endConsent(books, one, action.do, when);
      return;
    case 'holdAccount':
    case 'releaseAccount':
      change(books.holds, action.customer, when.turn, action.do === 'holdAccount');
      return;
    default:
      if ('application' in action && action.application !== undefined)
        useConsole(books, action.application, action, when);
  }
};

const mark = (
  { tokens: { tokens } }: Books,
  concerns: (token: Token) => boolean,
  change_: (token: OpenToken) => unknown,
): void => {
  for (const token of tokens.values()) if (concerns(token)) change_(token);
};

const isOf = (
  token: Token,
  { customer, application }: { readonly customer: string; readonly application?: string },
): boolean => token.customer === customer && (application === undefined || token.application === application);

const endConsent = (books: Books, lost: Consenting, how: 'revokeConsent' | 'expireConsent', when: Mark): void => {
  if (!consents(books, name(lost), when)) return;
  const isRevoked = how === 'revokeConsent';
  change(books.consents, name(lost), when.turn, { state: isRevoked ? 'revoked' : 'expired' });
  if (!isRevoked || books.context.assumptions['login.consentRevokesTokens'] !== 'tokens-revoked') return;
  mark(
    books,
    (token) => isOf(token, lost) && token.scope === lost.scope,
    (token) => (token.revoked ??= when),
  );
};

/** An action without a scope means every scope of the customer, one without an application every application. */
const concerned = (
  { world, applications, consents: known }: Books,
  action: { readonly customer: string; readonly scope?: string; readonly application?: string },
): readonly Consenting[] => {
  const { customer } = action;
  const held = (world?.holdings ?? []).filter((holding) => holding.customer === customer).map(({ scope }) => scope);
  const scopes = action.scope === undefined ? held : [action.scope];
  const everyone = new Set([...applications.keys(), ...[...known.keys()].map((key) => key.split('\u0000')[0] ?? '')]);
  const ids = action.application === undefined ? [...everyone] : [action.application];
  return scopes.flatMap((scope) => ids.map((application) => ({ application, customer, scope })));
};

/** What the developer does in the console. (Authentication, interface B, and interface C) */
const useConsole = (books: Books, id: string, action: Action, { turn }: Mark): void => {
  if (action.do === 'createProfile') {
    return change(books.applications, id, turn, { allowlisted: false, attached: [], scopes: [] });
  }
  const now = books.applications.get(id)?.at(-1)?.value;
  if (now !== undefined) change(books.applications, id, turn, changed(now, action));
};

const changed = (now: ApplicationStanding, action: Action): ApplicationStanding | undefined => {
  const { attached, scopes } = now;
  switch (action.do) {
    case 'deleteProfile':
      return undefined;
    case 'allowlistApp':
      return { ...now, allowlisted: true };
    case 'delistApp':
      return { ...now, allowlisted: false };
    case 'enableScope':
      return { ...now, scopes: [...scopes, action.scope] };
    case 'disableScope':
      return { ...now, scopes: scopes.filter((scope) => scope !== action.scope) };
    case 'attachProfile':
      return { ...now, attached: [...attached, action.api] };
    case 'detachProfile':
      return { ...now, attached: attached.filter((api) => api !== action.api) };
    default:
      return now;
  }
};
