import { barsWithin, barTop, laneAt, type LaidBar, rowHeight } from '../../picture/layout.ts';
import { rulerHeight, type PlacedMark, type Scene } from './scene.ts';

/** What is at a place of the drawing: a bar, the flag of a mark, or the name of a lane. */
export type Hit =
  | { readonly kind: 'lane'; readonly name: string }
  | { readonly kind: 'bar'; readonly laid: LaidBar }
  | { readonly kind: 'mark'; readonly mark: PlacedMark };

/** So far beside it still means it. */
const near = 5;

export const hit = (scene: Scene, x: number, y: number): Hit | undefined => {
  const { screen, layout, marks, scrolled, left } = scene;
  if (y < rulerHeight) {
    const mark = nearest(marks, (one) => Math.abs(screen.toX(one.position) - x), near * 2);
    return mark && { kind: 'mark', mark };
  }
  const height = y - rulerHeight + scrolled;
  const lane = laneAt(layout, height);
  if (lane === undefined) return undefined;
  if (x < left) return { kind: 'lane', name: lane.lane.name };
  const inRow = [...barsWithin(lane, screen.toPosition(x - near), screen.toPosition(x + near))].filter(({ row }) => {
    const top = barTop(lane, row);
    return height >= top - 1 && height <= top + rowHeight;
  });
  const distance = ({ begin, end }: LaidBar): number => {
    const [from, to] = [screen.toX(begin), screen.toX(end)];
    // Of those that it lies in the shortest is meant: it may stand before others.
    return x < from ? from - x : x > to ? x - to : Math.min(0.9, (to - from) / 10_000);
  };
  const laid = nearest(inRow, distance, near);
  return laid && { kind: 'bar', laid };
};

const nearest = <Thing>(
  things: readonly Thing[],
  distance: (thing: Thing) => number,
  most: number,
): Thing | undefined => {
  let [best, least]: [Thing | undefined, number] = [undefined, most];
  for (const thing of things) {
    const far = distance(thing);
    if (far <= least) [best, least] = [thing, far];
  }
  return best;
};
