import type { Weighed } from './answer.ts';
import { eventAt, happenedSince, type History } from './history.ts';
import { lengths, type RowName } from './rows.ts';

/** The six limits of interface C, each by what it counts. */

type LimitName = 'createRate' | 'createBurst' | 'createOverall' | 'listRate' | 'listBurst' | 'listDaily';

export interface Excess {
  readonly limit: LimitName;
  readonly row: RowName;
  /** When the limit would admit one request. */
  readonly freeAt: number;
}

type Weighing = Omit<Weighed, 'admitted'>;

const orders: Readonly<Record<'createDataQuery' | 'listDataQueryRecords', readonly LimitName[]>> = {
  createDataQuery: ['createRate', 'createBurst', 'createOverall'],
  listDataQueryRecords: ['listRate', 'listBurst', 'listDaily'],
};

const isBase = (limit: LimitName): boolean => limit === 'createRate' || limit === 'listRate';

/** Whether two requests share a limit. (limits.who) */
const share = (history: History, limit: LimitName, one: Weighing, other: Weighing): boolean => {
  if (one.operation !== other.operation) return false;
  if (history.settings.choices['limits.who'] === 'per-application') return one.application === other.application;
  return one.scope === other.scope && (isBase(limit) || one.application === other.application);
};

/** The requests before this one that share a limit with it and that limits looked at, oldest first. */
const weighedBefore = (history: History, limit: LimitName, index: number, weighing: Weighing) =>
  history.answers.slice(0, index).flatMap(({ weighed }, other) => {
    if (weighed === undefined || !share(history, limit, weighed, weighing)) return [];
    return [{ index: other, at: eventAt(history, other).at, admitted: weighed.admitted }];
  });

const countsRefused = (history: History): boolean => history.settings.choices['limits.throttledCounts'] === 'counted';

const stretch = (limit: LimitName): number => {
  if (isBase(limit)) return lengths.second;
  return limit === 'listDaily' ? lengths.day : lengths.overall;
};

/** Whether windows lie end to end, aligned to the clock, or end now. (limits.window, limits.quotaReset) */
const isAligned = (history: History, limit: LimitName): boolean => {
  const { choices } = history.settings;
  return limit === 'listDaily' ? choices['limits.quotaReset'] === 'midnight-utc' : choices['limits.window'] === 'fixed';
};

/** Whether a request at one instant still counts at another. (limits.boundary) */
const stillCounts = (history: History, limit: LimitName, at: number, now: number): boolean => {
  const within = stretch(limit);
  if (isAligned(history, limit)) return Math.floor(at / within) === Math.floor(now / within);
  return history.settings.choices['limits.boundary'] === 'forgotten' ? now - at < within : now - at <= within;
};

/** A rate is exceeded when as many requests as it allows still count. */
const excessOfRate = (history: History, limit: LimitName, index: number, weighing: Weighing): number | undefined => {
  const { at: now } = eventAt(history, index);
  const value = history.settings.limits[limit];
  const counted = weighedBefore(history, limit, index, weighing)
    .filter(({ admitted }) => admitted || countsRefused(history))
    .map(({ at }) => at);
  const countAt = (instants: readonly number[], then: number): number =>
    instants.filter((at) => stillCounts(history, limit, at, then)).length;
  if (countAt(counted, now) < value) return undefined;
  const all = countsRefused(history) ? [...counted, now] : counted;
  const within = stretch(limit);
  const changes = isAligned(history, limit)
    ? [(Math.floor(now / within) + 1) * within]
    : all.flatMap((at) => [at + within, at + within + 1]).sort((one, other) => one - other);
  return changes.find((then) => then > now && countAt(all, then) < value);
};

/** A burst in flight is exceeded when as many as allowed are admitted and not delivered. */
const excessInFlight = (history: History, limit: LimitName, index: number, weighing: Weighing): number | undefined => {
  const underWay = weighedBefore(history, limit, index, weighing).filter(({ index: other, admitted }) => {
    const event = eventAt(history, other);
    if (!admitted || !('held' in event) || !event.held) return false;
    return !happenedSince(history, other, index, ({ kind, ...rest }) => {
      return kind === 'delivered' && 'request' in rest && rest.request.of === other;
    });
  });
  return underWay.length < history.settings.limits[limit] ? undefined : eventAt(history, index).at + lengths.second;
};

/**
 * A bucket holds as many tokens as a burst allows and is refilled at the base rate. In thousandths of a token, the rate
 * per second is what flows in per millisecond.
 */
const excessOfBucket = (history: History, limit: LimitName, index: number, weighing: Weighing): number | undefined => {
  const { at: now } = eventAt(history, index);
  const full = history.settings.limits[limit] * 1000;
  const inflow = history.settings.limits[limit === 'createBurst' ? 'createRate' : 'listRate'];
  const refill = (level: number, since: number, until: number): number =>
    Math.min(full, level + (until - since) * inflow);
  const taken = (level: number, admitted: boolean): number =>
    admitted || countsRefused(history) ? Math.max(0, level - 1000) : level;
  const { level, since } = weighedBefore(history, limit, index, weighing).reduce(
    (bucket, { at, admitted }) => ({ level: taken(refill(bucket.level, bucket.since, at), admitted), since: at }),
    { level: full, since: Number.NEGATIVE_INFINITY },
  );
  const left = refill(level, since, now);
  if (left >= 1000) return undefined;
  return now + Math.ceil((1000 - taken(left, false)) / inflow);
};

const excessOf = (history: History, limit: LimitName, index: number, weighing: Weighing): number | undefined => {
  if (limit !== 'createBurst' && limit !== 'listBurst') return excessOfRate(history, limit, index, weighing);
  return history.settings.choices['limits.burst'] === 'in-flight'
    ? excessInFlight(history, limit, index, weighing)
    : excessOfBucket(history, limit, index, weighing);
};

const rowOf = (history: History, limit: LimitName): RowName => {
  if (history.settings.choices['limits.errorRow'] === 'one-row') return 'tooManyRequests';
  if (isBase(limit)) return 'scopeThrottled';
  return limit === 'listDaily' ? 'quotaExceeded' : 'tooManyRequests';
};

/** The first limit that a request goes over. */
export const exceeded = (history: History, index: number, weighing: Weighing): Excess | undefined => {
  for (const limit of orders[weighing.operation as keyof typeof orders]) {
    const freeAt = excessOf(history, limit, index, weighing);
    if (freeAt !== undefined) return { limit, row: rowOf(history, limit), freeAt };
  }
  return undefined;
};

/** The header that says when to come back. (limits.retryAfter) */
export const retryAfter = (history: History, now: number, freeAt: number): string | undefined => {
  switch (history.settings.choices['limits.retryAfter']) {
    case 'none':
      return undefined;
    case 'seconds':
      return String(Math.max(1, Math.ceil((freeAt - now) / lengths.second)));
    case 'http-date':
      return new Date(Math.ceil(freeAt / lengths.second) * lengths.second).toUTCString();
  }
};
