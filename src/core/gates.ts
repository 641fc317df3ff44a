import { type ErrorName, errorSection } from '../spec/errors.ts';
import { serviceFaults, serviceFaultsAt } from '../spec/faults.ts';
import type { Section } from '../spec/sections.ts';
import type { CallFacts } from './facts.ts';

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
  readonly group: GateGroup;
  readonly section: Section;
}

const authentication = 'Authentication, interface C';

const gate = (group: GateGroup, refuses: ErrorName, when: Gate['when'], section: Section = errorSection): Gate => ({
  group,
  refuses,
  when,
  section,
});

/** A gate for each fault of a part of the service. */
const gatesAt = (part: 'front' | 'authorizer' | 'application'): readonly Gate[] =>
  serviceFaultsAt(part).map((name) => gate(part, serviceFaults[name].refuses, (facts) => facts[part] === name));

/**
 * The order of refusals ahead of the operation itself, read from top to bottom: the first that applies answers.
 * The document does not show the order; `auth.order` is the assumption it stands on.
 */
export const gates: readonly Gate[] = [
  ...gatesAt('front'),
  gate('path', 'blankScopeId', (facts) => facts.scopeText === 'blank'),
  gate('path', 'blankQueryId', (facts) => facts.queryText === 'blank'),
  gate('payload', 'requestTooLarge', (facts) => facts.payload === 'tooLarge'),
  gate('payload', 'invalidParameters', (facts) => facts.body === 'unwanted', 'Endpoints, interface C'),
  gate('header', 'missingAuthorizationHeader', (facts) => facts.header === 'missing'),
  gate('header', 'tokenFormatInvalid', (facts) => facts.header === 'malformed', authentication),
  ...gatesAt('authorizer'),
  gate('token', 'tokenInvalid', (facts) => facts.token === 'unknown'),
  gate('token', 'tokenRevoked', (facts) => facts.token === 'revoked', authentication),
  gate('token', 'tokenExpired', (facts) => facts.token === 'expired', authentication),
  gate('token', 'blankSecurityProfileId', (facts) => facts.token === 'withoutProfile'),
  gate('token', 'blankCustomerId', (facts) => facts.token === 'withoutCustomer'),
  gate('token', 'invalidParameters', (facts) => facts.token === 'garbled'),
  ...gatesAt('application'),
  gate('application', 'securityProfileNotFound', (facts) => facts.application === 'gone'),
  gate('application', 'appNotAuthorized', (facts) => facts.application === 'barred'),
  gate('application', 'appNotAllowlisted', (facts) => facts.application === 'notAllowlisted', authentication),
  gate('scope', 'invalidParameters', (facts) => facts.scope === 'malformed'),
  gate('scope', 'scopeIdNotFound', (facts) => facts.scope === 'unknown'),
  gate('scope', 'scopeNotEnabled', (facts) => facts.scope === 'disabled', authentication),
  gate('consent', 'accessNotAuthorized', (facts) => !facts.tokenCoversScope || !facts.consented, authentication),
];

/** The gates that ask who is calling and whether they may. */
export const authorizationGroups: readonly GateGroup[] = ['authorizer', 'token', 'application', 'scope', 'consent'];

/** The gates that stand ahead of the limits, when these come first. (assumption `auth.order`) */
export const openingGroups: readonly GateGroup[] = ['front', 'path', 'payload'];
