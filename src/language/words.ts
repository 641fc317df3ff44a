import type { TokenId } from '../core/action.ts';
import type { LimitName } from '../spec/limits.ts';
import { grants as grantRows } from '../spec/grants.ts';
import { namesOf } from '../spec/names-of.ts';
import { operationNames } from '../spec/routes.ts';
import type { EventName } from '../core/event.ts';
import type { ExchangeName, Grant, Where } from './ast.ts';

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

/** What stands before several things at one moment. */
export const groupKey = 'together';

/** What that does: the one thing that happens and is no verb. */
export const group = {
  does: 'Several things happen at one moment, in their order.',
  example: '{ after: created, together: [{ do: expireToken }, { do: regionDown, region: eu-west-1 }] }',
} as const;

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

export const grants: readonly Grant[] = namesOf(grantRows);

/** No upper bound of a count: finite, so that a scenario stays JSON. */
export const unbounded = Number.MAX_SAFE_INTEGER;

export const tokenIds: readonly TokenId[] = ['customerId', 'profileId'];

/** The limits of the table that a scenario can set otherwise. */
export const settableLimits = [
  'createRate',
  'createBurst',
  'createOverall',
  'listRate',
  'listBurst',
  'listDaily',
  'pageSize',
  'answerMemory',
  'linkLifetime',
  'listingWindow',
] as const satisfies readonly LimitName[];
