import type { BlankId, Loss } from '../core/action.ts';
import { namesOf } from '../spec/names-of.ts';
import { operationNames } from '../spec/routes.ts';
import type { ExchangeName, StepAction } from './ast.ts';

/** Everything a step can stand in front of. */
export const exchangeNames: readonly ExchangeName[] = [...operationNames, 'notification'];

/** The ways to say when a step happens, with the fields that go with each. */
export const triggerFields = {
  at: ['at'],
  after: ['after', 'wait', 'nth'],
  on: ['on', 'nth'],
} as const satisfies Record<string, readonly string[]>;

/** What may follow `do:`, with the fields that go with each. `fail`, `accident` and `elapse` are keys of their own. */
export const verbFields = {
  expireToken: ['customer', 'application'],
  revokeToken: ['customer', 'application'],
  blankToken: ['customer', 'lacks'],
  expireStoreToken: ['store'],
  revokeStoreToken: ['store'],
  revokeConsent: ['customer', 'scope', 'application'],
  expireConsent: ['customer', 'scope', 'application'],
  grantConsent: ['customer', 'scope', 'application', 'for'],
  holdAccount: ['customer', 'for'],
  releaseAccount: ['customer'],
  finishCollection: ['customer', 'scope'],
  createProfile: ['application'],
  deleteProfile: ['application'],
  rotateSecret: ['application'],
  allowlistApp: ['application'],
  delistApp: ['application'],
  enableScope: ['application', 'scope'],
  disableScope: ['application', 'scope'],
  attachProfile: ['application', 'api'],
  detachProfile: ['application', 'api'],
  beginTrouble: ['trouble', 'for'],
  endTrouble: ['trouble'],
  regionDown: ['region', 'fails', 'for'],
  regionUp: ['region'],
  loseAnswer: ['operation', 'loss', 'times'],
  delayAnswer: ['operation', 'by', 'times'],
  loseNotification: ['times'],
  delayNotification: ['by', 'times'],
  repeatNotification: ['copies', 'by', 'times'],
} as const satisfies Record<Verb, readonly string[]>;

type Verb = Exclude<StepAction['do'], 'fail' | 'accident' | 'elapse'>;

export const verbs = namesOf(verbFields);

/** The ways to say what happens, by the key that says it. */
export const actionKeys = ['do', 'fail', 'accident', 'elapse'] as const;

/** No upper bound of a count: finite, so that a scenario stays JSON. */
export const unbounded = Number.MAX_SAFE_INTEGER;

export const blankIds: readonly BlankId[] = ['customerId', 'profileId'];

export const losses: readonly Loss[] = ['reset', 'silence'];
