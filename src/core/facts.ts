import { tokenExpired } from './boundaries.ts';
import { hasConsent } from './has-consent.ts';
import type { ServiceFaultAt } from '../spec/faults.ts';
import { keptByText } from '../spec/kept-by-text.ts';
import { findServiceFault } from './service-faults.ts';
import { isBlank, sizeOfBody } from './text.ts';
import type { Turn } from './turn.ts';
import type { Application, Token } from './world.ts';
import type { WireRequest } from './wire.ts';

/**
 * What there is to know about a call of interface C before the operation itself is looked at. Each fact is independent
 * of the others, so that the list of gates alone says which of several reasons to refuse is the one that counts.
 */
export interface CallFacts {
  readonly front: 'open' | ServiceFaultAt<'front'>;
  readonly scopeText: 'given' | 'blank';
  readonly queryText: 'given' | 'blank' | 'none';
  readonly payload: 'fits' | 'tooLarge';
  /** Body and parameters of the address, as far as they are none that the operation has. */
  readonly body: 'accepted' | 'unwanted';
  readonly header: 'bearer' | 'missing' | 'malformed';
  readonly authorizer: 'answers' | ServiceFaultAt<'authorizer'>;
  readonly token: TokenState | 'withoutProfile' | 'withoutCustomer' | 'garbled';
  readonly application: 'known' | 'gone' | 'barred' | 'notAllowlisted' | ServiceFaultAt<'application'>;
  readonly scope: 'enabled' | 'malformed' | 'unknown' | 'disabled';
  readonly tokenCoversScope: boolean;
  readonly consented: boolean;
}

type TokenState = 'live' | 'unknown' | 'revoked' | 'expired';

interface Bearer {
  readonly form: 'missing' | 'malformed' | 'bearer';
  /** Empty where there is none. */
  readonly token: string;
}

/** "The word Bearer, one space, a non-empty token." (Authentication, interface C) */
const readBearer = (turn: Turn, header: string | undefined): Bearer => {
  if (header === undefined || header.trim() === '') return { form: 'missing', token: '' };
  const { word, token } = readHeader(header);
  const isBearer = word === 'Bearer' || (word !== undefined && turn.assume('auth.schemeCase') === 'any-case');
  return token !== undefined && isBearer ? { form: 'bearer', token } : { form: 'malformed', token: '' };
};

const readHeader = keptByText((header) => {
  const [, word, token] = /^(bearer) ([^\s]+)$/i.exec(header) ?? [];
  return { word, token };
});

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

/** The state of a token now: the one reading of it for interface C and the store areas alike. */
export const tokenState = (turn: Turn, token: Token | undefined): TokenState => {
  if (token === undefined) return 'unknown';
  if (token.revoked) return 'revoked';
  const validAtEnd = turn.now === token.expiresAt && turn.assume('token.expiryBoundary') === 'alive';
  return tokenExpired(token.expiresAt, turn.now, validAtEnd) ? 'expired' : 'live';
};

/** What a call is about, as far as facts are gathered of it. */
interface Subject {
  readonly scopeId: string;
  readonly queryId: string | undefined;
  /** Whether it has query parameters that the operation does not have. */
  readonly hasStrangers: boolean;
}

export const gatherFacts = (turn: Turn, request: WireRequest, caller: Caller, subject: Subject): CallFacts => {
  const { token, application, bearer } = caller;
  const mine = token?.kind === 'customer' ? token : undefined;
  return {
    front: findServiceFault(turn, 'front') ?? 'open',
    scopeText: isBlank(subject.scopeId) ? 'blank' : 'given',
    queryText: subject.queryId === undefined ? 'none' : isBlank(subject.queryId) ? 'blank' : 'given',
    payload: payloadFits(turn, request, subject) ? 'fits' : 'tooLarge',
    body: bodyUnwanted(turn, request.body, subject) || strangersUnwanted(turn, subject) ? 'unwanted' : 'accepted',
    header: judgeHeader(turn, bearer),
    authorizer: findServiceFault(turn, 'authorizer') ?? 'answers',
    token: judgeToken(turn, token),
    application: judgeApplication(turn, application),
    scope: judgeScope(turn, application, subject.scopeId),
    tokenCoversScope: mine?.scope === subject.scopeId,
    consented:
      mine !== undefined &&
      hasConsent(turn, { clientId: mine.clientId, customerId: mine.customerId, scope: subject.scopeId }) &&
      !blockedByHold(turn, mine.customerId, subject),
  };
};

const isList = ({ queryId }: Subject): boolean => queryId !== undefined;

const payloadFits = (turn: Turn, request: WireRequest, subject: Subject): boolean => {
  const limit = turn.world.settings.assumptions['query.maxPayload'];
  if (sizeOfBody(request) <= limit) return true;
  turn.assume('query.maxPayload');
  return isList(subject) && turn.assume('list.body') === 'ignored';
};

const bodyUnwanted = (turn: Turn, body: string, subject: Subject): boolean =>
  body !== '' && turn.assume(isList(subject) ? 'list.body' : 'query.createBody') === 'refused';

const strangersUnwanted = (turn: Turn, { hasStrangers }: Subject): boolean =>
  hasStrangers && turn.assume('query.unknownParameter') === 'refused';

const judgeToken = (turn: Turn, token: Token | undefined): CallFacts['token'] => {
  const how = tokenState(turn, token);
  if (how !== 'live') return how;
  if (token?.lacks.includes('profileId')) return 'withoutProfile';
  if (token?.lacks.includes('customerId')) return 'withoutCustomer';
  return token?.garbled === true ? 'garbled' : 'live';
};

const judgeApplication = (turn: Turn, application: Application | undefined): CallFacts['application'] => {
  const fault = findServiceFault(turn, 'application');
  if (fault !== undefined) return fault;
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

const blockedByHold = (turn: Turn, customerId: string, subject: Subject): boolean =>
  turn.world.accountsOnHold.has(customerId) &&
  (turn.assume('login.holdBlocksTokens') === 'tokens-blocked' ||
    turn.assume(isList(subject) ? 'list.onHold' : 'query.createOnHold') === 'refused');

/** Two rows of the table claim a header that is missing or empty. */
const judgeHeader = (turn: Turn, { form }: Bearer): CallFacts['header'] =>
  form === 'missing' && turn.assume('auth.missingHeader') === 'format-invalid' ? 'malformed' : form;
