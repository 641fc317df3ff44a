import type { Entry } from '../trace/entry.ts';
import type { Stretch } from './picture.ts';
import { bisect } from './bisect.ts';

/**
 * Where on a line each moment of a run stands, from 0 to 1. In virtual time most things take none: a hundred exchanges may
 * happen at one instant, and hours in which nothing does follow. So a part of the line is given to what happens, the same to
 * each entry, and the rest to time, of which long idle stretches are folded. Both only ever grow, so the line
 * keeps the order of everything, and of things that happened at different times it still shows how far apart they were.
 */
export interface Axis {
  /** Where an entry stands. Several runs may share an axis: theirs are counted as they were given. */
  positionOf(entry: number, run?: number): number;
  /** Where an instant stands: before what happened then. */
  positionAt(at: number): number;
  timeAt(position: number): number;
  readonly folds: readonly Fold[];
  /** Instants at which more than one thing happened, and from where to where they reach. */
  readonly instants: readonly Spread[];
  /** How short a part of the line is worth looking at. */
  readonly finest: number;
}

interface Spread {
  readonly at: number;
  readonly begin: number;
  readonly end: number;
}

interface Fold extends Stretch {
  readonly begin: number;
  readonly end: number;
}

/** How much of the line is given to what happens; the rest is for time. */
const scales = { time: 0, balanced: 0.6, events: 1 } as const;
export type ScaleName = keyof typeof scales;

interface Drawn {
  readonly end: number;
  readonly idle: readonly Stretch[];
}

export const createAxis = (
  runs: readonly (readonly Entry[])[],
  { end, idle }: Drawn,
  scale: ScaleName = 'balanced',
): Axis => {
  const share = scales[scale];
  const { times, counts } = countInstants(runs, end);
  const fold = foldTime(idle, end);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const length = Math.max(fold(end), 1);
  const begins = new Float64Array(times.length);
  const ends = new Float64Array(times.length);
  let before = 0;
  for (const [index, at] of times.entries()) {
    const time = ((1 - share) * fold(at)) / length;
    begins[index] = time + (share * before) / total;
    before += counts[index] ?? 0;
    ends[index] = time + (share * before) / total;
  }
  const positions = runs.map((entries) => placeEntries(entries, { times, counts, begins, ends }));
  const positionAt = (at: number): number => {
    const index = lastUpTo(times, at);
    const from = times[index] ?? 0;
    if (at <= from || index === times.length - 1) return begins[index] ?? 0;
    const to = times[index + 1] ?? from;
    const part = (fold(at) - fold(from)) / Math.max(fold(to) - fold(from), tiny);
    return between(ends[index], begins[index + 1], part);
  };
  /** The same, but after what happened then. */
  const positionAfter = (at: number): number => {
    const index = lastUpTo(times, at);
    return times[index] === at ? (ends[index] ?? 1) : positionAt(at);
  };
  return {
    positionOf: (entry, run = 0) => positions[run]?.[entry] ?? 1,
    positionAt,
    timeAt: (position) => {
      const index = lastUpTo(begins, position);
      const from = times[index] ?? 0;
      const [finish = 0, next = 1] = [ends[index], begins[index + 1]];
      if (position <= finish || index === times.length - 1) return from;
      const to = times[index + 1] ?? from;
      return unfold(fold, from, to, (position - finish) / Math.max(next - finish, tiny));
    },
    folds: idle.map(({ from, to }) => ({ from, to, begin: positionAfter(from), end: positionAt(to) })),
    instants: spreadsOf(times, counts, begins, ends),
    finest: Math.max(tiny, Math.min(share > 0 ? (2 * share) / total : 1, share < 1 ? ((1 - share) * 20) / length : 1)),
  };
};

const tiny = 1e-9;

const between = (from = 0, to = 1, part: number): number => from + (to - from) * part;

/** The last of what is not after a value; the first where all are. */
const lastUpTo = (sorted: { readonly length: number; readonly [index: number]: number }, value: number): number =>
  Math.max(0, bisect(sorted.length, (index) => (sorted[index] ?? 0) <= value) - 1);

interface Instants {
  readonly times: readonly number[];
  /** How many entries there is room for: those of the run that has most. */
  readonly counts: readonly number[];
}

const countInstants = (runs: readonly (readonly Entry[])[], end: number): Instants => {
  const most = new Map<number, number>([
    [0, 1],
    [end, 1],
  ]);
  for (const entries of runs) {
    const counts = new Map<number, number>();
    for (const { at } of entries) counts.set(at, (counts.get(at) ?? 0) + 1);
    for (const [at, count] of counts) most.set(at, Math.max(most.get(at) ?? 0, count));
  }
  const times = [...most.keys()].sort((one, other) => one - other);
  return { times, counts: times.map((at) => most.get(at) ?? 0) };
};

interface Placed extends Instants {
  readonly begins: Float64Array;
  readonly ends: Float64Array;
}

const placeEntries = (entries: readonly Entry[], { times, counts, begins, ends }: Placed): Float64Array => {
  const indices = new Map(times.map((at, index) => [at, index]));
  const placed = new Float64Array(entries.length);
  const seen = new Float64Array(times.length);
  for (const [entry, { at }] of entries.entries()) {
    const index = indices.get(at) ?? 0;
    placed[entry] = between(begins[index], ends[index], (seen[index] ?? 0) / (counts[index] ?? 1));
    seen[index] = (seen[index] ?? 0) + 1;
  }
  return placed;
};

const spreadsOf = (
  times: readonly number[],
  counts: readonly number[],
  begins: Float64Array,
  ends: Float64Array,
): readonly Spread[] =>
  times.flatMap((at, index) =>
    (counts[index] ?? 0) > 1 ? [{ at, begin: begins[index] ?? 0, end: ends[index] ?? 0 }] : [],
  );

/** All folds together get this part of what is left of time, at most. */
const foldedShare = 0.6;

/** Time in which idle stretches are folded, all to the same length. */
const foldTime = (idle: readonly Stretch[], end: number): ((at: number) => number) => {
  const active = end - idle.reduce((sum, { from, to }) => sum + to - from, 0);
  const width = active > 0 ? (active * foldedShare) / (idle.length + 2) : 1;
  const starts = idle.map(({ from }) => from);
  const saved: number[] = [];
  let before = 0;
  for (const { from, to } of idle) {
    saved.push(before);
    before += to - from - width;
  }
  return (at) => {
    const index = lastUpTo(starts, at);
    const stretch = idle[index];
    if (stretch === undefined || at < stretch.from) return at;
    const { from, to } = stretch;
    const inside = Math.min(at, to) - from;
    return from - (saved[index] ?? 0) + (inside * width) / (to - from) + Math.max(0, at - to);
  };
};

/** The time at a part of the way between two, as it is folded: found by halves, for folding has no other way back. */
const unfold = (fold: (at: number) => number, from: number, to: number, part: number): number => {
  const wanted = between(fold(from), fold(to), part);
  let [low, high] = [from, to];
  for (let round = 0; round < 60 && high - low > 0.5; round++) {
    const middle = (low + high) / 2;
    if (fold(middle) < wanted) low = middle;
    else high = middle;
  }
  return Math.round((low + high) / 2);
};

/** What is idle in both. */
export const idleInBoth = (one: readonly Stretch[], other: readonly Stretch[]): readonly Stretch[] =>
  one.flatMap(({ from, to }) =>
    other
      .map((stretch) => ({ from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }))
      .filter((both) => both.to > both.from),
  );
