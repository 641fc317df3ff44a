import type { Api } from '../../spec/apis.ts';
import type { InitialConsent, InitialWorld } from '../../trace/initial-world.ts';
import type { Context } from '../context.ts';
import type { Action } from './entry-of.ts';
import type { Event, Timestamp } from './events.ts';
import { join } from './selectors.ts';
import { type Ending, enterCode, enterIssued, openBook, type Token, type TokenBook } from './tokens.ts';

/** Who may do what, at any moment: applications, consents, accounts and tokens. */
export interface State {
  /** Access tokens by their text. */
  readonly tokens: ReadonlyMap<string, Token>;
  /** Undefined when there was no such application. */
  readonly application: (id: string, when: Timestamp) => ApplicationState | undefined;
  readonly hasConsent: (consenting: Consenting, when: Timestamp) => boolean;
  readonly isOnHold: (customer: string, when: Timestamp) => boolean;
}

export interface ApplicationState {
  readonly allowlisted: boolean;
  readonly attached: readonly Api[];
  readonly scopes: readonly string[];
}

export interface Consenting {
  readonly application: string;
  readonly customer: string;
  readonly scope: string;
}

/** How a value changed: each holds from its turn on. */
type Changes<T> = { readonly turn: number; readonly value: T }[];

/** The value right before a turn; undefined when there was none yet. */
const valueAt = <T>(changes: Changes<T> | undefined, turn: number): T | undefined =>
  changes?.findLast((change) => change.turn < turn)?.value;

const change = <T>(all: Map<string, Changes<T>>, key: string, turn: number, value: T): void => {
  const changes = all.get(key);
  if (changes === undefined) all.set(key, [{ turn, value }]);
  else changes.push({ turn, value });
};

type Consent = Pick<InitialConsent, 'state' | 'until'>;

interface Books {
  readonly world: InitialWorld | undefined;
  readonly context: Context;
  readonly tokens: TokenBook;
  readonly applications: Map<string, Changes<ApplicationState | undefined>>;
  /** By application, customer and scope; and the applications that ever had one. */
  readonly consents: Map<string, Changes<Consent>>;
  readonly consenting: Set<string>;
  readonly holds: Map<string, Changes<boolean>>;
}

export const readState = (events: readonly Event[], world: InitialWorld | undefined, context: Context): State => {
  const books = openBooks(world, context);
  for (const event of events) {
    if (event.kind === 'decided') {
      if (event.exchange.operation === 'requestToken') enterIssued(books.tokens, event.exchange);
    } else if (event.kind === 'authorized') {
      enterCode(books.tokens, event.entry);
      changeConsent(books, event.entry, event.turn, { state: 'granted' });
    } else if (event.kind === 'action') follow(books, event.entry.action, event);
  }
  return {
    tokens: books.tokens.tokens,
    application: (id, { turn }) => valueAt(books.applications.get(id), turn),
    hasConsent: (consenting, when) => hasConsent(books, consenting, when),
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
    consenting: new Set(),
    holds: new Map(),
  };
  for (const { id, ...state } of world?.applications ?? []) change(books.applications, id, -1, state);
  for (const consent of world?.consents ?? []) changeConsent(books, consent, -1, consent);
  for (const customer of world?.onHold ?? []) change(books.holds, customer, -1, true);
  return books;
};

const nameConsent = ({ application, customer, scope }: Consenting): string => join(application, customer, scope);

const changeConsent = ({ consents, consenting }: Books, of: Consenting, turn: number, consent: Consent): void => {
  consenting.add(of.application);
  change(consents, nameConsent(of), turn, consent);
};

/** A consent with an end lasts up to it, and not into it: the document shows no such ends. */
const hasConsent = ({ consents }: Books, of: Consenting, { at, turn }: Timestamp): boolean => {
  const consent = valueAt(consents.get(nameConsent(of)), turn);
  return consent?.state === 'granted' && (consent.until === undefined || at < consent.until);
};

const follow = (books: Books, action: Action, when: Timestamp): void => {
  switch (action.do) {
    case 'expireToken':
      return endTokens(books, 'expired', when, (token) => isOf(token, action));
    case 'revokeToken':
      return endTokens(books, 'revoked', when, (token) => isOf(token, action));
    case 'blankToken':
    case 'garbleToken':
      return endTokens(books, 'blanked', when, (token) => isOf(token, action));
    case 'expireStoreToken':
      return endTokens(books, 'expired', when, ({ store }) => store === action.store);
    case 'revokeStoreToken':
      return endTokens(books, 'revoked', when, ({ store }) => store === action.store);
    case 'grantConsent': {
      const until = action.for === undefined ? {} : { until: when.at + action.for };
      for (const one of concerned(books, action)) changeConsent(books, one, when.turn, { state: 'granted', ...until });
      return;
    }
    case 'revokeConsent':
    case 'expireConsent':
      for (const one of concerned(books, action)) endConsent(books, one, action.do, when);
      return;
    case 'holdAccount':
    case 'releaseAccount':
      return change(books.holds, action.customer, when.turn, action.do === 'holdAccount');
    default:
      if ('application' in action && action.application !== undefined)
        useConsole(books, action.application, action, when);
  }
};

const endTokens = (
  { tokens: { tokens } }: Books,
  how: Ending,
  when: Timestamp,
  isConcerned: (token: Token) => boolean,
): void => {
  for (const token of tokens.values()) if (isConcerned(token)) token[how] ??= when;
};

const isOf = (
  token: Token,
  { customer, application }: { readonly customer: string; readonly application?: string },
): boolean => token.customer === customer && (application === undefined || token.application === application);

const endConsent = (books: Books, of: Consenting, how: 'revokeConsent' | 'expireConsent', when: Timestamp): void => {
  if (!hasConsent(books, of, when)) return;
  const isRevoked = how === 'revokeConsent';
  changeConsent(books, of, when.turn, { state: isRevoked ? 'revoked' : 'expired' });
  if (!isRevoked || books.context.assumptions['login.consentRevokesTokens'] !== 'tokens-revoked') return;
  endTokens(books, 'revoked', when, (token) => isOf(token, of) && token.scope === of.scope);
};

/** An action without a scope means every scope of the customer, one without an application every application. */
const concerned = (
  { world, applications, consenting }: Books,
  action: { readonly customer: string; readonly scope?: string; readonly application?: string },
): readonly Consenting[] => {
  const { customer } = action;
  const held = (world?.holdings ?? []).filter((holding) => holding.customer === customer).map(({ scope }) => scope);
  const scopes = action.scope === undefined ? held : [action.scope];
  const ids =
    action.application === undefined ? new Set([...applications.keys(), ...consenting]) : [action.application];
  return scopes.flatMap((scope) => [...ids].map((application) => ({ application, customer, scope })));
};

/** What the developer does in the console. (Authentication, interface B, and interface C) */
const useConsole = ({ applications }: Books, id: string, action: Action, { turn }: Timestamp): void => {
  if (action.do === 'createProfile') {
    return change(applications, id, turn, { allowlisted: false, attached: [], scopes: [] });
  }
  const now = applications.get(id)?.at(-1)?.value;
  if (now !== undefined) change(applications, id, turn, changed(now, action));
};

const changed = (now: ApplicationState, action: Action): ApplicationState | undefined => {
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
