import type { Instant } from '../spec/time.ts';
import { stillCounted } from './boundaries.ts';

/*
 * How requests are counted against a limit. Each kind costs the same however many requests there were, and is plain data.
 * `wait…` tells how long it takes, in milliseconds, until one more is admitted: 0 when it is now.
 */

/**
 * The instants of the last requests, as many as the limit allows. A new one takes the place `next`, which holds the oldest
 * once all places are taken.
 */
export interface Ring {
  readonly kind: 'ring';
  readonly times: Instant[];
  next: number;
}

/** How many requests fell into one stretch of time. */
export interface Stretch {
  readonly kind: 'stretch';
  index: number;
  count: number;
}

/** Thousandths of tokens, as of an instant. */
export interface Bucket {
  readonly kind: 'bucket';
  level: number;
  at: Instant;
}

/** How many requests are under way. */
export interface Open {
  readonly kind: 'open';
  count: number;
}

export type Counter = Ring | Stretch | Bucket | Open;

export interface Window {
  readonly most: number;
  readonly length: number;
}

export const waitInRing = ({ times, next }: Ring, now: Instant, { length }: Window, atEnd: boolean): number => {
  const oldest = times[next] ?? Number.NaN;
  return stillCounted(oldest, now, length, atEnd) ? oldest + length - now + (atEnd ? 1 : 0) : 0;
};

export const noteInRing = (ring: Ring, now: Instant, { most }: Window): void => {
  ring.times[ring.next] = now;
  ring.next = (ring.next + 1) % most;
};

/** How many of the ring's requests still count: found by halving, for the ring is in order of time. */
export const usedInRing = ({ times, next }: Ring, now: Instant, { length }: Window, atEnd: boolean): number => {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = times[(next + middle) % times.length];
    if (stillCounted(Number(at), now, length, atEnd)) high = middle;
    else low = middle + 1;
  }
  return times.length - low;
};

const stretchAt = (now: Instant, { length }: Window): number => Math.floor(now / length);

/** The stretch of an instant, in which nothing has been counted. */
export const openStretch = (now: Instant, window: Window): Stretch => ({
  kind: 'stretch',
  index: stretchAt(now, window),
  count: 0,
});

export const waitInStretch = ({ index, count }: Stretch, now: Instant, window: Window): number =>
  index !== stretchAt(now, window) || count < window.most ? 0 : (index + 1) * window.length - now;

export const noteInStretch = (stretch: Stretch, now: Instant, window: Window): void => {
  const index = stretchAt(now, window);
  stretch.count = stretch.index === index ? stretch.count + 1 : 1;
  stretch.index = index;
};

export const usedInStretch = ({ index, count }: Stretch, now: Instant, window: Window): number =>
  index === stretchAt(now, window) ? count : 0;

/** `perSecond` tokens a second are as many thousandths a millisecond. */
export const fillBucket = (bucket: Bucket, now: Instant, most: number, perSecond: number): void => {
  bucket.level = Math.min(most * 1000, bucket.level + (now - bucket.at) * perSecond);
  bucket.at = now;
};

export const waitAtBucket = ({ level }: Bucket, perSecond: number): number =>
  Math.max(0, Math.ceil((1000 - level) / perSecond));

export const takeFromBucket = (bucket: Bucket): void => {
  bucket.level = Math.max(0, bucket.level - 1000);
};
