import type { EntryOf } from '../trace/entry.ts';
import type { Action } from '../core/action.ts';
import { storeFamilies, storeScopes } from '../spec/scopes.ts';
import { showDuration } from '../spec/time.ts';
import type { InitialToken } from '../trace/initial-world.ts';
import type { Bar } from './picture.ts';
import type { Exchange, Scene } from './scene.ts';

/** Who has a token, as far as the trace tells. */
interface Owner {
  readonly application?: string | undefined;
  readonly customer?: string | undefined;
  readonly scope?: string | undefined;
  readonly store?: string | undefined;
}

interface Token extends Owner {
  readonly name: string;
  readonly from: number;
  readonly expiresAt: number;
  readonly entry: number;
  readonly exchange?: number;
  ended?: { readonly at: number; readonly how: 'expired' | 'revoked' };
}

/** A lane for whom a token speaks: each from when it was given until it expires, or somebody ends it. */
export const drawTokens = (scene: Scene): ApplicationOf => {
  const book = new Book();
  for (const [entry, one] of scene.entries.entries()) {
    switch (one.kind) {
      case 'began':
        for (const token of one.world?.tokens ?? []) book.give(token, 0, entry);
        break;
      case 'authorized':
        book.authorize(one, entry);
        break;
      case 'answer':
        book.answer(scene.exchanges.get(one.exchange), one, entry);
        break;
      case 'action':
        endTokens(scene, book.living(one.at), one.action, one.at);
        break;
      default:
    }
  }
  // Whose application it is goes without saying where there is one.
  const isOne = new Set(book.tokens.map(({ application }) => application)).size === 1;
  for (const token of book.tokens) {
    const { customer, scope, store, application = 'unknown' } = token;
    const parts = [application, customer, scope, store].filter((part) => part !== undefined);
    const name = isOne && parts.length > 1 ? parts.slice(1) : parts;
    scene.lanes.put('tokens', parts.join('/'), name.join('/'), barOf(token, scene.end));
  }
  return ({ request }) => book.applicationOf(request.request.headers['authorization'] ?? '');
};

/** Whose token a request carries. */
export type ApplicationOf = (exchange: Exchange) => string | undefined;

const barOf = ({ name, from, expiresAt, ended, entry, exchange }: Token, end: number): Bar => {
  const to = Math.max(from, Math.min(expiresAt, ended?.at ?? Number.POSITIVE_INFINITY));
  const how = ended !== undefined && ended.at <= expiresAt ? ended.how : 'expired';
  const isOver = to < end || ended?.at === to;
  const until = ended?.how === 'revoked' ? 'is revoked' : isOver ? 'expires' : 'would expire';
  const tells = `${name}, from ${showDuration(from)}, ${until} ${Number.isFinite(to) ? `at ${showDuration(to)}` : 'at a time that nobody was told'}`;
  const tone = isOver ? (how === 'revoked' ? 'refused' : 'over') : 'fine';
  return {
    from,
    to,
    label: isOver ? `${name} ${how}` : name,
    tells,
    tone,
    entry,
    ...(exchange !== undefined && { exchange }),
  };
};

class Book {
  readonly tokens: Token[] = [];
  #living: readonly Token[] = [];
  #seen = 0;
  readonly #applications = new Map<string, string | undefined>();
  readonly #owners = new Map<string, Owner>();

  /** One that no answer gave. */
  give(
    { token: text, refreshToken, application, customer, scope, store, expiresAt, revoked }: InitialToken,
    from: number,
    entry: number,
  ): void {
    const owner = { application, customer, scope, store };
    if (refreshToken !== undefined) this.#owners.set(refreshToken, owner);
    const token: Token = {
      ...owner,
      name: this.#enter(text, application),
      from,
      expiresAt: Math.max(expiresAt, from),
      entry,
    };
    if (revoked) token.ended = { at: from, how: 'revoked' };
    this.tokens.push(token);
  }

  authorize({ at, code, token, application, customer, scope }: EntryOf<'authorized'>, entry: number): void {
    if (token === undefined) this.#owners.set(code, { application, customer, scope });
    else this.give(token, at, entry);
  }

  answer(exchange: Exchange | undefined, { at, answer, decided, injected }: EntryOf<'answer'>, entry: number): void {
    if (exchange?.request.operation !== 'requestToken' || answer.status !== 200 || injected === true) return;
    const said = readObject(answer.body);
    const { access_token: text, refresh_token: refreshToken, expires_in: lifetime } = said;
    if (typeof text !== 'string') return;
    const owner = this.#ownerOf(new URLSearchParams(exchange.request.request.body));
    if (typeof refreshToken === 'string') this.#owners.set(refreshToken, owner);
    const from = decided?.at ?? at;
    const expiresAt = typeof lifetime === 'number' ? from + lifetime * 1000 : Number.POSITIVE_INFINITY;
    this.tokens.push({
      ...owner,
      name: this.#enter(text, owner.application),
      from,
      expiresAt,
      entry,
      exchange: exchange.request.exchange,
    });
  }

  #ownerOf(form: URLSearchParams): Owner {
    const scope = form.get('scope');
    const application = form.get('client_id') ?? undefined;
    const known = this.#owners.get(form.get('refresh_token') ?? form.get('code') ?? '');
    if (known !== undefined) return known;
    return { application, store: storeFamilies.find((family) => storeScopes[family] === scope) };
  }

  /** Those that something can still end; asked for in the order of time. */
  living(at: number): readonly Token[] {
    const known = [...this.#living, ...this.tokens.slice(this.#seen)];
    this.#seen = this.tokens.length;
    this.#living = known.filter((token) => token.ended === undefined && token.expiresAt > at);
    return this.#living;
  }

  applicationOf(credentials: string): string | undefined {
    return this.#applications.get(credentials.replace(/^bearer /i, ''));
  }

  /** Its name: as it is called in a trace whose secrets are masked; a secret itself is not shown. */
  #enter(text: string, application: string | undefined): string {
    this.#applications.set(text, application);
    return /^<(token \d+)>$/.exec(text)?.[1] ?? `token ${this.tokens.length + 1}`;
  }
}

const readObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

/** What a step of a scenario ends. */
const endTokens = ({ assumptions }: Scene, tokens: readonly Token[], action: Action, at: number): void => {
  const end = (how: 'expired' | 'revoked', isMeant: (token: Token) => boolean): void => {
    for (const token of tokens) if (isMeant(token)) token.ended ??= { at, how };
  };
  switch (action.do) {
    case 'expireToken':
      return end('expired', (token) => isOf(token, action));
    case 'revokeToken':
      return end('revoked', (token) => isOf(token, action));
    case 'expireStoreToken':
      return end('expired', ({ store }) => store === action.store);
    case 'revokeStoreToken':
      return end('revoked', ({ store }) => store === action.store);
    case 'revokeConsent': {
      if (assumptions['login.consentRevokesTokens'] !== 'tokens-revoked') return;
      const { scope } = action;
      return end('revoked', (token) => isOf(token, action) && (scope === undefined || token.scope === scope));
    }
    default:
  }
};

const isOf = (
  token: Owner,
  { customer, application }: { readonly customer: string; readonly application?: string },
): boolean => token.customer === customer && (application === undefined || token.application === application);
