import { namesOf } from './names-of.ts';
import type { OperationName } from './routes.ts';
import type { Section } from './sections.ts';
import type { Duration } from './time.ts';

interface LimitBase {
  readonly appliesTo: OperationName | 'interface C' | 'links' | 'downloads' | 'notification' | 'access token';
  readonly section: Section;
  readonly unit: string;
  /** The refusal of a request that goes over, where there is one row. Assumption `limits.errorRow` picks among 429s. */
  readonly refusal?: 409 | 413 | 429 | 400 | 403;
}

/** `value` requests in any `within`. */
export interface RateLimit extends LimitBase {
  readonly kind: 'rate';
  readonly value: number;
  readonly within: Duration;
}

/** `value` at a time. */
interface CountLimit extends LimitBase {
  readonly kind: 'count';
  readonly value: number;
}

interface RangeLimit extends LimitBase {
  readonly kind: 'range';
  readonly least: number;
  readonly value: number;
  readonly usual: number;
}

export interface TimeLimit extends LimitBase {
  readonly kind: 'time';
  readonly value: Duration;
}

/** `bytes` takes the decimal reading of the unit, the smaller one: what stays below it stays below both. */
interface SizeLimit extends LimitBase {
  readonly kind: 'size';
  readonly value: number;
  readonly unit: 'KB' | 'GB';
  readonly bytes: number;
}

export type LimitRow = RateLimit | CountLimit | RangeLimit | TimeLimit | SizeLimit;

const section = 'Limits, interface C';
const creates = { appliesTo: 'createDataQuery', section } as const;
const lists = { appliesTo: 'listDataQueryRecords', section } as const;

/** To what limits are set, of those that are set otherwise. */
export interface LimitValues {
  readonly createRate?: number;
  readonly createBurst?: number;
  readonly createOverall?: number;
  readonly listRate?: number;
  readonly listBurst?: number;
  readonly listDaily?: number;
  readonly pageSize?: number;
  readonly queriesAtOnce?: number;
  readonly answerMemory?: Duration;
  readonly linkLifetime?: Duration;
  readonly listingWindow?: Duration;
  readonly downloadSize?: number;
  readonly notificationSize?: number;
  readonly tokenLifetime?: Duration;
}

export type LimitName = keyof LimitValues;

export const limits = {
  createRate: { kind: 'rate', value: 5, unit: 'requests per scope id', within: '1s', ...creates, refusal: 429 },
  createBurst: { kind: 'count', value: 5, unit: 'concurrent requests per second', ...creates, refusal: 429 },
  createOverall: { kind: 'rate', value: 20, unit: 'requests', within: '20m', ...creates, refusal: 429 },
  listRate: { kind: 'rate', value: 10, unit: 'requests', within: '1s', ...lists, refusal: 429 },
  listBurst: { kind: 'count', value: 5, unit: 'concurrent requests per second', ...lists, refusal: 429 },
  listDaily: { kind: 'rate', value: 100_000, unit: 'requests', within: '1d', ...lists, refusal: 429 },
  pageSize: { kind: 'range', least: 1, value: 250, usual: 250, unit: 'records per answer', ...lists, refusal: 400 },
  queriesAtOnce: { kind: 'count', value: 1, unit: 'unfinished query per customer and scope', ...creates, refusal: 409 },
  answerMemory: {
    kind: 'time',
    value: '5m',
    unit: 'the same answer for the same parameters',
    appliesTo: 'interface C',
    section,
  },
  linkLifetime: { kind: 'time', value: '5m', unit: 'since the answer was sent', appliesTo: 'links', section },
  listingWindow: { kind: 'time', value: '1h', unit: 'since the notification was sent', ...lists, refusal: 403 },
  downloadSize: { kind: 'size', value: 2, unit: 'GB', bytes: 2_000_000_000, appliesTo: 'downloads', section },
  notificationSize: { kind: 'size', value: 1, unit: 'KB', bytes: 1000, appliesTo: 'notification', section },
  tokenLifetime: {
    kind: 'time',
    value: '3600s',
    unit: 'as in the sample; each answer says its own',
    appliesTo: 'access token',
    section: 'Limits, interface B',
  },
} as const satisfies { readonly [Name in LimitName]: LimitRow & { readonly value: Required<LimitValues>[Name] } };

/** A set of all limits, each of its own kind, with whatever values. */
export type Limits = {
  readonly [Name in LimitName]: Extract<LimitRow, { readonly kind: (typeof limits)[Name]['kind'] }>;
};

export const limitNames: readonly LimitName[] = namesOf(limits);
