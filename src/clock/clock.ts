import type { Chance } from './random.ts';
import type { Instant } from '../spec/time.ts';

/** What a clock wakes: a timer of the client. */
export interface Alarm {
  /** Belongs to a module rather than to the client, so it must go on when its simulation is over. */
  readonly isLasting: boolean;
  /** Does what the timer was made for. */
  ring(): void;
  /** Finds another clock to run on, now that this one is no more. */
  moveOn(): void;
  /** The line of code that made the timer. */
  place(): string;
}

/** An alarm that waits on a clock. */
export interface Armed {
  readonly alarm: Alarm;
  readonly at: Instant;
  handle: unknown;
}

/** The time of a simulation, as its client reads it and sets timers on it. */
export interface Clock {
  /** False once the simulation is over: timers asked for from then on are real. */
  readonly isLive: boolean;
  /** How many simulations inside this one have time running at the moment; this one waits for them. */
  innerDrives: number;
  readonly now: Instant;
  /** What its client draws chance from; undefined where that is left alone. */
  readonly chance: Chance | undefined;
  /** Milliseconds since the simulation began, as `performance.now()` counts them. */
  sinceStart(): number;
  hrtime(previous?: [number, number]): [number, number];
  arm(alarm: Alarm, delay: number): Armed;
  disarm(armed: Armed): void;
}
