import type { Instant } from '../spec/time.ts';

/** Somebody who waits for time to do something, and how to tell them. */
interface Waiting {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** A `run`: moves time until its work has settled. */
export interface Run {
  readonly reject: (reason: unknown) => void;
  /** Where it began; moved by leaps, which are meant and no runaway. */
  startedAt: Instant;
  /** Passes the outcome on, once there is one. */
  settle: (() => void) | undefined;
}

/** An `elapse`: moves time up to an instant. */
export interface Elapse extends Waiting {
  readonly until: Instant;
}

/** A `leap`: once begun, it knows where it ends. */
export interface Leap extends Waiting {
  readonly by: number;
  until: Instant | undefined;
}
