import { quote, showAuthorization } from './quote.ts';
import type { Caller } from '../facts.ts';
import type { Turn } from '../turn.ts';
import type { WireRequest } from '../wire.ts';
import type { StoreFamily } from '../../spec/scopes.ts';
import { describeDead, describeToken, describeUnknown } from './token.ts';

/** What was decisive about a call of a store API that is refused; of an e-mail no API is asked for. */
export const sawStoreCall = (
  turn: Turn,
  request: WireRequest,
  { bearer, token }: Caller,
  store: StoreFamily | undefined,
): string => {
  if (bearer.form !== 'bearer') return showAuthorization(request.headers['authorization']);
  if (token === undefined) return describeUnknown(turn.world, bearer.token);
  if (token.revoked || token.expiresAt <= turn.now) return describeDead(turn, token);
  if (store !== undefined && (token.kind !== 'store' || token.store !== store)) {
    return `authorization: ${describeToken(token)}, where a token of the ${store} API belongs`;
  }
  return `authorization: ${describeToken(token)}; the profile of ${quote(token.clientId)} is not attached`;
};
