import { operations } from '../spec/routes.ts';
import { invalidGrant } from '../spec/token-errors.ts';
import { grantConsent } from './consent.ts';
import { hasConsent } from './has-consent.ts';
import { digest, opaque } from './ids.ts';
import { seal } from './seals.ts';
import { json, named, refuseToken } from './respond.ts';
import { keep, mint, tokenAnswer, type TokenForm } from './mint.ts';
import { sawCode, sawGrantedScope, sawRefreshToken } from './saw/form.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import { type Application, type Consenting, count, type TokenFamily } from './world.ts';

/*
 * How an application comes by tokens of customers. The document leaves the shapes open: they are those of RFC 6749
 * (sections 4.1.3 and 6), under the assumptions `login.*`. (Authentication, interface C)
 */

const section = 'Authentication, interface C';

/** The customer says yes: consent stands, and a code waits to be exchanged. */
export const giveCode = (turn: Turn, { clientId, customerId, scope }: Consenting, length?: number): string => {
  grantConsent(turn, { clientId, customerId, scope }, length);
  const number = count(turn.world, 'code', clientId, customerId, scope);
  const { seed, mark } = turn.world.settings;
  const code = seal(digest(seed, 'code', clientId, customerId, scope, number), mark);
  turn.world.codes.set(code, { clientId, customerId, scope });
  return code;
};

/** What a customer's authorization gives an application that has exchanged the code. */
export interface TokensGiven {
  readonly code: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** The customer says yes, and the application has exchanged the code already. */
export const giveTokens = (turn: Turn, authorization: Consenting, length?: number): TokensGiven | undefined => {
  const application = turn.world.applications.get(authorization.clientId);
  if (application === undefined) return undefined;
  const code = giveCode(turn, authorization, length);
  turn.assume('login.authorizationCode');
  const family = exchange(turn, code, authorization);
  return { code, accessToken: grantAccess(turn, family), refreshToken: family.refreshToken };
};

/** A code works once, for the application it was given to. */
export const exchangeCode = (turn: Turn, application: Application, form: TokenForm): Reply => {
  const { clientId } = application;
  const code = form.get('code') ?? '';
  const authorization = turn.world.codes.get(code);
  turn.assume('login.authorizationCode');
  const saw = () => sawCode(turn, application, form);
  if (authorization === undefined || authorization.clientId !== clientId) return refuseGrant(turn, saw());
  if (!hasConsent(turn, authorization)) return refuseGrant(turn, saw());
  return issue(turn, exchange(turn, code, authorization));
};

const exchange = (turn: Turn, code: string, { clientId, customerId, scope }: Consenting): TokenFamily => {
  turn.world.codes.delete(code);
  const id = `${clientId}/${customerId}/${scope}/${count(turn.world, 'family', clientId, customerId, scope)}`;
  const family: TokenFamily = {
    id,
    clientId,
    customerId,
    scope,
    refreshToken: newRefreshToken(turn, id),
    revoked: false,
  };
  turn.world.families.set(id, family);
  turn.world.refreshTokens.set(family.refreshToken, id);
  turn.events.push({ event: 'tokenIssued', customer: customerId, scope });
  return family;
};

export const refreshToken = (turn: Turn, application: Application, form: TokenForm): Reply => {
  const { clientId } = application;
  const saw = () => sawRefreshToken(turn, application, form);
  const given = form.get('refresh_token') ?? '';
  const family = turn.world.families.get(turn.world.refreshTokens.get(given) ?? '');
  if (family === undefined || family.revoked || family.clientId !== clientId) return refuseGrant(turn, saw());
  if (!hasConsent(turn, family)) return refuseGrant(turn, saw());
  // "MUST NOT include any scope not originally granted", and that was one; without a value there is none. (RFC 6749, 6 and 3.2)
  const scope = form.get('scope') ?? '';
  if (scope !== '' && scope !== family.scope) return refuseToken(turn, 'invalidScope', sawGrantedScope(family, scope));
  turn.events.push({ event: 'tokenRefreshed', customer: family.customerId, scope: family.scope });
  if (turn.assume('login.refreshRotation') === 'stays') return issue(turn, family);
  const rotated = { ...family, refreshToken: newRefreshToken(turn, family.id) };
  turn.world.refreshTokens.delete(given);
  turn.world.refreshTokens.set(rotated.refreshToken, family.id);
  turn.world.families.set(family.id, rotated);
  return issue(turn, rotated);
};

const newRefreshToken = ({ world }: Turn, family: string): string => {
  const { seed, mark } = world.settings;
  return seal(`refresh-${opaque(count(world, 'refresh', family), seed, 'refresh', family)}`, mark);
};

const grantAccess = (turn: Turn, { id, clientId, customerId, scope }: TokenFamily): string => {
  const text = mint(turn, 'customer', id);
  keep(turn, text, { kind: 'customer', clientId, customerId, scope, family: id });
  return text;
};

const issue = (turn: Turn, family: TokenFamily): Reply => {
  const { scope, refreshToken: refresh } = family;
  const text = grantAccess(turn, family);
  return json(200, { ...tokenAnswer(turn, text, scope), refresh_token: refresh }, operations.requestToken.section);
};

const refuseGrant = (turn: Turn, saw: string): Reply => {
  turn.assume('login.refusedGrant');
  const { status, error, description } = invalidGrant;
  return named('invalidGrant', json(status, { error, error_description: description }, section), saw);
};
