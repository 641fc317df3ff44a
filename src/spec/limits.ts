import { namesOf } from './names-of.ts';
import type { OperationName } from './routes.ts';
import type { Section } from './sections.ts';
import type { Duration } from './time.ts';

interface LimitBase {
  readonly appliesTo: OperationName | 'interface C' | 'links' | 'downloads' | 'notification' | 'access token';
  readonly section: Section;
  /** The refusal of a request that goes over, where there is one row. Assumption `limits.errorRow` picks among 429s. */
  readonly refusal?: 409 | 413 | 429 | 400 | 403;
}

/** `value` requests in any `within`. */
export interface RateLimit extends LimitBase {
  readonly kind: 'rate';
  readonly value: number;
  readonly unit: string;
  readonly within: Duration;
}

/** `value` at a time. */
export interface CountLimit extends LimitBase {
  readonly kind: 'count';
  readonly value: number;
  readonly unit: string;
}

export interface RangeLimit extends LimitBase {
  readonly kind: 'range';
  readonly least: number;
  readonly value: number;
  readonly usual: number;
  readonly unit: string;
}

export interface TimeLimit extends LimitBase {
  readonly kind: 'time';
  readonly value: Duration;
  readonly unit: string;
}

/** `bytes` takes the decimal reading of the unit, the smaller one: what stays below it stays below both. */
export interface SizeLimit extends LimitBase {
  readonly kind: 'size';
  readonly value: number;
  readonly unit: 'KB' | 'GB';
  readonly bytes: number;
}

export type LimitRow = RateLimit | CountLimit | RangeLimit | TimeLimit | SizeLimit;

export const limits = {
  createRate: {
    kind: 'rate',
    value: 5,
    unit: 'requests per scope id',
    within: '1s',
    appliesTo: 'createDataQuery',
    refusal: 429,
    section: 'Limits, interface C',
  },
  createBurst: {
    kind: 'count',
    value: 5,
    unit: 'concurrent requests per second',
    appliesTo: 'createDataQuery',
    refusal: 429,
    section: 'Limits, interface C',
  },
  createOverall: {
    kind: 'rate',
    value: 20,
    unit: 'requests',
    within: '20m',
    appliesTo: 'createDataQuery',
    refusal: 429,
    section: 'Limits, interface C',
  },
  listRate: {
    kind: 'rate',
    value: 10,
    unit: 'requests',
    within: '1s',
    appliesTo: 'listDataQueryRecords',
    refusal: 429,
    section: 'Limits, interface C',
  },
  listBurst: {
    kind: 'count',
    value: 5,
    unit: 'concurrent requests per second',
    appliesTo: 'listDataQueryRecords',
    refusal: 429,
    section: 'Limits, interface C',
  },
  listDaily: {
    kind: 'rate',
    value: 100_000,
    unit: 'requests',
    within: '1d',
    appliesTo: 'listDataQueryRecords',
    refusal: 429,
    section: 'Limits, interface C',
  },
  pageSize: {
    kind: 'range',
    least: 1,
    value: 250,
    usual: 250,
    unit: 'records per answer',
    appliesTo: 'listDataQueryRecords',
    refusal: 400,
    section: 'Limits, interface C',
  },
  queriesAtOnce: {
    kind: 'count',
    value: 1,
    unit: 'unfinished query per customer and scope',
    appliesTo: 'createDataQuery',
    refusal: 409,
    section: 'Limits, interface C',
  },
  answerMemory: {
    kind: 'time',
    value: '5m',
    unit: 'the same answer for the same parameters',
    appliesTo: 'interface C',
    section: 'Limits, interface C',
  },
  linkLifetime: {
    kind: 'time',
    value: '5m',
    unit: 'since the answer was sent',
    appliesTo: 'links',
    section: 'Limits, interface C',
  },
  listingWindow: {
    kind: 'time',
    value: '1h',
    unit: 'since the notification was sent',
    appliesTo: 'listDataQueryRecords',
    refusal: 403,
    section: 'Limits, interface C',
  },
  downloadSize: {
    kind: 'size',
    value: 2,
    unit: 'GB',
    bytes: 2_000_000_000,
    appliesTo: 'downloads',
    section: 'Limits, interface C',
  },
  notificationSize: {
    kind: 'size',
    value: 1,
    unit: 'KB',
    bytes: 1000,
    appliesTo: 'notification',
    section: 'Limits, interface C',
  },
  tokenLifetime: {
    kind: 'time',
    value: '3600s',
    unit: 'as in the sample; each answer says its own',
    appliesTo: 'access token',
    section: 'Limits, interface B',
  },
} as const satisfies Record<string, LimitRow>;

export type LimitName = keyof typeof limits;

/** A set of all limits, each of its own kind, with whatever values. */
export type Limits = { readonly [Name in LimitName]: Extract<LimitRow, { kind: (typeof limits)[Name]['kind'] }> };

export const limitNames: readonly LimitName[] = namesOf(limits);
