import type { Answer, Grant } from './answer.ts';
import { applicationExists, isAttached } from './console.ts';
import { consentInForce } from './consent.ts';
import type { Event, TokenRequest } from './events.ts';
import { answered, asFoundBy, eventAt, type History, happenedSince } from './history.ts';
import { type Store, storeScopes, type TokenRowName } from './rows.ts';
import { lengthOf } from './settings.ts';
import { grantOf, refreshes } from './tokens.ts';

/** Interface B and the login service: what is asked of the token address. */

type Refusal = TokenRowName | undefined;

/** The request with the values that count. (token.repeatedField) */
const understood = (history: History, request: TokenRequest): TokenRequest => {
  const counts = isForm(request) && history.settings.choices['token.repeatedField'] === 'last';
  const doubled = counts ? request.doubles : undefined;
  const { code: _c, refresh: _r, scope: _s, ...others } = request;
  const { omits } = request;
  return {
    ...others,
    client: omits === 'client' ? '' : doubled === 'client' ? 'nobody' : request.client,
    secret: omits === 'secret' ? 'wrong' : request.secret,
    grant: doubled === 'grant' ? 'password' : request.grant,
    ...(request.scope !== undefined && omits !== 'scope'
      ? { scope: doubled === 'scope' ? 'none' : request.scope }
      : {}),
    ...(request.code !== undefined && omits !== 'code' ? { code: request.code } : {}),
    ...(request.refresh !== undefined && omits !== 'refresh' ? { refresh: request.refresh } : {}),
  };
};

/** What lacks something, has something twice, or has something strange, can be refused as a whole. */
const wholeProblem = (history: History, asked: TokenRequest, request: TokenRequest): Refusal => {
  const { choices } = history.settings;
  const { grant, omits } = request;
  const lacks =
    omits === 'client' ||
    omits === 'secret' ||
    grant === 'absent' ||
    (grant === 'client_credentials' && request.scope === undefined) ||
    (grant === 'authorization_code' && request.code === undefined) ||
    (grant === 'refresh_token' && request.refresh === undefined);
  const strange =
    grant === 'client_credentials' &&
    (request.stranger === true || request.code !== undefined || request.refresh !== undefined);
  const refused =
    (asked.doubles !== undefined && isForm(asked) && choices['token.repeatedField'] === 'refused') ||
    (lacks && choices['token.missingField'] === 'invalid-request') ||
    (strange && choices['token.unknownField'] === 'refused');
  return refused ? 'invalidRequest' : undefined;
};

const isForm = ({ contentType }: TokenRequest): boolean => contentType === 'form' || contentType === 'form-charset';

/** Forms only; a refresh may have to be JSON. (login.refreshShape) */
const typeProblem = (history: History, request: TokenRequest): Refusal => {
  const refreshIsJson = history.settings.choices['login.refreshShape'] === 'json';
  const json = refreshIsJson && request.grant === 'refresh_token';
  return (json ? request.contentType === 'json' : isForm(request)) ? undefined : 'invalidRequest';
};

const grantProblem = ({ grant }: TokenRequest): Refusal =>
  grant === 'password' || grant === 'absent' ? 'unsupportedGrantType' : undefined;

const clientProblem = (history: History, index: number, { client, secret }: TokenRequest): Refusal =>
  applicationExists(history, asFoundBy(history, index), client) && secret === 'right' ? undefined : 'invalidClient';

const storeOf = (scope: string | undefined): Store | undefined => {
  if (scope === storeScopes.submission) return 'submission';
  return scope === storeScopes.reporting ? 'reporting' : undefined;
};

/** What a request stands for once its client is known. */
const grantFor = (history: History, index: number, request: TokenRequest): Grant | TokenRowName => {
  const view = asFoundBy(history, index);
  const application = request.client;
  if (request.grant === 'client_credentials') {
    const store = storeOf(request.scope);
    if (store === undefined) return 'invalidScope';
    const stopped =
      history.settings.choices['token.detachedProfile'] === 'scope-refused' &&
      !isAttached(history, view, application, store);
    return stopped ? 'invalidScope' : { kind: 'store', application, store };
  }
  if (request.grant === 'authorization_code') {
    if (typeof request.code !== 'object') return 'invalidGrant';
    const given = eventAt(history, request.code.of);
    if (given.kind !== 'authorize' || given.application !== application) return 'invalidGrant';
    const { customer, scope } = given;
    if (isUsed(history, request.code.of, index) || !consentInForce(history, view, given)) return 'invalidGrant';
    return { kind: 'customer', application, customer, scope, family: index, refresh: index };
  }
  if (typeof request.refresh !== 'object') return 'invalidGrant';
  const grant = grantOf(history, request.refresh);
  if (grant?.kind !== 'customer' || grant.application !== application) return 'invalidGrant';
  if (!refreshes(history, request.refresh.of, view) || !consentInForce(history, view, grant)) return 'invalidGrant';
  if (request.scope !== undefined && request.scope !== grant.scope) return 'invalidScope';
  const rotates = history.settings.choices['login.refreshRotation'] === 'rotates';
  return rotates ? { ...grant, refresh: index } : grant;
};

/** A code is used up by the exchange that gave a token for it. */
const isUsed = (history: History, code: number, index: number): boolean =>
  happenedSince(
    history,
    code,
    index,
    (event: Event, other) =>
      event.kind === 'token' &&
      event.grant === 'authorization_code' &&
      typeof event.code === 'object' &&
      event.code.of === code &&
      answered(history, other).content.kind === 'token',
  );

export const refuseToken = (history: History, row: TokenRowName): Answer => {
  const is401 = row === 'invalidClient' && history.settings.choices['token.errorStatus'] === 'client-401';
  return {
    status: is401 ? 401 : 400,
    content: { kind: 'tokenRefusal', row },
    decider: 'operation',
    by: `a token request: ${row}`,
  };
};

export const answerToken = (history: History, index: number, asked: TokenRequest): Answer => {
  const request = understood(history, asked);
  const clientFirst = history.settings.choices['token.checkOrder'] === 'client-first';
  const client = clientProblem(history, index, request);
  const grantType = grantProblem(request);
  const whole = typeProblem(history, request) ?? wholeProblem(history, asked, request);
  const problem = whole ?? (clientFirst ? (client ?? grantType) : (grantType ?? client));
  if (problem !== undefined) return refuseToken(history, problem);
  const grant = grantFor(history, index, request);
  if (typeof grant === 'string') return refuseToken(history, grant);
  const expiresIn = lengthOf(history.settings.choices['token.lifetime']) / 1000;
  const scope = grant.kind === 'store' ? storeScopes[grant.store] : grant.scope;
  return {
    status: 200,
    content: { kind: 'token', grant, expiresIn, scope },
    decider: 'operation',
    by: `a token for ${grant.kind}`,
  };
};
