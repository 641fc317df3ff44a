import type { Lane } from '../../picture/picture.ts';
import { leastWidth } from '../../picture/layout.ts';

type Steps = NonNullable<Lane['levels']>['steps'];

interface Corner {
  readonly x: number;
  readonly used: number;
}

/**
 * The corners of a step function between two places: it is level until it changes, and then upright. What changes too near to the
 * last change to be told apart from it is part of it, as high as the highest, so that no peak is lost.
 */
export const outlineOf = (steps: Steps, toX: (at: number) => number, from: number, to: number): readonly Corner[] => {
  let before = 0;
  const changes: { readonly x: number; peak: number; after: number }[] = [];
  for (const { at, used } of steps) {
    const x = toX(at);
    if (x > to) break;
    const last = changes.at(-1);
    if (x < from - leastWidth) before = used;
    else if (last === undefined || x >= last.x + leastWidth) changes.push({ x, peak: used, after: used });
    else [last.peak, last.after] = [Math.max(last.peak, used), used];
  }
  const corners: Corner[] = [{ x: Math.min(from, changes[0]?.x ?? from), used: before }];
  for (const { x, peak, after } of changes) {
    const end = x + leastWidth;
    corners.push({ x, used: before }, { x, used: peak }, { x: end, used: peak }, { x: end, used: after });
    before = after;
  }
  corners.push({ x: Math.max(to, corners.at(-1)?.x ?? to), used: before });
  return corners;
};
