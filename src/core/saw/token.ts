import type { Turn } from '../turn.ts';
import type { Token, World } from '../world.ts';
import { quote, secret, span } from './quote.ts';

/* Tokens as refusals describe them. */

export const describeToken = (token: Token): string =>
  token.kind === 'store'
    ? `a token of the ${token.store} API`
    : `the token of ${token.customerId} for ${quote(token.scope)}`;

/** A token that is none: what else it may be, or how it came to be spoilt. */
export const describeUnknown = (world: World, text: string): string => {
  if (world.refreshTokens.has(text)) return 'authorization: a refresh token, where an access token belongs';
  if (world.codes.has(text)) return 'authorization: an authorization code, where an access token belongs';
  for (const { clientSecret } of world.applications.values()) {
    if (clientSecret === text) return 'authorization: a client secret, where an access token belongs';
  }
  if (world.tokens.has(text.replace(/^["'<]|["'>,;]$/g, ''))) {
    return 'authorization: a token that was issued, with quotes or other signs around it';
  }
  // All that are issued are of one length.
  const [{ length } = ''] = world.tokens.keys();
  if (length > 0 && world.tokens.has(text.slice(0, length)))
    return 'authorization: a token that was issued, with something behind it';
  if (isBeginning(world, text)) return 'authorization: a token that was issued, cut off before its end';
  return `authorization: ${secret(text)}, which was issued to nobody`;
};

/** Only what looks like a token is compared with all that there are. */
const isBeginning = ({ tokens, settings }: World, text: string): boolean => {
  const prefix = settings.assumptions['token.prefix'];
  const looksLikeOne = prefix.startsWith(text.slice(0, prefix.length)) && /^[0-9a-f]*$/.test(text.slice(prefix.length));
  return looksLikeOne && [...tokens.keys()].some((known) => known.startsWith(text));
};

/** A token that was issued and is of no use any more. */
export const describeDead = ({ now }: Turn, token: Token): string =>
  token.revoked
    ? `authorization: ${describeToken(token)}, which has been revoked`
    : `authorization: ${describeToken(token)}, which expired ${now === token.expiresAt ? 'at this instant' : `${span(now - token.expiresAt)} ago`}`;
