import { expect, test } from 'vitest';
import { outlineOf } from '../../src/page/viewer/level-outline.ts';

const asIs = (at: number): number => at;

/** Corners as `place:height`. */
const outline = (steps: readonly (readonly [at: number, used: number])[], from = 0, to = 100): readonly string[] =>
  outlineOf(
    steps.map(([at, used]) => ({ at, used })),
    asIs,
    from,
    to,
  ).map(({ x, used }) => `${x}:${used}`);

test('how full a limit is stays the same until it changes, and changes upright', () => {
  const corners = outlineOf(
    [
      { at: 60, used: 1 },
      { at: 60, used: 0 },
      { at: 80, used: 2 },
    ],
    asIs,
    0,
    100,
  );

  for (const [index, { x, used }] of corners.entries()) {
    const next = corners[index + 1];
    if (next !== undefined) expect(next.x === x || next.used === used, `${x}:${used}`).toBe(true);
  }
  expect(corners[0]).toEqual({ x: 0, used: 0 });
  expect(corners[1]).toEqual({ x: 60, used: 0 });
});

test('what was full for a moment only is seen, and as high as it was', () => {
  expect(
    outline([
      [50, 1],
      [50, 2],
      [50, 3],
      [50, 0],
    ]),
  ).toEqual(['0:0', '50:0', '50:3', '53:3', '53:0', '100:0']);
});

test('what changed before the part in view is how it begins', () => {
  expect(
    outline(
      [
        [10, 4],
        [20, 2],
        [900, 7],
      ],
      50,
    ),
  ).toEqual(['50:2', '100:2']);
});
