import type { LaidLane } from '../../picture/layout.ts';
import type { Navigator } from './navigator.ts';

export type Step = 'next' | 'previous' | 'above' | 'below' | 'nextMark' | 'previousMark';

/** Selects what is one step away from what is selected; without that, what is first in view. */
export const stepTo = (navigator: Navigator, step: Step): void => {
  const entry = find(navigator, step);
  if (entry !== undefined) navigator.select(entry);
};

const find = (navigator: Navigator, step: Step): number | undefined => {
  const { index, marks, selected } = navigator;
  switch (step) {
    case 'next':
      return selected === undefined ? firstInView(navigator) : index.stops.find((stop) => stop > selected);
    case 'previous':
      return selected === undefined ? firstInView(navigator) : index.stops.findLast((stop) => stop < selected);
    case 'nextMark':
      return marks.find(({ entry }) => entry > (selected ?? -1))?.entry ?? marks[0]?.entry;
    case 'previousMark':
      return (
        marks.findLast(({ entry }) => entry < (selected ?? Number.POSITIVE_INFINITY))?.entry ?? marks.at(-1)?.entry
      );
    case 'above':
      return inLane(navigator, -1);
    case 'below':
      return inLane(navigator, 1);
    default:
      return step satisfies never;
  }
};

const firstInView = ({ index, axis, window, run }: Navigator): number | undefined =>
  index.stops.find((stop) => axis.positionOf(stop, run) >= window.from);

const inLane = (navigator: Navigator, direction: 1 | -1): number | undefined => {
  const { layout, selected, axis, run } = navigator;
  if (selected === undefined) return firstInView(navigator);
  const lanes = layout.lanes.filter(({ bars }) => bars.length > 0);
  const current = lanes.findIndex(({ bars }) => bars.some(({ bar }) => bar.entry === selected));
  const lane = lanes[current < 0 ? 0 : current + direction];
  return lane && nearestIn(lane, axis.positionOf(selected, run));
};

const nearestIn = ({ bars }: LaidLane, position: number): number | undefined => {
  let best: LaidLane['bars'][number] | undefined;
  for (const bar of bars) {
    if (best === undefined || Math.abs(bar.begin - position) < Math.abs(best.begin - position)) best = bar;
  }
  return best?.bar.entry;
};
