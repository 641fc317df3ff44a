import { type ErrorName, errorSection } from '../spec/errors.ts';
import { serviceFaults, serviceFaultsAt } from '../spec/faults.ts';
import type { Section } from '../spec/sections.ts';
import type { CallFacts } from './facts.ts';
import {
  type Saw,
  sawApplication,
  sawBlankQuery,
  sawBlankScope,
  sawConsent,
  sawDeadToken,
  sawFault,
  sawHeader,
  sawLacking,
  sawPayload,
  sawScope,
  sawUnknownToken,
  sawUnwanted,
} from './saw/call.ts';

export type GateGroup =
  | 'front'
  | 'path'
  | 'payload'
  | 'header'
  | 'authorizer'
  | 'token'
  | 'application'
  | 'scope'
  | 'consent';

export interface Gate {
  readonly refuses: ErrorName;
  readonly when: (facts: CallFacts) => boolean;
  /** What it looked at when it refuses. */
  readonly saw: Saw;
  readonly group: GateGroup;
  readonly section: Section;
}

const authentication = 'Authentication, interface C';

const gate = (
  group: GateGroup,
  refuses: ErrorName,
  when: Gate['when'],
  saw: Saw,
  section: Section = errorSection,
): Gate => ({ group, refuses, when, saw, section });

/** A gate for each fault of a part of the service. */
const gatesAt = (part: 'front' | 'authorizer' | 'application'): readonly Gate[] =>
  serviceFaultsAt[part].map((name) =>
    gate(part, serviceFaults[name].refuses, (facts) => facts[part] === name, sawFault(part)),
  );

/**
 * The order of refusals ahead of the operation itself, read from top to bottom: the first that applies answers.
 * The document does not show the order; `auth.order` is the assumption it stands on.
 */
export const gates: readonly Gate[] = [
  ...gatesAt('front'),
  gate('path', 'blankScopeId', (facts) => facts.scopeText === 'blank', sawBlankScope),
  gate('path', 'blankQueryId', (facts) => facts.queryText === 'blank', sawBlankQuery),
  gate('payload', 'requestTooLarge', (facts) => facts.payload === 'tooLarge', sawPayload),
  gate('payload', 'invalidParameters', (facts) => facts.body === 'unwanted', sawUnwanted, 'Endpoints, interface C'),
  gate('header', 'missingAuthorizationHeader', (facts) => facts.header === 'missing', sawHeader),
  gate('header', 'tokenFormatInvalid', (facts) => facts.header === 'malformed', sawHeader, authentication),
  ...gatesAt('authorizer'),
  gate('token', 'tokenInvalid', (facts) => facts.token === 'unknown', sawUnknownToken),
  gate('token', 'tokenRevoked', (facts) => facts.token === 'revoked', sawDeadToken, authentication),
  gate('token', 'tokenExpired', (facts) => facts.token === 'expired', sawDeadToken, authentication),
  gate(
    'token',
    'blankSecurityProfileId',
    (facts) => facts.token === 'withoutProfile',
    sawLacking('which yields no profile id'),
  ),
  gate(
    'token',
    'blankCustomerId',
    (facts) => facts.token === 'withoutCustomer',
    sawLacking('which yields no customer id'),
  ),
  gate(
    'token',
    'invalidParameters',
    (facts) => facts.token === 'garbled',
    sawLacking('which yields an id that is not valid'),
  ),
  ...gatesAt('application'),
  gate(
    'application',
    'securityProfileNotFound',
    (facts) => facts.application === 'gone',
    sawApplication('whose profile is deleted'),
  ),
  gate(
    'application',
    'appNotAuthorized',
    (facts) => facts.application === 'barred',
    sawApplication('whose profile is not attached to the data portability API'),
  ),
  gate(
    'application',
    'appNotAllowlisted',
    (facts) => facts.application === 'notAllowlisted',
    sawApplication('which is not allowlisted'),
    authentication,
  ),
  gate('scope', 'invalidParameters', (facts) => facts.scope === 'malformed', sawScope),
  gate('scope', 'scopeIdNotFound', (facts) => facts.scope === 'unknown', sawScope),
  gate('scope', 'scopeNotEnabled', (facts) => facts.scope === 'disabled', sawScope, authentication),
  gate(
    'consent',
    'accessNotAuthorized',
    (facts) => !facts.tokenCoversScope || !facts.consented,
    sawConsent,
    authentication,
  ),
];

/** The gates that ask who is calling and whether they may. */
export const authorizationGroups: readonly GateGroup[] = ['authorizer', 'token', 'application', 'scope', 'consent'];

/** The gates that stand ahead of the limits, when these come first. (assumption `auth.order`) */
export const openingGroups: readonly GateGroup[] = ['front', 'path', 'payload'];
