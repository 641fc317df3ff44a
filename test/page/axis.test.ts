import { expect, test } from 'vitest';
import { createAxis, idleInBoth, type ScaleName } from '../../src/picture/axis.ts';
import type { Entry } from '../../src/trace/entry.ts';

const hour = 3_600_000;

const entriesAt = (...times: readonly number[]): readonly Entry[] =>
  times.map((at, index) => ({ at, kind: 'hungUp', exchange: index + 1 }));

/** Three at the beginning, two after a second, and one after an hour in which nothing happens. */
const entries = entriesAt(0, 0, 0, 1000, 1000, hour);
const drawn = { end: hour, idle: [{ from: 1000, to: hour }] };

test.each<ScaleName>(['time', 'balanced', 'events'])('by %s, entries stand in their order, from 0 to 1', (scale) => {
  const axis = createAxis([entries], drawn, scale);
  const positions = entries.map((_, entry) => axis.positionOf(entry));

  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  expect(positions[0]).toBe(0);
  expect(positions.every((position) => position >= 0 && position <= 1)).toBe(true);
});

test('by events, each entry gets the same room, whatever time lies between', () => {
  const axis = createAxis([entries], drawn, 'events');

  for (const entry of entries.keys()) expect(axis.positionOf(entry)).toBeCloseTo(entry / 6, 9);
});

test('by time, what happened at one instant stands at one place', () => {
  const axis = createAxis([entries], { end: hour, idle: [] }, 'time');

  expect(axis.positionOf(2)).toBe(0);
  expect(axis.positionOf(3)).toBe(axis.positionOf(4));
  expect(axis.positionOf(3)).toBeCloseTo(1000 / hour, 9);
});

test('balanced, what happened at one instant stands side by side', () => {
  const axis = createAxis([entries], drawn);

  expect(axis.positionOf(1)).toBeGreaterThan(axis.positionOf(0));
  expect(axis.instants.map(({ at }) => at)).toEqual([0, 1000]);
});

test('an idle stretch takes less room than the second before it, and says how long it was', () => {
  const axis = createAxis([entries], drawn, 'time');
  const [fold] = axis.folds;
  const second = axis.positionAt(1000) - axis.positionAt(0);

  expect(fold).toMatchObject({ from: 1000, to: hour });
  expect((fold?.end ?? 1) - (fold?.begin ?? 0)).toBeLessThan(second);
});

test.each<ScaleName>(['time', 'balanced'])('by %s, the time at the position of a time is that time', (scale) => {
  const axis = createAxis([entries], drawn, scale);

  for (const at of [0, 1, 333, 1000, 60_000, hour / 2, hour - 1]) {
    expect(Math.abs(axis.timeAt(axis.positionAt(at)) - at)).toBeLessThanOrEqual(1);
  }
});

test('two runs on one axis have the same instant at the same place', () => {
  const other = entriesAt(0, 500, 1000, 2 * hour);
  const axis = createAxis([entries, other], { end: 2 * hour, idle: [] });

  expect(axis.positionOf(3, 0)).toBeCloseTo(axis.positionOf(2, 1), 9);
  expect(axis.positionOf(3, 1)).toBeGreaterThan(axis.positionOf(5, 0));
});

test('a run without entries, and one of a single instant, have an axis', () => {
  for (const few of [[], entriesAt(0)]) {
    const axis = createAxis([few], { end: 0, idle: [] });

    expect(axis.positionAt(0)).toBe(0);
    expect(Number.isFinite(axis.timeAt(0.5))).toBe(true);
  }
});

test('idle in both is what is idle in the one and in the other', () => {
  expect(
    idleInBoth(
      [{ from: 0, to: 10 }],
      [
        { from: 5, to: 7 },
        { from: 8, to: 20 },
      ],
    ),
  ).toEqual([
    { from: 5, to: 7 },
    { from: 8, to: 10 },
  ]);
  expect(idleInBoth([{ from: 0, to: 5 }], [{ from: 5, to: 7 }])).toEqual([]);
});
