import { tokenType } from '../spec/scopes.ts';
import { ms } from '../spec/time.ts';
import { opaque } from './ids.ts';
import type { Turn } from './turn.ts';
import { count, type Token } from './world.ts';

/** Access tokens as they are made: their text, their life, and the answer that carries them. */

export type TokenForm = ReadonlyMap<string, string>;

const lifetime = (turn: Turn): number => ms(turn.assume('token.lifetime'));

/** A new access token's text. */
export const mint = (turn: Turn, ...owner: readonly string[]): string => {
  const number = count(turn.world, 'token', ...owner);
  return turn.assume('token.prefix') + opaque(turn.world.settings.seed, 'token', ...owner, number);
};

type NewToken = Token extends infer Kind
  ? Kind extends Token
    ? Omit<Kind, 'expiresAt' | 'revoked' | 'lacks' | 'garbled'>
    : never
  : never;

/** From now on the token is known, for as long as it lives. */
export const keep = (turn: Turn, text: string, token: NewToken): void => {
  turn.world.tokens.set(text, { ...token, expiresAt: turn.now + lifetime(turn), revoked: false, lacks: [] });
};

export const tokenAnswer = (turn: Turn, text: string, scope: string): Readonly<Record<string, unknown>> => ({
  access_token: text,
  expires_in: lifetime(turn) / 1000,
  scope,
  token_type: tokenType,
});
