import type { Instant } from '../spec/time.ts';
import type { AdoptedClock } from './adopted-clock.ts';
import { fakeTimersGone, standsStill } from './errors.ts';
import type { Leap } from './drives.ts';
import { DueTimes } from './due-times.ts';
import { type DrivenClock, earliestOf, type ForeignClock } from './fake-timers.ts';
import type { Motion } from './motion.ts';
import { throwLater } from './throw-later.ts';

export interface AdoptedMotionParts {
  readonly label: string;
  readonly foreign: ForeignClock;
  readonly clock: AdoptedClock;
  /** Calls the service, in its context. Never throws. */
  readonly fire: (work: () => void) => void;
}

/** Steps without time passing after which it is taken that it never will. */
const patience = 100_000;

/** Moves a clock that belongs to fake timers, and goes along when somebody else moves it. */
export class AdoptedMotion implements Motion {
  readonly #label: string;
  readonly #foreign: ForeignClock;
  readonly #clock: AdoptedClock;
  readonly #dueTimes: DueTimes;
  readonly #startedAt: Instant;
  /** Where a leap under way has begun. */
  #leapsFrom: Instant | undefined;
  #lastNow: Instant;
  #stepsAtNow = 0;

  constructor({ label, foreign, clock, fire }: AdoptedMotionParts) {
    this.#label = label;
    this.#foreign = foreign;
    this.#clock = clock;
    this.#dueTimes = new DueTimes(foreign, fire);
    this.#startedAt = foreign.now();
    this.#lastNow = this.#startedAt;
  }

  get now(): Instant {
    return this.#dueTimes.now;
  }

  at(at: Instant, fire: () => void): () => void {
    return this.#dueTimes.add(at, fire);
  }

  catchUp(): void {
    this.#dueTimes.catchUp();
  }

  trouble(): Error | undefined {
    if (!this.#foreign.isOn()) return fakeTimersGone(this.#label);
    if (this.#stepsAtNow < patience) return undefined;
    this.#stepsAtNow = 0;
    return standsStill(this.#label, patience, this.now - this.#startedAt);
  }

  advance(stop: Instant, isTooFar: (next: Instant, name: () => string) => boolean): boolean {
    const { driven } = this.#foreign;
    const { now } = this;
    const hasBeenMoved = now > this.#lastNow;
    this.#lastNow = now;
    if (driven === undefined) return hasBeenMoved;
    if (hasJobs(driven)) {
      throwLater(() => driven.runMicrotasks());
      return true;
    }
    const next = this.#nextDue(driven);
    if (next > stop) {
      throwLater(() => driven.tick(stop - now));
      return true;
    }
    this.#stepsAtNow = next > now ? 0 : this.#stepsAtNow + 1;
    if (next === Number.POSITIVE_INFINITY) return false;
    if (isTooFar(next, () => 'a timer on the fake timers')) return true;
    throwLater(() => driven.next());
    return true;
  }

  /**
   * Due times of the service find the clock set to their instants, which calls no timer of the client. Then the clock is set
   * back, and goes all the way in one jump: as that of a process that slept.
   */
  leap({ until }: Leap & { readonly until: Instant }): boolean {
    const { driven } = this.#foreign;
    if (driven === undefined) return true;
    this.#leapsFrom ??= driven.now;
    const due = this.#dueTimes.firstAt();
    if (due !== undefined && due <= until) {
      driven.setSystemTime(Math.max(due, driven.now));
      this.#dueTimes.fireNext();
      return false;
    }
    const from = this.#leapsFrom;
    this.#leapsFrom = undefined;
    driven.setSystemTime(from);
    throwLater(() => driven.jump(until - from));
    this.#dueTimes.setTimer(true);
    return true;
  }

  isAnythingDue(): boolean {
    const { driven } = this.#foreign;
    return driven !== undefined && (hasJobs(driven) || this.#nextDue(driven) <= this.now);
  }

  end(): void {
    this.#dueTimes.clear();
    this.#clock.end();
  }

  #nextDue(driven: DrivenClock): Instant {
    const service = this.#dueTimes.firstAt();
    // Somebody may have set the clock, or cleared all its timers, and ours with them.
    if ((earliestOf(driven) ?? Number.POSITIVE_INFINITY) > (service ?? Number.POSITIVE_INFINITY)) {
      this.#dueTimes.setTimer(true);
    }
    return Math.max(earliestOf(driven) ?? Number.POSITIVE_INFINITY, driven.now);
  }
}

const hasJobs = ({ jobs = [] }: DrivenClock): boolean => jobs.length > 0;
