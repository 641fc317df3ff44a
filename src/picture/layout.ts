import type { LaneGroup } from './lane-groups.ts';
import type { Bar, Lane, Picture } from './picture.ts';
import type { Entry } from '../trace/entry.ts';
import type { Axis } from './axis.ts';
import { bisect } from './bisect.ts';
import type { RunIndex } from './run-index.ts';

/** A picture with its lanes one below the other: heights in pixels, positions along the axis. */
export interface Layout {
  readonly lanes: readonly LaidLane[];
  readonly height: number;
  /** How tall the name above a lane is, where there is no room beside it. */
  readonly nameHeight: number;
}

export interface LaidLane {
  readonly lane: Lane;
  readonly top: number;
  /** Where it begins below its name, if that stands above it. */
  readonly inner: number;
  readonly height: number;
  /** By where they begin. */
  readonly bars: readonly LaidBar[];
  /** How far any bar up to this one reaches. */
  readonly reach: Float64Array;
  /** The first lane of its group says what the group is. */
  readonly heading?: LaneGroup;
}

export interface LaidBar {
  readonly bar: Bar;
  readonly begin: number;
  readonly end: number;
  readonly row: number;
}

export const rowHeight = 17;
const lanePadding = 5;
const levelHeight = 30;
/** So many pixels of a moment are seen. */
export const leastWidth = 3;
/** More at the same time are drawn over one another. */
const mostRows = 8;

export interface LayoutChoice {
  readonly entries: readonly Entry[];
  readonly index: RunIndex;
  readonly hidden: ReadonlySet<LaneGroup>;
  /** Which run of the axis it is. */
  readonly run: number;
  /** Room above each lane for its name, where there is none beside it. */
  readonly nameHeight: number;
}

export const layOut = (picture: Picture, axis: Axis, choice: LayoutChoice): Layout => {
  const lanes: LaidLane[] = [];
  let top = 0;
  let group: LaneGroup | undefined;
  for (const lane of picture.lanes) {
    if (choice.hidden.has(lane.group)) continue;
    const isFirst = lane.group !== group && lane.name !== lane.group;
    group = lane.group;
    if (isFirst) top += headingHeight;
    const { bars, rows } = packRows(placeBars(lane.bars, axis, choice));
    const height = choice.nameHeight + 2 * lanePadding + (lane.levels ? levelHeight : rows * rowHeight);
    lanes.push({
      lane,
      top,
      inner: top + choice.nameHeight,
      height,
      bars,
      reach: reachOf(bars),
      ...(isFirst && { heading: lane.group }),
    });
    top += height;
  }
  return { lanes, height: top, nameHeight: choice.nameHeight };
};

/** The name of a group stands above its first lane. */
export const headingHeight = 20;

export const barTop = (laid: LaidLane, row: number): number => laid.inner + lanePadding + row * rowHeight;

type Placed = Omit<LaidBar, 'row'>;

const placeBars = (bars: readonly Bar[], axis: Axis, choice: LayoutChoice): readonly Placed[] => {
  const placed = bars.map((bar) => placeBar(bar, axis, choice));
  const begins = new Map(placed.map(({ bar, begin }) => [bar.from, begin]));
  // What goes over into something else lasts until that begins.
  return placed.map((one) => ({
    ...one,
    end: Math.max(one.end, (one.bar.to > one.bar.from && begins.get(one.bar.to)) || 0),
  }));
};

const placeBar = (bar: Bar, axis: Axis, { entries, run, index }: LayoutChoice): Placed => {
  const isAtEntry = entries[bar.entry]?.at === bar.from;
  const begin = isAtEntry ? axis.positionOf(bar.entry, run) : axis.positionAt(bar.from);
  const last = bar.last ?? lastOf(bar, index);
  if (last !== undefined) return { bar, begin, end: Math.max(begin, axis.positionOf(last, run)) };
  if (bar.to === bar.from) return { bar, begin, end: begin };
  return { bar, begin, end: Math.max(begin, axis.positionAt(bar.to)) };
};

const lastOf = ({ exchange, entry }: Bar, { exchanges }: RunIndex): number | undefined => {
  const of = exchange === undefined ? undefined : exchanges.get(exchange);
  return of?.request === entry ? of.all.at(-1) : undefined;
};

/** What overlaps is drawn in rows of its own, as few as will do. */
const packRows = (placed: readonly Placed[]): { bars: readonly LaidBar[]; rows: number } => {
  const free: number[] = [];
  const sorted = [...placed].sort((one, other) => one.begin - other.begin);
  const bars = sorted.map((bar) => {
    const found = free.findIndex((end) => end < bar.begin || (end === bar.begin && bar.end > bar.begin));
    const row = found >= 0 ? found : Math.min(free.length, mostRows - 1);
    free[row] = Math.max(free[row] ?? 0, bar.end);
    return { ...bar, row };
  });
  return { bars, rows: Math.max(1, free.length) };
};

const reachOf = (bars: readonly LaidBar[]): Float64Array => {
  const reach = new Float64Array(bars.length);
  let furthest = 0;
  for (const [index, { end }] of bars.entries()) {
    furthest = Math.max(furthest, end);
    reach[index] = furthest;
  }
  return reach;
};

/** The bars of a lane that reach into a part of the axis. */
export function* barsWithin(laid: LaidLane, from: number, to: number): Generator<LaidBar> {
  for (let index = firstReaching(laid.reach, from); index < laid.bars.length; index++) {
    const bar = laid.bars[index];
    if (bar === undefined || bar.begin > to) return;
    if (bar.end >= from) yield bar;
  }
}

const firstReaching = (reach: Float64Array, from: number): number =>
  bisect(reach.length, (index) => (reach[index] ?? 0) < from);

/** The lane at a height. */
export const laneAt = ({ lanes }: Layout, y: number): LaidLane | undefined =>
  lanes.find(({ top, height }) => y >= top && y < top + height);
