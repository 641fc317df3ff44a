import type { AssumptionId, Assumptions } from './assumptions.ts';
import { type ErrorName, errorSection } from './errors.ts';
import type { LimitName } from './limits.ts';
import { namesOf } from './names-of.ts';
import type { Section } from './sections.ts';
import type { Duration } from './time.ts';

/** What is seen on one side of a boundary: a refusal by our name, or that all is well in one of these ways. */
type BoundaryOutcome =
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

type Side = 'short' | 'past';

/** The side that the very instant belongs to where the document leaves it open, by the variants that decide. */
const openInstants = {
  'token.expiryBoundary': { dead: 'past', alive: 'short' },
  'cache.boundary': { 'new-answer': 'past', 'old-answer': 'short' },
  'links.boundary': { dead: 'past', usable: 'short' },
  'list.windowBoundary': { open: 'short', closed: 'past' },
  'limits.boundary': { forgotten: 'past', counted: 'short' },
} as const satisfies Partial<Record<AssumptionId, Readonly<Record<string, Side>>>>;

interface BoundaryRow {
  /** The limit whose value it is, or the assumption that stands for one the document does not show. */
  readonly of: LimitName | AssumptionId;
  /** Where it stands: a length of time, or a number of units. */
  readonly at: Duration | number;
  /** What a number counts, where it is not requests. */
  readonly unit?: 'records' | 'bytes';
  /** What has to be set for there to be such a boundary. */
  readonly given?: Partial<Assumptions>;
  /** One unit short of it, and one unit past it. */
  readonly seen: readonly [short: BoundaryOutcome, past: BoundaryOutcome];
  /** The side that it belongs to itself, or the assumption that decides. */
  readonly itself: Side | keyof typeof openInstants;
  /** Where it is drawn, if not among the limits of interface C. */
  readonly section?: Section;
}

/** Every place where the document draws a line, for tests and for whoever looks for clients that step on it. */
const boundaries = {
  tokenLife: {
    of: 'tokenLifetime',
    at: '3600s',
    seen: ['works', 'tokenExpired'],
    itself: 'token.expiryBoundary',
    section: 'Limits, interface B',
  },
  storeTokenLife: {
    of: 'tokenLifetime',
    at: '3600s',
    seen: ['works', 'refused'],
    itself: 'token.expiryBoundary',
    section: 'Authentication, interface B',
  },
  answerMemory: { of: 'answerMemory', at: '5m', seen: ['remembered', 'anew'], itself: 'cache.boundary' },
  authorizationMemory: {
    of: 'answerMemory',
    at: '5m',
    given: { 'cache.meaning': 'authorization-only' },
    seen: ['works', 'tokenRevoked'],
    itself: 'cache.boundary',
  },
  linkLife: { of: 'linkLifetime', at: '5m', seen: ['works', 'refused'], itself: 'links.boundary' },
  linkLifeRenewed: {
    of: 'linkLifetime',
    at: '5m',
    given: { 'links.lifetimeUnderCache': 'every-sending' },
    seen: ['works', 'refused'],
    itself: 'links.boundary',
  },
  listingHour: { of: 'listingWindow', at: '1h', seen: ['works', 'accessTimeElapsed'], itself: 'list.windowBoundary' },
  pageTokenHour: { of: 'listingWindow', at: '1h', seen: ['works', 'accessTimeElapsed'], itself: 'list.windowBoundary' },
  pageTokenLife: {
    of: 'list.tokenLifetime',
    at: '5m',
    given: { 'list.tokenLifetime': '5m' },
    seen: ['works', 'invalidNextPage'],
    itself: 'past',
    section: 'Endpoints, interface C',
  },
  createsInASecond: { of: 'createRate', at: 5, seen: ['works', 'scopeThrottled'], itself: 'short' },
  secondOfCreates: { of: 'createRate', at: '1s', seen: ['scopeThrottled', 'works'], itself: 'limits.boundary' },
  createsAtOnce: { of: 'createBurst', at: 5, seen: ['works', 'tooManyRequests'], itself: 'short' },
  createsInTwentyMinutes: { of: 'createOverall', at: 20, seen: ['works', 'tooManyRequests'], itself: 'short' },
  twentyMinutesOfCreates: {
    of: 'createOverall',
    at: '20m',
    seen: ['tooManyRequests', 'works'],
    itself: 'limits.boundary',
  },
  listsInASecond: { of: 'listRate', at: 10, seen: ['works', 'scopeThrottled'], itself: 'short' },
  secondOfLists: { of: 'listRate', at: '1s', seen: ['scopeThrottled', 'works'], itself: 'limits.boundary' },
  listsAtOnce: { of: 'listBurst', at: 5, seen: ['works', 'tooManyRequests'], itself: 'short' },
  listsInADay: { of: 'listDaily', at: 100_000, seen: ['works', 'quotaExceeded'], itself: 'short' },
  dayOfLists: { of: 'listDaily', at: '1d', seen: ['quotaExceeded', 'works'], itself: 'limits.boundary' },
  fewestResults: { of: 'pageSize', at: 1, unit: 'records', seen: ['invalidMaxResults', 'works'], itself: 'past' },
  mostResults: { of: 'pageSize', at: 250, unit: 'records', seen: ['works', 'invalidMaxResults'], itself: 'short' },
  onePageOfRecords: {
    of: 'pageSize',
    at: 250,
    unit: 'records',
    seen: ['last page', 'page token'],
    itself: 'short',
    section: 'Endpoints, interface C',
  },
  payload: {
    of: 'query.maxPayload',
    at: 262_144,
    unit: 'bytes',
    seen: ['works', 'requestTooLarge'],
    itself: 'short',
    section: errorSection,
  },
} as const satisfies Record<string, BoundaryRow>;

export type BoundaryName = keyof typeof boundaries;

export const boundaryNames: readonly BoundaryName[] = namesOf(boundaries);

/** One unit short of the boundary, at it, and one unit past it. */
type AroundBoundary = readonly [short: BoundaryOutcome, at: BoundaryOutcome, past: BoundaryOutcome];

export interface Boundary extends Pick<BoundaryRow, 'of' | 'at' | 'given'> {
  /** What one step to either side is: a millisecond, a request, a record, a byte. */
  readonly unit: 'ms' | 'requests' | 'records' | 'bytes';
  readonly decidedBy: AssumptionId | undefined;
  /** By the variants of the assumption that decides; under `always` where none does. */
  readonly outcomes: Readonly<Record<string, AroundBoundary>>;
  readonly section: Section;
}

export const boundary = (name: BoundaryName): Boundary => {
  const { unit, seen, itself, section = 'Limits, interface C', ...row }: BoundaryRow = boundaries[name];
  const isDecided = itself === 'short' || itself === 'past';
  const sides: Readonly<Record<string, Side>> = isDecided ? { always: itself } : openInstants[itself];
  const [short, past] = seen;
  return {
    ...row,
    unit: typeof row.at === 'string' ? 'ms' : (unit ?? 'requests'),
    decidedBy: isDecided ? undefined : itself,
    outcomes: Object.fromEntries(
      Object.entries(sides).map(([variant, side]) => [variant, [short, side === 'short' ? short : past, past]]),
    ),
    section,
  };
};

/** The limits that nothing can come near, and why. */
export const beyondReach: Readonly<Partial<Record<LimitName, string>>> = {
  queriesAtOnce: 'One query is the least there can be; what becomes of a second is a matter of states, not of size.',
  downloadSize: 'A file may have up to so many bytes; data with a larger one is refused when a simulation starts.',
  notificationSize: 'The service keeps this one itself: a notification has a few fields of fixed length.',
};
