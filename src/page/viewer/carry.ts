import type { Axis } from '../../picture/axis.ts';
import { bisect } from '../../picture/bisect.ts';
import { everything, type Window } from '../../picture/window.ts';

/** A window, and what it was a window of. */
export interface Held {
  readonly window: Window;
  readonly axis: Axis;
  /** How many entries the axis had. */
  readonly count: number;
}

/**
 * The same part of a run on an axis with more entries, or of another scale: what was at its sides stays there. A reader who
 * follows sees as much as before, up to the end. All of a run stays all of it.
 */
export const carry = ({ window, axis, count }: Held, next: Axis, run: number, follows: boolean): Window => {
  if (window.from <= 0 && window.to >= 1) return everything;
  const move = (position: number): number => {
    const before = lastEntryUpTo(axis, position, count, run);
    const from = axis.positionOf(before, run);
    const isLast = before >= count - 1;
    const to = isLast ? 1 : axis.positionOf(before + 1, run);
    const [start, end] = [next.positionOf(before, run), isLast ? endOf(axis, next) : next.positionOf(before + 1, run)];
    return to <= from ? start : start + ((end - start) * (position - from)) / (to - from);
  };
  const [from, to] = [move(window.from), move(window.to)];
  const span = Math.min(1, Math.max(next.finest, to - from));
  if (follows) return { from: 1 - span, to: 1 };
  const start = Math.min(Math.max(0, from), 1 - span);
  return { from: start, to: start + span };
};

/** Where the end of the one is on the other. */
const endOf = (axis: Axis, next: Axis): number => Math.min(1, next.positionAt(axis.timeAt(1)));

const lastEntryUpTo = (axis: Axis, position: number, count: number, run: number): number =>
  Math.max(0, bisect(count, (entry) => axis.positionOf(entry, run) <= position) - 1);
