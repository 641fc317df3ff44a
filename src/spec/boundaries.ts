import type { AssumptionId, Assumptions } from './assumptions.ts';
import { type ErrorName, errorSection } from './errors.ts';
import type { LimitName } from './limits.ts';
import { namesOf } from './names-of.ts';
import type { Section } from './sections.ts';
import type { Duration } from './time.ts';

/** What is seen on one side of a boundary: a refusal by our name, or that all is well in one of these ways. */
export type BoundaryOutcome =
  | ErrorName
  /** The call, token or link is as good as ever. */
  | 'works'
  /** A store area or a link address refuses. */
  | 'refused'
  /** The remembered answer, or one of its own. */
  | 'remembered'
  | 'anew'
  /** A page that is the last, or one with a page token. */
  | 'last page'
  | 'page token';

/** One unit short of the boundary, at it, and one unit past it. */
export type AroundBoundary = readonly [below: BoundaryOutcome, at: BoundaryOutcome, above: BoundaryOutcome];

export interface Boundary {
  /** What one step to either side is: a millisecond, a request, a record, a byte. */
  readonly unit: 'ms' | 'requests' | 'records' | 'bytes';
  /** The limit whose value it is, or the assumption that stands for one the document does not show. */
  readonly of: LimitName | AssumptionId;
  /** Where it stands: a length of time, or a number of units. */
  readonly at: Duration | number;
  /** What has to be set for there to be such a boundary. */
  readonly given?: Partial<Assumptions>;
  /** The assumption that decides the very instant, where the document leaves it open. */
  readonly decidedBy?: AssumptionId;
  /** By the variants of that assumption; under `always` where none decides. */
  readonly outcomes: Readonly<Record<string, AroundBoundary>>;
  readonly section: Section;
}

const limitSection = 'Limits, interface C';

/** Every place where the document draws a line, for tests and for whoever looks for clients that step on it. */
const boundaries = {
  tokenLife: {
    unit: 'ms',
    of: 'tokenLifetime',
    at: '3600s',
    decidedBy: 'token.expiryBoundary',
    outcomes: { dead: ['works', 'tokenExpired', 'tokenExpired'], alive: ['works', 'works', 'tokenExpired'] },
    section: 'Limits, interface B',
  },
  storeTokenLife: {
    unit: 'ms',
    of: 'tokenLifetime',
    at: '3600s',
    decidedBy: 'token.expiryBoundary',
    outcomes: { dead: ['works', 'refused', 'refused'], alive: ['works', 'works', 'refused'] },
    section: 'Authentication, interface B',
  },
  answerMemory: {
    unit: 'ms',
    of: 'answerMemory',
    at: '5m',
    decidedBy: 'cache.boundary',
    outcomes: { 'new-answer': ['remembered', 'anew', 'anew'], 'old-answer': ['remembered', 'remembered', 'anew'] },
    section: limitSection,
  },
  authorizationMemory: {
    unit: 'ms',
    of: 'answerMemory',
    at: '5m',
    given: { 'cache.meaning': 'authorization-only' },
    decidedBy: 'cache.boundary',
    outcomes: {
      'new-answer': ['works', 'tokenRevoked', 'tokenRevoked'],
      'old-answer': ['works', 'works', 'tokenRevoked'],
    },
    section: limitSection,
  },
  linkLife: {
    unit: 'ms',
    of: 'linkLifetime',
    at: '5m',
    decidedBy: 'links.boundary',
    outcomes: { dead: ['works', 'refused', 'refused'], usable: ['works', 'works', 'refused'] },
    section: limitSection,
  },
  linkLifeRenewed: {
    unit: 'ms',
    of: 'linkLifetime',
    at: '5m',
    given: { 'links.lifetimeUnderCache': 'every-sending' },
    decidedBy: 'links.boundary',
    outcomes: { dead: ['works', 'refused', 'refused'], usable: ['works', 'works', 'refused'] },
    section: limitSection,
  },
  listingHour: {
    unit: 'ms',
    of: 'listingWindow',
    at: '1h',
    decidedBy: 'list.windowBoundary',
    outcomes: {
      open: ['works', 'works', 'accessTimeElapsed'],
      closed: ['works', 'accessTimeElapsed', 'accessTimeElapsed'],
    },
    section: limitSection,
  },
  pageTokenHour: {
    unit: 'ms',
    of: 'listingWindow',
    at: '1h',
    decidedBy: 'list.windowBoundary',
    outcomes: {
      open: ['works', 'works', 'accessTimeElapsed'],
      closed: ['works', 'accessTimeElapsed', 'accessTimeElapsed'],
    },
    section: limitSection,
  },
  pageTokenLife: {
    unit: 'ms',
    of: 'list.tokenLifetime',
    at: '5m',
    given: { 'list.tokenLifetime': '5m' },
    outcomes: { always: ['works', 'invalidNextPage', 'invalidNextPage'] },
    section: 'Endpoints, interface C',
  },
  createsInASecond: {
    unit: 'requests',
    of: 'createRate',
    at: 5,
    outcomes: { always: ['works', 'works', 'scopeThrottled'] },
    section: limitSection,
  },
  secondOfCreates: {
    unit: 'ms',
    of: 'createRate',
    at: '1s',
    decidedBy: 'limits.boundary',
    outcomes: {
      forgotten: ['scopeThrottled', 'works', 'works'],
      counted: ['scopeThrottled', 'scopeThrottled', 'works'],
    },
    section: limitSection,
  },
  createsAtOnce: {
    unit: 'requests',
    of: 'createBurst',
    at: 5,
    outcomes: { always: ['works', 'works', 'tooManyRequests'] },
    section: limitSection,
  },
  createsInTwentyMinutes: {
    unit: 'requests',
    of: 'createOverall',
    at: 20,
    outcomes: { always: ['works', 'works', 'tooManyRequests'] },
    section: limitSection,
  },
  twentyMinutesOfCreates: {
    unit: 'ms',
    of: 'createOverall',
    at: '20m',
    decidedBy: 'limits.boundary',
    outcomes: {
      forgotten: ['tooManyRequests', 'works', 'works'],
      counted: ['tooManyRequests', 'tooManyRequests', 'works'],
    },
    section: limitSection,
  },
  listsInASecond: {
    unit: 'requests',
    of: 'listRate',
    at: 10,
    outcomes: { always: ['works', 'works', 'scopeThrottled'] },
    section: limitSection,
  },
  secondOfLists: {
    unit: 'ms',
    of: 'listRate',
    at: '1s',
    decidedBy: 'limits.boundary',
    outcomes: {
      forgotten: ['scopeThrottled', 'works', 'works'],
      counted: ['scopeThrottled', 'scopeThrottled', 'works'],
    },
    section: limitSection,
  },
  listsAtOnce: {
    unit: 'requests',
    of: 'listBurst',
    at: 5,
    outcomes: { always: ['works', 'works', 'tooManyRequests'] },
    section: limitSection,
  },
  listsInADay: {
    unit: 'requests',
    of: 'listDaily',
    at: 100_000,
    outcomes: { always: ['works', 'works', 'quotaExceeded'] },
    section: limitSection,
  },
  dayOfLists: {
    unit: 'ms',
    of: 'listDaily',
    at: '1d',
    decidedBy: 'limits.boundary',
    outcomes: {
      forgotten: ['quotaExceeded', 'works', 'works'],
      counted: ['quotaExceeded', 'quotaExceeded', 'works'],
    },
    section: limitSection,
  },
  fewestResults: {
    unit: 'records',
    of: 'pageSize',
    at: 1,
    outcomes: { always: ['invalidMaxResults', 'works', 'works'] },
    section: limitSection,
  },
  mostResults: {
    unit: 'records',
    of: 'pageSize',
    at: 250,
    outcomes: { always: ['works', 'works', 'invalidMaxResults'] },
    section: limitSection,
  },
  onePageOfRecords: {
    unit: 'records',
    of: 'pageSize',
    at: 250,
    outcomes: { always: ['last page', 'last page', 'page token'] },
    section: 'Endpoints, interface C',
  },
  payload: {
    unit: 'bytes',
    of: 'query.maxPayload',
    at: 262_144,
    outcomes: { always: ['works', 'works', 'requestTooLarge'] },
    section: errorSection,
  },
} as const satisfies Record<string, Boundary>;

export type BoundaryName = keyof typeof boundaries;

export const boundaryNames: readonly BoundaryName[] = namesOf(boundaries);

/** A row under its general type, so that absent parts read as undefined. */
export const boundary = (name: BoundaryName): Boundary => boundaries[name];

/** The limits that nothing can come near, and why. */
export const beyondReach: Readonly<Partial<Record<LimitName, string>>> = {
  queriesAtOnce: 'One query is the least there can be; what becomes of a second is a matter of states, not of size.',
  downloadSize: 'A file may have up to so many bytes; data with a larger one is refused when a simulation starts.',
  notificationSize: 'The service keeps this one itself: a notification has a few fields of fixed length.',
};
