import { tokenType } from '../spec/scopes.ts';
import { ms } from '../spec/time.ts';
import { opaque } from './ids.ts';
import { seal } from './seals.ts';
import type { Turn } from './turn.ts';
import { count, type Token } from './world.ts';

/* Access tokens as they are made: their text, their life, and the answer that carries them. */

export type TokenForm = ReadonlyMap<string, string>;

const lifetime = (turn: Turn): number => ms(turn.assume('token.lifetime'));

/** A new access token's text. */
export const mint = (turn: Turn, ...owner: readonly string[]): string => {
  const number = count(turn.world, 'token', ...owner);
  const { seed, mark } = turn.world.settings;
  return seal(turn.assume('token.prefix') + opaque(number, seed, 'token', ...owner), mark);
};

type NewToken = Token extends infer Kind
  ? Kind extends Token
    ? Omit<Kind, 'expiresAt' | 'revoked' | 'lacks' | 'garbled'>
    : never
  : never;

/** One for all: whoever asks for a new token each time has a million. */
const none: readonly never[] = [];

/** From now on the token is known, for as long as it lives. */
export const keep = (turn: Turn, text: string, token: NewToken): void => {
  turn.world.tokens.set(text, { expiresAt: turn.now + lifetime(turn), revoked: false, lacks: none, ...token });
};

export const tokenAnswer = (turn: Turn, text: string, scope: string): Readonly<Record<string, unknown>> => ({
  access_token: text,
  expires_in: lifetime(turn) / 1000,
  scope,
  token_type: tokenType,
});
