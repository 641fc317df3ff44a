import type { InitialApplication, InitialConsent, InitialWorld } from '../../trace/initial-world.ts';
import type { Context } from '../history.ts';
import type { Action } from './entry-parts.ts';
import type { Event, Timestamp } from './events.ts';
import { append, join } from './selectors.ts';
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

export type ApplicationState = Pick<InitialApplication, 'allowlisted' | 'attached' | 'scopes'>;

type Consenting = Pick<InitialConsent, 'application' | 'customer' | 'scope'>;

/** How a value changed: each holds from its turn on. */
type Changes<T> = { readonly turn: number; readonly value: T }[];

/** The value right before a turn; undefined when there was none yet. */
const valueAt = <T>(changes: Changes<T> | undefined, turn: number): T | undefined => {
  if (changes === undefined) return undefined;
  let at = changes.length - 1;
  while (at >= 0 && (changes[at] as Changes<T>[number]).turn >= turn) at -= 1;
  return changes[at]?.value;
};

const change = <T>(all: Map<string, Changes<T>>, key: string, turn: number, value: T): void =>
  append(all, key, { turn, value });

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
  for (let turn = 0; turn < events.length; turn++) {
    const event = events[turn] as Event;
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
  for (const application of world?.applications ?? []) change(books.applications, application.id, -1, application);
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

type Verb = Action['do'];

/** What an action changes of who may do what. */
type Effect<Said = Action> = (books: Books, said: Said, when: Timestamp) => void;

const none: Effect<unknown> = () => undefined;

type Effects<Of extends Verb> = { readonly [Do in Of]: Effect<Extract<Action, { readonly do: Do }>> };

/** What a person or the service does that can make a refused call succeed. */
const mending = {
  grantConsent: (books, said, { at, turn }) => {
    const until = said.for === undefined ? {} : { until: at + said.for };
    for (const one of concerned(books, said)) changeConsent(books, one, turn, { state: 'granted', ...until });
  },
  releaseAccount: ({ holds }, { customer }, { turn }) => change(holds, customer, turn, false),
  createProfile: ({ applications }, { application }, { turn }) =>
    change(applications, application, turn, { allowlisted: false, attached: [], scopes: [] }),
  allowlistApp: (books, said, when) => changeProfile(books, said, when, (now) => ({ ...now, allowlisted: true })),
  enableScope: (books, said, when) =>
    changeProfile(books, said, when, (now) => ({ ...now, scopes: [...now.scopes, said.scope] })),
  attachProfile: (books, said, when) =>
    changeProfile(books, said, when, (now) => ({ ...now, attached: [...now.attached, said.api] })),
  finishCollection: none,
  endFault: none,
  regionUp: none,
} satisfies Partial<Effects<Verb>>;

/** All else that a scenario may do: a verb of its language that is added is asked for here. */
const others: Effects<Exclude<Verb, keyof typeof mending>> = {
  expireToken: (books, said, when) => endTokens(books, 'expired', when, (token) => isOf(token, said)),
  revokeToken: (books, said, when) => endTokens(books, 'revoked', when, (token) => isOf(token, said)),
  blankToken: (books, said, when) => endTokens(books, 'blanked', when, (token) => isOf(token, said)),
  garbleToken: (books, said, when) => endTokens(books, 'blanked', when, (token) => isOf(token, said)),
  expireStoreToken: (books, said, when) => endTokens(books, 'expired', when, ({ store }) => store === said.store),
  revokeStoreToken: (books, said, when) => endTokens(books, 'revoked', when, ({ store }) => store === said.store),
  revokeConsent: (books, said, when) => {
    for (const one of concerned(books, said)) endConsent(books, one, 'revoked', when);
  },
  expireConsent: (books, said, when) => {
    for (const one of concerned(books, said)) endConsent(books, one, 'expired', when);
  },
  holdAccount: ({ holds }, { customer }, { turn }) => change(holds, customer, turn, true),
  deleteProfile: (books, said, when) => changeProfile(books, said, when, () => undefined),
  rotateSecret: none,
  delistApp: (books, said, when) => changeProfile(books, said, when, (now) => ({ ...now, allowlisted: false })),
  disableScope: (books, said, when) =>
    changeProfile(books, said, when, (now) => ({ ...now, scopes: now.scopes.filter((one) => one !== said.scope) })),
  detachProfile: (books, said, when) =>
    changeProfile(books, said, when, (now) => ({ ...now, attached: now.attached.filter((one) => one !== said.api) })),
  beginFault: none,
  regionDown: none,
  fail: none,
  fault: none,
  loseNotification: none,
  delayNotification: none,
  repeatNotification: none,
};

const effects: Effects<Verb> = { ...mending, ...others };

export const isMending = (action: Action): boolean => Object.hasOwn(mending, action.do);

/** A trace from a file may hold a verb that nobody knows. */
const follow = (books: Books, action: Action, when: Timestamp): void => {
  if (Object.hasOwn(effects, action.do)) (effects[action.do] as Effect)(books, action, when);
};

/** What the developer does in the console. (Authentication, interface B, and interface C) */
const changeProfile = (
  { applications }: Books,
  { application }: { readonly application: string },
  { turn }: Timestamp,
  into: (now: ApplicationState) => ApplicationState | undefined,
): void => {
  const now = applications.get(application)?.at(-1)?.value;
  if (now !== undefined) change(applications, application, turn, into(now));
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

const endConsent = (books: Books, of: Consenting, how: 'revoked' | 'expired', when: Timestamp): void => {
  if (!hasConsent(books, of, when)) return;
  changeConsent(books, of, when.turn, { state: how });
  if (how === 'expired' || books.context.assumptions['login.consentRevokesTokens'] !== 'tokens-revoked') return;
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
