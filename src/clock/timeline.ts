import type { Instant } from '../spec/time.ts';

/** The virtual time of one simulation: one instant for the service and its client, moved only when nothing else can happen. */
export interface Timeline {
  /** The virtual instant it is now. */
  now(): Instant;
  /**
   * Calls `fire` when virtual time reaches `at` (at once, on the next advance, when that is past). This is the service's
   * side: due times fire at their exact instant even while the client is asleep, and before client timers of the same instant.
   * Returns the cancellation.
   */
  at(at: Instant, fire: () => void): () => void;
  /**
   * Settles at this very instant, but not before nothing more can happen without it, whether or not anybody moves time. For
   * requests, that is when all that are sent at this instant have come: they are let in one after the other, by `place` and
   * then as they came. For answers, it is when nobody sends a request but who is given one: they are let go one at a time.
   * In real time it settles at once.
   */
  quiet(kind: 'request' | 'answer', place?: string): Promise<void>;
  /** Runs `work` as part of this simulation: its timers and its `Date`, and those of all it starts, are virtual. */
  enter<T>(work: () => T): T;
  /** Runs `work` and advances time by itself until its promise has settled. */
  run<T>(work: () => T | PromiseLike<T>): Promise<T>;
  /** Advances by hand, firing everything due on the way in order; ends when the last instant is idle. */
  elapse(milliseconds: number): Promise<void>;
  /**
   * Lets time pass while the client is asleep, as a suspended process is: once all is idle, the clock moves on by so much,
   * service due times fire at their instants, and client timers that fell due meanwhile fire late, at the end.
   */
  leap(milliseconds: number): Promise<void>;
  /** Keeps time from moving until the returned release is called: for work that nothing else can see. */
  hold(why: string): () => void;
  /** Forgets all timers; pending `run`s reject. The last one to go takes the patches of the process with it. */
  dispose(): Promise<void>;
}
