import type { Axis } from '../../picture/axis.ts';
import type { Layout } from '../../picture/layout.ts';
import type { RunIndex } from '../../picture/run-index.ts';
import type { PlacedMark } from './scene.ts';
import { toRange, type Window } from '../../picture/window.ts';

/** How to get about in a run: what buttons and keys act on. */
export interface Navigator {
  readonly axis: Axis;
  readonly run: number;
  readonly window: Window;
  readonly setWindow: (window: Window) => void;
  readonly index: RunIndex;
  readonly layout: Layout;
  readonly marks: readonly PlacedMark[];
  readonly selected: number | undefined;
  readonly select: (entry: number | undefined) => void;
}

/** Zooms in on what is selected. */
export const zoomToSelected = ({ axis, layout, selected, setWindow, run }: Navigator): void => {
  if (selected === undefined) return;
  const bar = layout.lanes.flatMap(({ bars }) => bars).find((one) => one.bar.entry === selected);
  const begin = bar?.begin ?? axis.positionOf(selected, run);
  const end = Math.max(bar?.end ?? begin, begin + axis.finest * 8);
  setWindow(toRange(begin - (end - begin), end + (end - begin), axis.finest));
};
