import type { Instant } from '../spec/time.ts';
import type { Leap } from './drives.ts';

/** How the time of one simulation is moved on. */
export interface Motion {
  readonly now: Instant;
  /** Calls `fire` at an instant of the service's; returns the cancellation. */
  at(at: Instant, fire: () => void): () => void;
  /**
   * Goes to what is due next, but no further than `stop`, and lets it happen; false when nothing is due. `isTooFar` is asked
   * before, and can forbid it.
   */
  advance(stop: Instant, isTooFar: (next: Instant, name: () => string) => boolean): boolean;
  /** Takes the next step of a leap that knows its end; true with the last. */
  leap(leap: Leap & { readonly until: Instant }): boolean;
  /** Whether anything is due that has not happened. */
  isAnythingDue(): boolean;
  /** What is wrong with the clock, if there is no going on. */
  trouble(): Error | undefined;
  end(): void;
}
