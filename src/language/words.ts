import type { TokenId } from '../core/action.ts';
import { namesOf } from '../spec/names-of.ts';
import { operationNames } from '../spec/routes.ts';
import type { EventName } from '../core/event.ts';
import type { ExchangeName, Grant, StepAction, Where } from './ast.ts';

/** Everything a step can stand in front of. */
export const exchangeNames: readonly ExchangeName[] = [...operationNames, 'notification'];

/** The ways to say when a step happens, with the fields that go with each; `wait` stands in sequences only, `at` never. */
export const triggerFields = {
  at: ['at', 'where', 'chance'],
  after: ['after', 'wait', 'nth', 'where', 'chance'],
  on: ['on', 'nth', 'where', 'chance'],
  wait: ['wait', 'where', 'chance'],
} as const satisfies Record<string, readonly string[]>;

/** What stands before the steps that follow one, one after the other. */
export const sequenceKey = 'then';

/** What may follow `do:`, with the fields that go with each. */
export const verbFields = {
  expireToken: ['customer', 'application'],
  revokeToken: ['customer', 'application'],
  blankToken: ['customer', 'lacks'],
  garbleToken: ['customer', 'garbles'],
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
  beginFault: ['fault', 'for'],
  endFault: ['fault'],
  regionDown: ['region', 'fails', 'for'],
  regionUp: ['region'],
  loseNotification: ['times', 'for'],
  delayNotification: ['by', 'times', 'for'],
  repeatNotification: ['copies', 'by', 'times', 'for'],
} as const satisfies Record<Verb, readonly string[]>;

type Verb = Exclude<StepAction['do'], 'fail' | 'fault' | 'elapse'>;

/** The field that is the first argument of a verb's call: what it cannot do without. */
export const callFields: Readonly<Partial<Record<StepAction['do'], string>>> = {
  blankToken: 'lacks',
  garbleToken: 'garbles',
  expireStoreToken: 'store',
  revokeStoreToken: 'store',
  createProfile: 'application',
  enableScope: 'scope',
  disableScope: 'scope',
  attachProfile: 'api',
  detachProfile: 'api',
  beginFault: 'fault',
  endFault: 'fault',
  regionDown: 'region',
  regionUp: 'region',
  delayNotification: 'by',
  fail: 'fail',
  fault: 'fault',
  elapse: 'elapse',
};

export const verbs = namesOf(verbFields);

/** What is said by a key of its own, with the fields that go with each. */
export const plainFields = {
  fail: ['fail', 'times', 'for', 'operation'],
  fault: ['fault', 'by', 'pieces', 'times', 'for', 'operation'],
  elapse: ['elapse'],
  together: ['together'],
} as const satisfies Record<string, readonly string[]>;

/** The ways to say what happens, by the key that says it. */
export const actionKeys = ['do', ...namesOf(plainFields)] as const;

/** What can be asked of each exchange. */
export const exchangeFilters = {
  sendEmail: [],
  requestToken: ['application', 'customer', 'scope', 'grant'],
  callSubmission: ['application'],
  callReporting: ['application'],
  createDataQuery: ['region', 'customer', 'scope', 'application'],
  listDataQueryRecords: ['region', 'customer', 'scope', 'application', 'page'],
  downloadFile: ['customer', 'scope', 'application', 'record'],
  downloadSchema: ['customer', 'scope', 'application', 'record'],
  notification: ['region', 'customer', 'scope', 'application', 'status'],
} as const satisfies Record<ExchangeName, readonly (keyof Where)[]>;

/** What can be asked of each event. */
export const eventFilters = {
  tokenIssued: ['customer', 'scope'],
  tokenRefreshed: ['customer', 'scope'],
  created: ['customer', 'scope'],
  completed: ['customer', 'scope'],
  canceled: ['customer', 'scope'],
  notified: ['customer', 'scope'],
  listed: ['customer', 'scope'],
  downloaded: ['customer', 'scope'],
  mailSent: [],
} as const satisfies Record<EventName, readonly (keyof Where)[]>;

export const grants: readonly Grant[] = ['client_credentials', 'authorization_code', 'refresh_token'];

/** No upper bound of a count: finite, so that a scenario stays JSON. */
export const unbounded = Number.MAX_SAFE_INTEGER;

export const tokenIds: readonly TokenId[] = ['customerId', 'profileId'];
