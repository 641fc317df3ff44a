import type { ErrorName } from '../spec/errors.ts';
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

/** A gate for each fault of a part of the service. */
const gatesAt = (part: 'front' | 'authorizer' | 'application', find: (facts: CallFacts) => string): readonly Gate[] =>
  serviceFaultsAt(part).map((name) => ({
    group: part,
    refuses: serviceFaults[name].refuses,
    when: (facts) => find(facts) === name,
    section: 'Errors, interface C',
  }));

/**
 * The order of refusals ahead of the operation itself, read from top to bottom: the first that applies answers.
 * The document does not show the order; `auth.order` is the assumption it stands on.
 */
export const gates = [
  ...gatesAt('front', (facts) => facts.front),
  {
    group: 'path',
    refuses: 'blankScopeId',
    when: (facts) => facts.scopeText === 'blank',
    section: 'Errors, interface C',
  },
  {
    group: 'path',
    refuses: 'blankQueryId',
    when: (facts) => facts.queryText === 'blank',
    section: 'Errors, interface C',
  },
  {
    group: 'payload',
    refuses: 'requestTooLarge',
    when: (facts) => facts.payload === 'tooLarge',
    section: 'Errors, interface C',
  },
  {
    group: 'payload',
    refuses: 'invalidParameters',
    when: (facts) => facts.body === 'unwanted',
    section: 'Endpoints, interface C',
  },
  {
    group: 'header',
    refuses: 'missingAuthorizationHeader',
    when: (facts) => facts.header === 'missing',
    section: 'Errors, interface C',
  },
  {
    group: 'header',
    refuses: 'tokenFormatInvalid',
    when: (facts) => facts.header === 'malformed',
    section: 'Authentication, interface C',
  },
  ...gatesAt('authorizer', (facts) => facts.authorizer),
  {
    group: 'token',
    refuses: 'tokenInvalid',
    when: (facts) => facts.token === 'unknown',
    section: 'Errors, interface C',
  },
  {
    group: 'token',
    refuses: 'tokenRevoked',
    when: (facts) => facts.token === 'revoked',
    section: 'Authentication, interface C',
  },
  {
    group: 'token',
    refuses: 'tokenExpired',
    when: (facts) => facts.token === 'expired',
    section: 'Authentication, interface C',
  },
  {
    group: 'token',
    refuses: 'blankSecurityProfileId',
    when: (facts) => facts.token === 'withoutProfile',
    section: 'Errors, interface C',
  },
  {
    group: 'token',
    refuses: 'blankCustomerId',
    when: (facts) => facts.token === 'withoutCustomer',
    section: 'Errors, interface C',
  },
  {
    group: 'token',
    refuses: 'invalidParameters',
    when: (facts) => facts.token === 'garbled',
    section: 'Errors, interface C',
  },
  ...gatesAt('application', (facts) => facts.application),
  {
    group: 'application',
    refuses: 'securityProfileNotFound',
    when: (facts) => facts.application === 'gone',
    section: 'Errors, interface C',
  },
  {
    group: 'application',
    refuses: 'appNotAuthorized',
    when: (facts) => facts.application === 'barred',
    section: 'Errors, interface C',
  },
  {
    group: 'application',
    refuses: 'appNotAllowlisted',
    when: (facts) => facts.application === 'notAllowlisted',
    section: 'Authentication, interface C',
  },
  {
    group: 'scope',
    refuses: 'invalidParameters',
    when: (facts) => facts.scope === 'malformed',
    section: 'Errors, interface C',
  },
  {
    group: 'scope',
    refuses: 'scopeIdNotFound',
    when: (facts) => facts.scope === 'unknown',
    section: 'Errors, interface C',
  },
  {
    group: 'scope',
    refuses: 'scopeNotEnabled',
    when: (facts) => facts.scope === 'disabled',
    section: 'Authentication, interface C',
  },
  {
    group: 'consent',
    refuses: 'accessNotAuthorized',
    when: (facts) => !facts.tokenCoversScope || !facts.consented,
    section: 'Authentication, interface C',
  },
] satisfies readonly Gate[];

/** The gates that ask who is calling and whether he may. */
export const authorizationGroups: readonly GateGroup[] = ['authorizer', 'token', 'application', 'scope', 'consent'];

/** The gates that stand ahead of the limits, when these come first. (assumption `auth.order`) */
export const openingGroups: readonly GateGroup[] = ['front', 'path', 'payload'];
