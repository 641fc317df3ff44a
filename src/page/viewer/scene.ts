import type { Axis } from '../../picture/axis.ts';
import type { Layout } from '../../picture/layout.ts';
import type { Mark } from '../../picture/mark.ts';
import type { Screen } from '../../picture/window.ts';

/** All that a drawing of a run shows, and where. */
export interface Scene {
  readonly layout: Layout;
  readonly axis: Axis;
  readonly epoch: number;
  readonly screen: Screen;
  readonly marks: readonly PlacedMark[];
  readonly selected: Selected | undefined;
  /** Of the whole drawing, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Where the lanes begin: names stand left of it. */
  readonly left: number;
  /** How far the lanes are scrolled. */
  readonly scrolled: number;
}

/** What of it hangs neither on the place nor on the size that it is drawn in. */
export type Drawn = Pick<Scene, 'axis' | 'layout' | 'epoch' | 'marks' | 'selected'>;

export interface PlacedMark {
  readonly mark: Mark;
  readonly entry: number;
  readonly position: number;
}

export interface Selected {
  readonly entry: number;
  readonly exchange: number | undefined;
  readonly position: number;
}

export const rulerHeight = 56;
