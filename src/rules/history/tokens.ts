import type { EntryOf } from '../../trace/entry.ts';
import { storeFamilies, type StoreFamily, storeScopes } from '../../spec/scopes.ts';
import type { InitialToken, InitialWorld } from '../../trace/initial-world.ts';
import type { Answered } from '../history.ts';
import type { Timestamp } from './events.ts';
import { textIn } from './read-text.ts';

/** An access token, and all that became of it. */
export interface Token {
  readonly text: string;
  readonly application: string | undefined;
  /** For interface C; undefined for store areas, and where it cannot be told. */
  readonly customer: string | undefined;
  readonly scope: string | undefined;
  readonly store: StoreFamily | undefined;
  /** The exchange that gave it; undefined for those that were there at first. */
  readonly issuedBy: Answered | undefined;
  /** The end of its life, as its answer said. */
  readonly expiresAt: number | undefined;
  /** When a scenario ended its life, took it back, or made it lack what it should yield. */
  readonly expired?: Timestamp;
  readonly revoked?: Timestamp;
  readonly blanked?: Timestamp;
}

export type Ending = 'expired' | 'revoked' | 'blanked';

type OpenToken = Omit<Token, Ending> & { [End in Ending]?: Timestamp };

/** Whose tokens a refresh token or a code gives. */
type Owner = Pick<Token, 'application' | 'customer' | 'scope'>;

/** Tokens, and what they are got with. */
export interface TokenBook {
  readonly tokens: Map<string, OpenToken>;
  readonly refreshTokens: Map<string, Owner>;
  readonly codes: Map<string, Owner>;
}

const atFirst: Timestamp = { at: 0, turn: -1 };

export const openBook = (world: InitialWorld | undefined): TokenBook => {
  const book: TokenBook = { tokens: new Map(), refreshTokens: new Map(), codes: new Map() };
  for (const initial of world?.tokens ?? []) enterInitial(book, initial);
  return book;
};

const enterInitial = (book: TokenBook, initial: InitialToken): void => {
  const { token: text, refreshToken, application, customer, scope, store, expiresAt } = initial;
  const token: OpenToken = { text, application, customer, scope, store, expiresAt, issuedBy: undefined };
  if (initial.revoked) token.revoked = atFirst;
  if (initial.lacks ?? initial.garbled) token.blanked = atFirst;
  book.tokens.set(text, token);
  if (refreshToken !== undefined) book.refreshTokens.set(refreshToken, { application, customer, scope });
};

/** A code that waits to be exchanged, or the token that it was exchanged for. */
export const enterCode = (book: TokenBook, { code, token, ...owner }: EntryOf<'authorized'>): void => {
  const { application, customer, scope } = owner;
  if (token === undefined) book.codes.set(code, { application, customer, scope });
  else enterInitial(book, token);
};

/** A token that the token address gave. */
export const enterIssued = (book: TokenBook, exchange: Answered): void => {
  const { answer, form } = exchange;
  const text = textIn(answer.json, 'access_token');
  if (text === undefined) return;
  const owner = findOwner(book, form);
  const lifetime = answer.json?.['expires_in'];
  book.tokens.set(text, {
    text,
    application: form.get('client_id'),
    customer: owner?.customer,
    scope: owner?.scope,
    store: form.get('grant_type') === 'client_credentials' ? familyOf(form.get('scope')) : undefined,
    issuedBy: exchange,
    expiresAt: typeof lifetime === 'number' ? answer.decidedAt + lifetime * 1000 : undefined,
  });
  const refreshToken = textIn(answer.json, 'refresh_token');
  if (refreshToken !== undefined && owner !== undefined) book.refreshTokens.set(refreshToken, owner);
};

const findOwner = ({ refreshTokens, codes }: TokenBook, form: ReadonlyMap<string, string>): Owner | undefined =>
  form.get('grant_type') === 'authorization_code'
    ? codes.get(form.get('code') ?? '')
    : refreshTokens.get(form.get('refresh_token') ?? '');

const familyOf = (scope: string | undefined): StoreFamily | undefined =>
  storeFamilies.find((family) => storeScopes[family] === scope);
