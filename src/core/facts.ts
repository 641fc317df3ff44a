import { tokenExpired } from './boundaries.ts';
import { hasConsent } from './consent-standing.ts';
import { hasServiceFault } from './service-faults.ts';
import { byteLength, isBlank } from './text.ts';
import type { Turn } from './turn.ts';
import type { Application, Token } from './world.ts';
import type { WireRequest } from './wire.ts';

/**
 * What there is to know about a call of interface C before the operation itself is looked at. Each fact is independent
 * of the others, so that the list of gates alone says which of several reasons to refuse is the one that counts.
 */
export interface CallFacts {
  readonly front: 'open' | 'blocked' | 'misconfigured';
  readonly scopeText: 'given' | 'blank';
  readonly queryText: 'given' | 'blank' | 'none';
  readonly payload: 'fits' | 'tooLarge';
  /** Body and parameters of the address, as far as they are none that the operation has. */
  readonly body: 'accepted' | 'unwanted';
  readonly header: 'bearer' | 'missing' | 'malformed';
  readonly authorizer: 'answers' | 'unreachable' | 'fails';
  readonly token: TokenStanding | 'withoutProfile' | 'withoutCustomer' | 'garbled';
  readonly application: 'known' | 'unidentified' | 'gone' | 'barred' | 'notAllowlisted';
  readonly scope: 'enabled' | 'malformed' | 'unknown' | 'disabled';
  readonly tokenCoversScope: boolean;
  readonly consented: boolean;
}

export type TokenStanding = 'live' | 'unknown' | 'revoked' | 'expired';

export interface Bearer {
  readonly form: 'missing' | 'malformed' | 'bearer';
  /** Empty where there is none. */
  readonly token: string;
}

/** "The word Bearer, one space, a non-empty token." (Authentication, interface C) */
const readBearer = (turn: Turn, header: string | undefined): Bearer => {
  if (header === undefined || header.trim() === '') return { form: 'missing', token: '' };
  const [, word, token] = /^(bearer) ([^\s]+)$/i.exec(header) ?? [];
  const isBearer = word === 'Bearer' || (word !== undefined && turn.assume('auth.schemeCase') === 'any-case');
  return token !== undefined && isBearer ? { form: 'bearer', token } : { form: 'malformed', token: '' };
};

export interface Caller {
  readonly bearer: Bearer;
  readonly token: Token | undefined;
  readonly application: Application | undefined;
}

export const identifyCaller = (turn: Turn, request: WireRequest): Caller => {
  const bearer = readBearer(turn, request.headers['authorization']);
  const token = turn.world.tokens.get(bearer.token);
  return { bearer, token, application: token && turn.world.applications.get(token.clientId) };
};

/** A token's standing now: the one reading of it for interface C and the store areas alike. */
export const standing = (turn: Turn, token: Token | undefined): TokenStanding => {
  if (token === undefined) return 'unknown';
  if (token.revoked) return 'revoked';
  const validAtEnd = turn.now === token.expiresAt && turn.assume('token.expiryBoundary') === 'alive';
  return tokenExpired(token.expiresAt, turn.now, validAtEnd) ? 'expired' : 'live';
};

interface Call {
  readonly scopeId: string;
  readonly queryId: string | undefined;
  /** Whether it has query parameters that the operation does not have. */
  readonly hasStrangers: boolean;
}

export const gatherFacts = (turn: Turn, request: WireRequest, caller: Caller, call: Call): CallFacts => {
  const { token, application, bearer } = caller;
  const mine = token?.kind === 'customer' ? token : undefined;
  return {
    front: judgeFront(turn),
    scopeText: isBlank(call.scopeId) ? 'blank' : 'given',
    queryText: call.queryId === undefined ? 'none' : isBlank(call.queryId) ? 'blank' : 'given',
    payload: payloadFits(turn, request.body, call) ? 'fits' : 'tooLarge',
    body: bodyUnwanted(turn, request.body, call) || strangersUnwanted(turn, call) ? 'unwanted' : 'accepted',
    header: judgeHeader(turn, bearer),
    authorizer: judgeAuthorizer(turn),
    token: judgeToken(turn, token),
    application: judgeApplication(turn, application),
    scope: judgeScope(turn, application, call.scopeId),
    tokenCoversScope: mine?.scope === call.scopeId,
    consented:
      mine !== undefined &&
      hasConsent(turn, mine.clientId, mine.customerId, call.scopeId) &&
      !blockedByHold(turn, mine.customerId, call),
  };
};

const isList = ({ queryId }: Call): boolean => queryId !== undefined;

const payloadFits = (turn: Turn, body: string, call: Call): boolean => {
  const limit = turn.world.settings.assumptions['query.maxPayload'];
  if (byteLength(body) <= limit) return true;
  turn.assume('query.maxPayload');
  return isList(call) && turn.assume('list.body') === 'ignored';
};

const bodyUnwanted = (turn: Turn, body: string, call: Call): boolean =>
  body !== '' && turn.assume(isList(call) ? 'list.body' : 'query.createBody') === 'refused';

const strangersUnwanted = (turn: Turn, { hasStrangers }: Call): boolean =>
  hasStrangers && turn.assume('query.unknownParameter') === 'refused';

const judgeFront = (turn: Turn): CallFacts['front'] => {
  if (hasServiceFault(turn, 'scannersBlock')) return 'blocked';
  return hasServiceFault(turn, 'apiMisconfigured') ? 'misconfigured' : 'open';
};

const judgeAuthorizer = (turn: Turn): CallFacts['authorizer'] => {
  if (hasServiceFault(turn, 'authorizerUnreachable')) return 'unreachable';
  return hasServiceFault(turn, 'authorizerFails') ? 'fails' : 'answers';
};

const judgeToken = (turn: Turn, token: Token | undefined): CallFacts['token'] => {
  const how = standing(turn, token);
  if (how !== 'live') return how;
  if (token?.lacks.includes('profileId')) return 'withoutProfile';
  if (token?.lacks.includes('customerId')) return 'withoutCustomer';
  return token?.garbled === true ? 'garbled' : 'live';
};

const judgeApplication = (turn: Turn, application: Application | undefined): CallFacts['application'] => {
  if (hasServiceFault(turn, 'appUnidentifiable')) return 'unidentified';
  if (application === undefined) return 'gone';
  if (!application.attached.has('portability')) return 'barred';
  return application.allowlisted ? 'known' : 'notAllowlisted';
};

const scopeForm = /^[\w.:~-]+$/;

/** "The set of valid scopeId values: not shown": what exists is valid, whatever it looks like. */
const judgeScope = (turn: Turn, application: Application | undefined, scopeId: string): CallFacts['scope'] => {
  if (turn.world.scopes.has(scopeId)) {
    return application === undefined || application.scopes.has(scopeId) ? 'enabled' : 'disabled';
  }
  const isMalformed = !scopeForm.test(scopeId) && turn.assume('query.malformedScope') === 'invalid-parameters';
  return isMalformed ? 'malformed' : 'unknown';
};

const blockedByHold = (turn: Turn, customerId: string, call: Call): boolean =>
  turn.world.accountsOnHold.has(customerId) &&
  (turn.assume('login.holdBlocksTokens') === 'tokens-blocked' ||
    turn.assume(isList(call) ? 'list.onHold' : 'query.createOnHold') === 'refused');

/** Two rows of the table claim a header that is missing or empty. */
const judgeHeader = (turn: Turn, { form }: Bearer): CallFacts['header'] =>
  form === 'missing' && turn.assume('auth.missingHeader') === 'format-invalid' ? 'malformed' : form;
