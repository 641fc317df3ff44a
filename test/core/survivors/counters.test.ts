import { describe, expect, test } from 'vitest';
import {
  type Bucket,
  fillBucket,
  noteInRing,
  noteInStretch,
  type Ring,
  type Stretch,
  takeFromBucket,
  usedInRing,
  waitAtBucket,
  waitInRing,
  waitInStretch,
} from '../../../src/core/counters.ts';
import { start } from '../scenery.ts';

/** Asks at some instants, and says when each was admitted and how long a refused one was told to wait. */
interface Counting {
  readonly wait: (now: number) => number;
  readonly note: (now: number) => void;
}

const window = { most: 5, length: 1000 };

const ring = (atEnd: boolean): Counting => {
  const times: Ring = { kind: 'ring', times: [], next: 0 };
  return { wait: (now) => waitInRing(times, now, window, atEnd), note: (now) => noteInRing(times, now, window) };
};

const stretch = (): Counting => {
  const counted: Stretch = { kind: 'stretch', index: -1, count: 0 };
  return { wait: (now) => waitInStretch(counted, now, window), note: (now) => noteInStretch(counted, now, window) };
};

const bucket = (perSecond: number): Counting => {
  const tokens: Bucket = { kind: 'bucket', level: window.most * 1000, at: start };
  return {
    wait: (now) => {
      fillBucket(tokens, now, window.most, perSecond);
      return waitAtBucket(tokens, perSecond);
    },
    note: () => takeFromBucket(tokens),
  };
};

const kinds: readonly (readonly [string, () => Counting])[] = [
  ['the last requests, forgotten at the end', () => ring(false)],
  ['the last requests, counted at the end', () => ring(true)],
  ['a stretch of time', stretch],
  ['a bucket of 1 a second', () => bucket(1)],
  ['a bucket of 5 a second', () => bucket(5)],
  ['a bucket of 7 a second', () => bucket(7)],
  ['a bucket of 10 a second', () => bucket(10)],
];

/** Five requests, some milliseconds apart. */
const fill = (counting: Counting, gap: number): number => {
  for (let index = 0; index < window.most; index++) {
    expect(counting.wait(start + index * gap)).toBe(0);
    counting.note(start + index * gap);
  }
  return start + (window.most - 1) * gap;
};

describe.each(kinds)('%s: five at once, and no sixth', (_kind, open) => {
  test.each([0, 1, 7])(
    'asked for %d ms apart: it is admitted after the wait that it is told, and not before',
    (gap) => {
      const counting = open();
      const now = fill(counting, gap);
      const wait = counting.wait(now);

      expect(wait).toBeGreaterThan(0);
      expect(counting.wait(now + wait - 1)).toBe(1);
      expect(counting.wait(now + wait)).toBe(0);
      expect(counting.wait(now + wait + 500)).toBe(0);
    },
  );
});

test.each([
  [1, 1000],
  [5, 200],
  [7, 143],
  [10, 100],
])('an empty bucket of %d a second has one token after %d ms', (perSecond, wait) => {
  const counting = bucket(perSecond);

  expect(counting.wait(fill(counting, 0))).toBe(wait);
});

test('a bucket holds no more than it is large, however long nobody takes', () => {
  const counting = bucket(5);
  counting.wait(start + 3_600_000);
  for (let index = 0; index < 5; index++) counting.note(start + 3_600_000);

  expect(counting.wait(start + 3_600_000)).toBe(200);
});

test('what is taken from an empty bucket is not owed', () => {
  const counting = bucket(1);
  const now = fill(counting, 0);
  counting.note(now);

  expect(counting.wait(now)).toBe(1000);
});

test('a request in an earlier stretch does not fill this one', () => {
  const counting = stretch();
  fill(counting, 0);

  expect([1000, 1500, 5000].map((later) => counting.wait(start + later))).toEqual([0, 0, 0]);
});

test.each([
  [false, [5, 4, 4, 0]],
  [true, [5, 5, 4, 0]],
] as const)('how many still count, counted at the end: %s', (atEnd, used) => {
  const times: Ring = { kind: 'ring', times: [], next: 0 };
  for (const at of [0, 0, 10, 20, 30, 40]) noteInRing(times, start + at, window);

  expect([999, 1000, 1001, 1041].map((at) => usedInRing(times, start + at, window, atEnd))).toEqual(used);
});
