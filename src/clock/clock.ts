/**
 * Virtual time: how it works.
 *
 * **What time is.** Each simulation has one instant, the same for the simulated service and for its client. A `Clock` keeps it:
 * `OwnClock` a time that nobody else knows of, `AdoptedClock` that of fake timers which the user has switched on. Code is in
 * virtual time when the simulation has started it: the async context carries the clock (`current-clock.ts`), and what stands in
 * for `setTimeout`, `Date`, `AbortSignal.timeout` and the like looks there at each call (`patches/`). All other code, before it
 * and beside it, stays in real time. `installation.ts` puts this in with the first simulation, and takes it out with the last.
 *
 * **Who may move it.** The `Scheduler` of the simulation and nobody else, one step at a time: to the next due time of the service
 * (`event-queue.ts`) or timer of the client (`client-timer.ts`), the service's first. It does so only while somebody waits for
 * it: a `run`, an `elapse`, a `leap`; and not while there is a `hold`.
 *
 * **How idleness is decided.** Time never moves while anything can still happen without it. `IdleLoop` takes real turns of the
 * event loop until `IdleDetector` has seen some quiet ones in a row, in which no signal (`signals/`: file system, thread pool,
 * sockets on which a reply is awaited, workers, child processes, modules being loaded) tells of work in flight. Then what waits
 * at this instant happens, requests before answers, and only then do the schedulers take their steps. While nothing has been
 * begun since all signals were at rest (`signals/beginnings.ts` counts it), there is nothing to look for: steps then follow each
 * other within one turn, as soon as ticks and promises have come to their end. Nobody looks for what is put off to the next turn,
 * as each chunk is that our transports carry: the next steps come behind it. What makes no headway for two real seconds is no
 * longer waited for, and a client that waits for what cannot come is told who holds the clock (`errors.ts`).
 *
 * **What must never be.** Locks that are counted in pairs: idleness is seen, not declared. A patch that changes what code
 * outside of simulations sees. Real time in anything that the client or the trace can read.
 *
 * A timeline (`timeline.ts`) is all of that as the rest of the project sees it; `create-timeline.ts` chooses which one. For
 * clients in other processes there is one of which nothing in this process is a part (`paced-timeline.ts`): it passes as real
 * time does, faster, or not at all, and waits for what can be seen of them (`calm.ts`).
 */
import type { RandomSource } from './random.ts';
import type { Instant } from '../spec/time.ts';

/** What a clock wakes: a timer of the client. */
export interface Alarm {
  /** Belongs to a module rather than to the client, so it must go on when its simulation is over. */
  readonly isLasting: boolean;
  /** Whether it keeps the client's process from ending. */
  hasRef(): boolean;
  /** Does what the timer was made for. */
  ring(): void;
  /** Finds another clock to run on, now that this one is no more. */
  moveOn(): void;
  /** Is over, since its clock is. */
  drop(): void;
  /** The line of code that made the timer. */
  place(): string;
}

/** An alarm that waits on a clock: each clock has a form of its own, which is given back to that clock alone. */
export type Armed = object;

export interface Mover {
  readonly isDriven: boolean;
}

/** Moves a clock that has no scheduler. */
export const nobody: Mover = { isDriven: false };

/** The time of a simulation, as its client reads it and sets timers on it. */
export interface Clock {
  /** False once the simulation is over: timers asked for from then on are real. */
  readonly isLive: boolean;
  /** How many simulations inside this one have time running at the moment; this one waits for them. */
  innerRuns: number;
  /** Its scheduler, which knows whether somebody waits for its time to move. */
  mover: Mover;
  /** When the oldest run is taken to have no end; its scheduler says so. */
  runsAwayAt: Instant;
  readonly now: Instant;
  /** What its client draws random numbers from. */
  readonly random: RandomSource | undefined;
  /** What `performance.now()` gives. */
  monotonicNow(): number;
  arm(alarm: Alarm, delay: number): Armed;
  disarm(armed: Armed): void;
  /** Whether a timer of that delay may have to be named as what drives a run without end: its maker has to be known then. */
  mayRunAway(delay: number): boolean;
}

/**
 * How long the client's process is taken to have been up when a simulation begins, in milliseconds. In Node neither
 * `performance.now()` nor a part of `process.hrtime()` is 0 by the time that code of a client runs, and for many it then means
 * "never": lru-cache takes an entry of that instant for one without a time to live.
 */
export const upBefore = 1050;

/** The same as the scheduler sees it, which alone may move it. */
export interface MovableClock extends Clock {
  /** What the service takes for now. For it time never runs back, wherever a user may set fake timers. */
  readonly serviceNow: Instant;
  /** Calls `fire` at an instant of the service's; returns the cancellation. */
  at(at: Instant, fire: () => void): () => void;
  /** The first of these instants. */
  dueAt(): Instant | undefined;
  /**
   * Goes to what is due next, but no further than `stop`, and lets it happen; false when nothing is due. `isTooFar` is asked
   * before, and can forbid it.
   */
  advance(stop: Instant, isTooFar: (next: Instant, name: () => string) => boolean): boolean;
  /** Takes the next step of a leap to `until`; true with the last. */
  leap(until: Instant): boolean;
  /** When the last timer of the client goes off that keeps its process from ending; undefined where there is none, or nobody knows. */
  keptAliveUntil(): Instant | undefined;
  /** Whether anything is due that has not happened. */
  isAnythingDue(): boolean;
  /** Why there is no going on, if there is not. */
  failure(): Error | undefined;
  end(): void;
}
