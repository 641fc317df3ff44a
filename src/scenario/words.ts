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

/** What may follow `do:`, with the fields that go with each. `fail` and `elapse` are keys of their own. */
export const verbFields = {
  expireToken: ['customer'],
  revokeToken: ['customer'],
  expireStoreToken: ['store'],
  revokeStoreToken: ['store'],
  revokeConsent: ['customer', 'scope'],
  expireConsent: ['customer', 'scope'],
  grantConsent: ['customer', 'scope'],
  holdAccount: ['customer', 'for'],
  releaseAccount: ['customer'],
} as const satisfies Record<Exclude<StepAction['do'], 'fail' | 'elapse'>, readonly string[]>;

export const verbs = namesOf(verbFields);

/** The ways to say what happens, by the key that says it. */
export const actionKeys = ['do', 'fail', 'elapse'] as const;

/** No upper bound of a count: finite, so that a scenario stays JSON. */
export const unbounded = Number.MAX_SAFE_INTEGER;
