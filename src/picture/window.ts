/** The part of the axis that is in view: from 0 to 1 is all of it. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export const everything: Window = { from: 0, to: 1 };

/** A little is shown beyond both ends, so that what stands there is not cut. */
const margin = 0.015;

const spanOf = ({ from, to }: Window): number => to - from;

const clamp = (from: number, span: number): Window => {
  const start = Math.min(Math.max(from, 0), 1 - span);
  return { from: start, to: start + span };
};

/** Zooms by a factor, more than 1 to come nearer; what is at `around` stays where it is. */
export const zoom = (window: Window, around: number, factor: number, finest: number): Window => {
  const span = Math.min(1, Math.max(finest, spanOf(window) / factor));
  const part = (around - window.from) / spanOf(window);
  return clamp(around - part * span, span);
};

/** Moves by a part of what is in view, more than 0 towards the end. */
export const pan = (window: Window, part: number): Window => clamp(window.from + part * spanOf(window), spanOf(window));

/** What is at `position`, in the middle of what is in view unless it is in view already. */
export const reveal = (window: Window, position: number): Window => {
  const span = spanOf(window);
  const isInView = position >= window.from + span * 0.04 && position <= window.to - span * 0.04;
  return isInView ? window : clamp(position - span / 2, span);
};

export const toRange = (from: number, to: number, finest: number): Window => {
  const span = Math.min(1, Math.max(finest, to - from));
  return clamp((from + to - span) / 2, span);
};

/** From the axis to pixels and back, `width` pixels wide. */
export interface Screen {
  readonly toX: (position: number) => number;
  readonly toPosition: (x: number) => number;
}

export const createScreen = (window: Window, left: number, width: number): Screen => {
  const side = width * margin;
  const scale = (width - 2 * side) / spanOf(window);
  return {
    toX: (position) => left + side + (position - window.from) * scale,
    toPosition: (x) => window.from + (x - left - side) / scale,
  };
};
