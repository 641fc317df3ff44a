import { applicationExists, isAllowlisted, isAttached, scopeEnabled } from './console.ts';
import { consentInForce, isOnHold } from './consent.ts';
import { type History, type View } from './history.ts';
import type { Asked } from './requests.ts';
import type { RowName } from './rows.ts';
import { scopeExists } from './settings.ts';
import { grantOf, isGarbled, lacks, tokenState } from './tokens.ts';
import { hasServiceFault } from './service-faults.ts';

/** What refuses a request before it gets to limits and operation, in the order of asking. */

interface Caller {
  readonly history: History;
  readonly view: View;
  readonly asked: Asked;
}

type Gate = readonly [refuses: RowName, when: (caller: Caller) => boolean];

const issued = ({ asked }: Caller): number => {
  if (typeof asked.token === 'string') throw new RangeError('no token was sent');
  return asked.token.of;
};

const applicationOf = ({ history, asked }: Caller): string => grantOf(history, asked.token)?.application ?? '';

const isCovered = ({ history, view, asked }: Caller): boolean => {
  const grant = grantOf(history, asked.token);
  if (grant?.kind !== 'customer' || grant.scope !== asked.scope) return false;
  const { choices } = history.settings;
  const holds =
    choices['login.holdBlocksTokens'] === 'tokens-blocked' ||
    (asked.kind === 'create' ? choices['query.createOnHold'] === 'refused' : choices['list.onHold'] === 'refused');
  const blocked = holds && isOnHold(history, view, grant.customer);
  return !blocked && consentInForce(history, view, grant);
};

const front: readonly Gate[] = [
  ['blockedRequest', ({ history, view }) => hasServiceFault(history, view, 'scannersBlock')],
  ['apiConfigurationError', ({ history, view }) => hasServiceFault(history, view, 'apiMisconfigured')],
  ['blankScopeId', ({ asked }) => asked.scope.trim() === ''],
  ['blankQueryId', ({ asked }) => asked.kind === 'list' && asked.query === 'blank'],
  [
    'requestTooLarge',
    ({ history, asked: { kind, body = 0 } }) => {
      const { choices } = history.settings;
      return body > choices['query.maxPayload'] && (kind === 'create' || choices['list.body'] !== 'ignored');
    },
  ],
  [
    'invalidParameters',
    ({ history, asked: { kind, body = 0 } }) => {
      const { choices } = history.settings;
      return body > 0 && choices[kind === 'create' ? 'query.createBody' : 'list.body'] === 'refused';
    },
  ],
  [
    'invalidParameters',
    ({ history, asked }) =>
      asked.stranger !== undefined && history.settings.choices['query.unknownParameter'] === 'refused',
  ],
];

const header: readonly Gate[] = [
  [
    'missingAuthorizationHeader',
    ({ history, asked }) =>
      history.settings.choices['auth.missingHeader'] === 'own-row' &&
      (asked.token === 'absent' || asked.token === 'blank'),
  ],
  [
    'tokenFormatInvalid',
    ({ asked }) => asked.token === 'absent' || asked.token === 'blank' || asked.token === 'malformed',
  ],
];

/** What a request is spared for which another vouched. */
const authorization: readonly Gate[] = [
  ['authorizationConfigurationError', ({ history, view }) => hasServiceFault(history, view, 'authorizerUnreachable')],
  ['authorizationFailure', ({ history, view }) => hasServiceFault(history, view, 'authorizerFails')],
  ['tokenInvalid', ({ history, asked }) => grantOf(history, asked.token) === undefined],
  ['tokenRevoked', (caller) => tokenState(caller.history, issued(caller), caller.view) === 'revoked'],
  ['tokenExpired', (caller) => tokenState(caller.history, issued(caller), caller.view) === 'expired'],
  ['blankSecurityProfileId', (caller) => lacks(caller.history, issued(caller), caller.view, 'profileId')],
  ['blankCustomerId', (caller) => lacks(caller.history, issued(caller), caller.view, 'customerId')],
  ['invalidParameters', (caller) => isGarbled(caller.history, issued(caller), caller.view)],
  ['appIdentificationFailure', ({ history, view }) => hasServiceFault(history, view, 'appUnidentifiable')],
  ['securityProfileNotFound', (caller) => !applicationExists(caller.history, caller.view, applicationOf(caller))],
  ['appNotAuthorized', (caller) => !isAttached(caller.history, caller.view, applicationOf(caller), 'portability')],
  ['appNotAllowlisted', (caller) => !isAllowlisted(caller.history, caller.view, applicationOf(caller))],
  [
    'invalidParameters',
    ({ history, asked }) =>
      history.settings.choices['query.malformedScope'] === 'invalid-parameters' &&
      !scopeExists(history.settings, asked.scope) &&
      [...asked.scope].some((letter) => !/[A-Za-z0-9_.:~-]/.test(letter)),
  ],
  ['scopeIdNotFound', ({ history, asked }) => !scopeExists(history.settings, asked.scope)],
  [
    'scopeNotEnabled',
    (caller) => !scopeEnabled(caller.history, caller.view, applicationOf(caller), caller.asked.scope),
  ],
  ['accessNotAuthorized', (caller) => !isCovered(caller)],
];

const firstThatRefuses = (gates: readonly Gate[], caller: Caller): RowName | undefined =>
  gates.find(([, when]) => when(caller))?.[0];

/** What refuses ahead of the header: the state of the service, the path, the payload. */
export const refusedInFront = (caller: Caller): RowName | undefined => firstThatRefuses(front, caller);

/** What refuses the caller: the header, and unless it is vouched for, all that is behind it. */
export const refusedCaller = (caller: Caller, vouched: boolean): RowName | undefined =>
  firstThatRefuses(header, caller) ?? (vouched ? undefined : firstThatRefuses(authorization, caller));
