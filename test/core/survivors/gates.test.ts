import { expect, test } from 'vitest';
import { gates } from '../../../src/core/gates.ts';

test('each gate stands in the group of what it asks about', () => {
  expect(gates.map(({ group, refuses }) => `${group} ${refuses}`)).toEqual([
    'front blockedRequest',
    'front apiConfigurationError',
    'path blankScopeId',
    'path blankQueryId',
    'payload requestTooLarge',
    'payload invalidParameters',
    'header missingAuthorizationHeader',
    'header tokenFormatInvalid',
    'authorizer authorizationConfigurationError',
    'authorizer authorizationFailure',
    'token tokenInvalid',
    'token tokenRevoked',
    'token tokenExpired',
    'token blankSecurityProfileId',
    'token blankCustomerId',
    'token invalidParameters',
    'application appIdentificationFailure',
    'application securityProfileNotFound',
    'application appNotAuthorized',
    'application appNotAllowlisted',
    'scope invalidParameters',
    'scope scopeIdNotFound',
    'scope scopeNotEnabled',
    'consent accessNotAuthorized',
  ]);
});
