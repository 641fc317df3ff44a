import type { Instant } from '../spec/time.ts';
import { type Alarm, type MovableClock, nobody, upBefore } from './clock.ts';
import { fakeTimersGone, standsStill } from './errors.ts';
import { WokenEventQueue } from './event-queue.ts';
import { earliestOf, type FakeClock, type FakeTimers } from './fake-timers.ts';
import type { RandomSource } from './random.ts';
import { throwLater } from './real-time.ts';

export interface AdoptedClockOptions {
  readonly label: string;
  readonly fakes: FakeTimers;
  readonly random: RandomSource | undefined;
  /** Calls the service, in its context. Never throws. */
  readonly fire: (work: () => void) => void;
}

/** An alarm, and its timer on the fake timers. */
interface Armed {
  readonly alarm: Alarm;
  timer: unknown;
}

/** Steps without time passing after which it is taken that it never will. */
const patience = 100_000;

/**
 * The clock of fake timers that the user has switched on: moved by us, and followed when somebody else moves it. It is also
 * what those timers of the client run on which fake timers leave real.
 */
export class AdoptedClock implements MovableClock {
  innerRuns = 0;
  runsAwayAt = Number.POSITIVE_INFINITY;
  mover = nobody;
  readonly random: RandomSource | undefined;
  readonly #label: string;
  readonly #fakes: FakeTimers;
  readonly #events: WokenEventQueue;
  readonly #startedAt: Instant;
  readonly #armed = new Set<Armed>();
  #isOver = false;
  /** Alarms that went off while a process that slept woke up. */
  #late: Armed[] | undefined;
  /** Where a leap under way has begun. */
  #leapsFrom: Instant | undefined;
  #lastNow: Instant;
  #stepsAtNow = 0;

  constructor({ label, fakes, random, fire }: AdoptedClockOptions) {
    this.random = random;
    this.#label = label;
    this.#fakes = fakes;
    this.#events = new WokenEventQueue(fakes, fire);
    this.#startedAt = fakes.now();
    this.#lastNow = this.#startedAt;
  }

  get isLive(): boolean {
    return !this.#isOver && this.#fakes.isOn();
  }

  get now(): Instant {
    return this.#fakes.now();
  }

  get serviceNow(): Instant {
    return this.#events.now;
  }

  monotonicNow(): number {
    return upBefore + this.now - this.#startedAt;
  }

  arm(alarm: Alarm, delay: number): Armed {
    const armed: Armed = { alarm, timer: undefined };
    this.#start(armed, delay);
    this.#armed.add(armed);
    return armed;
  }

  #start(armed: Armed, delay: number): void {
    armed.timer = this.#fakes.setTimeout(() => {
      if (this.#late !== undefined) return void this.#late.push(armed);
      this.#armed.delete(armed);
      armed.alarm.ring();
    }, delay);
  }

  disarm(armed: Armed): void {
    this.#fakes.clearTimeout(armed.timer);
    this.#armed.delete(armed);
  }

  /** Nobody knows who made a timer on fake timers. */
  mayRunAway(): boolean {
    return false;
  }

  at(at: Instant, fire: () => void): () => void {
    return this.#events.add(at, fire);
  }

  dueAt(): Instant | undefined {
    return this.#events.firstAt();
  }

  /** Lets happen what became due when somebody else moved the clock. */
  catchUp(): void {
    this.#events.catchUp();
  }

  failure(): Error | undefined {
    if (!this.#fakes.isOn()) return fakeTimersGone(this.#label);
    if (this.#stepsAtNow < patience) return undefined;
    this.#stepsAtNow = 0;
    return standsStill(this.#label, patience, this.serviceNow - this.#startedAt);
  }

  advance(stop: Instant, isTooFar: (next: Instant, name: () => string) => boolean): boolean {
    const { clock } = this.#fakes;
    const now = this.serviceNow;
    const hasBeenMoved = now > this.#lastNow;
    this.#lastNow = now;
    if (clock === undefined) return hasBeenMoved;
    if (hasJobs(clock)) {
      throwLater(() => clock.runMicrotasks());
      return true;
    }
    const next = this.#nextDue(clock);
    if (next > stop) {
      throwLater(() => clock.tick(stop - now));
      return true;
    }
    this.#stepsAtNow = next > now ? 0 : this.#stepsAtNow + 1;
    if (next === Number.POSITIVE_INFINITY) return false;
    if (isTooFar(next, () => 'a timer on the fake timers')) return true;
    throwLater(() => clock.next());
    return true;
  }

  /**
   * Due times of the service find the clock set to their instants, which calls no timer of the client. Then the clock is set
   * back, and goes all the way in one jump: as that of a process that slept. Before its alarms go off it hears what the service has
   * answered meanwhile.
   */
  leap(until: Instant): boolean {
    const { clock } = this.#fakes;
    if (clock === undefined) return true;
    this.#leapsFrom ??= clock.now;
    const due = this.#events.firstAt();
    if (due !== undefined && due <= until) {
      clock.setSystemTime(Math.max(due, clock.now));
      this.#events.fireNext();
      return false;
    }
    const from = this.#leapsFrom;
    this.#leapsFrom = undefined;
    clock.setSystemTime(from);
    const late: Armed[] = (this.#late = []);
    throwLater(() => clock.jump(until - from));
    this.#late = undefined;
    for (const armed of late) if (this.#armed.has(armed)) this.#start(armed, 0);
    this.#events.setTimer(true);
    return true;
  }

  keptAliveUntil(): undefined {
    return undefined;
  }

  isAnythingDue(): boolean {
    const { clock } = this.#fakes;
    return clock !== undefined && (hasJobs(clock) || this.#nextDue(clock) <= this.serviceNow);
  }

  end(): void {
    this.#events.clear();
    this.#isOver = true;
    for (const armed of this.#armed) {
      this.#fakes.clearTimeout(armed.timer);
      if (armed.alarm.isLasting) armed.alarm.moveOn();
      else armed.alarm.drop();
    }
    this.#armed.clear();
  }

  #nextDue(clock: FakeClock): Instant {
    const service = this.#events.firstAt();
    // Somebody may have set the clock, or cleared all its timers, and ours with them.
    if ((earliestOf(clock) ?? Number.POSITIVE_INFINITY) > (service ?? Number.POSITIVE_INFINITY)) {
      this.#events.setTimer(true);
    }
    return Math.max(earliestOf(clock) ?? Number.POSITIVE_INFINITY, clock.now);
  }
}

const hasJobs = ({ jobs = [] }: FakeClock): boolean => jobs.length > 0;
