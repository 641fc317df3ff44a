import { describe, expect, test } from 'vitest';
import {
  linkUsable,
  stillCounted,
  stillLasts,
  stillRemembered,
  tokenExpired,
  windowOpen,
} from '../../../src/core/boundaries.ts';
import { start } from '../scenery.ts';

const length = 3_600_000;

/** One millisecond short of it, at it, one past it. */
const around = (judge: (now: number) => boolean): readonly boolean[] =>
  [-1, 0, 1].map((step) => judge(start + length + step));

describe('what lasts for a length of time does so up to its end, and at it under one reading only', () => {
  test.each([
    ['an answer is the same for five minutes', stillRemembered],
    ['a link stays usable for five minutes', linkUsable],
    ['a query is listed within one hour', windowOpen],
    ['a request counts in its interval', stillCounted],
  ])('%s', (_claim, holds) => {
    expect(around((now) => holds(start, now, length, false))).toEqual([true, false, false]);
    expect(around((now) => holds(start, now, length, true))).toEqual([true, true, false]);
    expect(holds(start, start, length, false)).toBe(true);
  });

  test('tokens last for expires_in seconds', () => {
    expect(around((now) => tokenExpired(start + length, now, false))).toEqual([false, true, true]);
    expect(around((now) => tokenExpired(start + length, now, true))).toEqual([false, false, true]);
  });

  test('what has an end lasts up to it; what has none, for good', () => {
    expect(around((now) => stillLasts(start + length, now))).toEqual([true, false, false]);
    expect(around((now) => stillLasts(undefined, now))).toEqual([true, true, true]);
  });
});
