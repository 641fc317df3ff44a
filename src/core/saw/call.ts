import type { Caller, CallFacts } from '../facts.ts';
import { hasConsent } from '../has-consent.ts';
import { namesOfStrangers } from '../parameters.ts';
import type { PortabilityRoute } from '../portability.ts';
import { sizeOfBody } from '../text.ts';
import type { Turn } from '../turn.ts';
import type { WireRequest } from '../wire.ts';
import { consentKey } from '../world.ts';
import { anyOf, quote, showAuthorization } from './quote.ts';
import { describeDead, describeToken, describeUnknown } from './token.ts';

/** A call of interface C as a gate that refuses it looks at it. */
interface Looked {
  readonly turn: Turn;
  readonly request: WireRequest;
  readonly caller: Caller;
  readonly facts: CallFacts;
  readonly route: PortabilityRoute;
}

/** What in a call was decisive, for a gate: its part of the request, and what it came up against. */
export type Saw = (call: Looked) => string;

/** Whatever is asked, this part of the service has a fault. */
export const sawFault =
  (part: 'front' | 'authorizer' | 'application'): Saw =>
  ({ facts }) =>
    `nothing in the request: the service has the fault ${facts[part]}`;

export const sawBlankScope: Saw = ({ route }) => `scopeId: ${quote(route.scopeId)} in the path`;
export const sawBlankQuery: Saw = () => 'queryId: blank in the path';

export const sawPayload: Saw = ({ turn, request }) =>
  `body: ${sizeOfBody(request)} bytes, of at most ${turn.world.settings.assumptions['query.maxPayload']}`;

export const sawUnwanted: Saw = ({ request, route }) =>
  request.body === ''
    ? `parameter: ${anyOf(namesOfStrangers(route))} in the address, which ${route.operation} does not have`
    : `body: ${sizeOfBody(request)} bytes, where none is taken`;

export const sawHeader: Saw = ({ request }) => {
  const shown = showAuthorization(request.headers['authorization']);
  return shown.endsWith('"') ? `${shown}, where "Bearer", one space and a token belong` : shown;
};

export const sawUnknownToken: Saw = ({ turn, caller }) => describeUnknown(turn.world, caller.bearer.token);

/** For the gates behind the one that asks whether the token was issued: there is one. */
const ofToken =
  (say: (token: NonNullable<Caller['token']>, call: Looked) => string): Saw =>
  (call) =>
    say(call.caller.token as NonNullable<Caller['token']>, call);

export const sawDeadToken: Saw = ofToken((token, { turn }) => describeDead(turn, token));

export const sawLacking = (what: string): Saw => ofToken((token) => `authorization: ${describeToken(token)}, ${what}`);

export const sawApplication = (what: string): Saw =>
  ofToken((token) => `authorization: ${describeToken(token)}, of the application ${quote(token.clientId)}, ${what}`);

export const sawScope: Saw = ({ turn, route, facts, caller }) => {
  const given = `scopeId: ${quote(route.scopeId)} in the path`;
  if (facts.scope === 'disabled') return `${given}, which is not enabled for ${quote(String(caller.token?.clientId))}`;
  return `${given}; there is ${anyOf([...turn.world.scopes])}`;
};

export const sawConsent: Saw = ofToken((token, { turn, facts, route }) => {
  const whose = `authorization: ${describeToken(token)}`;
  if (token.kind === 'store') return `${whose}, where the token of a customer belongs`;
  if (!facts.tokenCoversScope) return `${whose}; scopeId: ${quote(route.scopeId)} in the path`;
  if (turn.world.accountsOnHold.has(token.customerId) && hasConsent(turn, token)) {
    return `${whose}, whose account is on hold`;
  }
  const isRevoked = turn.world.consents.get(consentKey(token))?.state === 'revoked';
  return `${whose}, whose consent ${isRevoked ? 'was revoked' : 'has expired'}`;
});
