import { describe, expect, test } from 'vitest';
import { createAxis, type ScaleName } from '../../src/picture/axis.ts';
import { carry, type Held } from '../../src/page/viewer/carry.ts';
import type { Entry } from '../../src/trace/entry.ts';

/** Entries of which nothing matters but when they were. */
const at = (...times: readonly number[]): readonly Entry[] => times.map((time) => ({ at: time }) as Entry);

const axisOf = (entries: readonly Entry[], scale: ScaleName = 'balanced') =>
  createAxis([entries], { end: entries.at(-1)?.at ?? 0, idle: [] }, scale);

const before = at(0, 10, 20, 30, 40, 50, 60, 70, 80, 90);
const after = [...before, ...at(100, 100, 200, 300)];

describe('what is in view of a run that grows', () => {
  test.each(['time', 'balanced', 'events'] as const)('stays there, on a scale of %s', (scale) => {
    const [axis, next] = [axisOf(before, scale), axisOf(after, scale)];
    const held: Held = {
      axis,
      count: before.length,
      window: { from: axis.positionOf(3), to: axis.positionOf(6) },
    };

    const { from, to } = carry(held, next, 0, false);

    expect(from).toBeCloseTo(next.positionOf(3), 9);
    expect(to).toBeCloseTo(next.positionOf(6), 9);
    expect(to - from).toBeLessThan(held.window.to - held.window.from);
  });

  test('is all of it where it was all of it', () => {
    const held = { axis: axisOf(before), count: before.length, window: { from: 0, to: 1 } };

    expect(carry(held, axisOf(after), 0, false)).toEqual({ from: 0, to: 1 });
    expect(carry(held, axisOf(after), 0, true)).toEqual({ from: 0, to: 1 });
  });

  test('is the end for who follows, as much of it as before', () => {
    const [axis, next] = [axisOf(before), axisOf(after)];
    const held = { axis, count: before.length, window: { from: axis.positionOf(3), to: axis.positionOf(6) } };

    const { from, to } = carry(held, next, 0, true);

    expect(to).toBe(1);
    expect(to - from).toBeCloseTo(next.positionOf(6) - next.positionOf(3), 9);
  });

  test('is on the axis also where it reached the end of the one before', () => {
    const axis = axisOf(before);
    const held = { axis, count: before.length, window: { from: axis.positionOf(8), to: 1 } };

    const { from, to } = carry(held, axisOf(after), 0, false);

    expect(from).toBeCloseTo(axisOf(after).positionOf(8), 9);
    expect(to).toBeGreaterThan(from);
    expect(to).toBeLessThan(0.9);
  });
});
