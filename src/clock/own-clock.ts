import { createClock, type TimerId } from '@sinonjs/fake-timers';
import type { Instant } from '../spec/time.ts';
import type { Alarm, Armed, MovableClock } from './clock.ts';
import { EventQueue } from './event-queue.ts';
import type { RandomSource } from './random.ts';
import { throwLater } from './real-time.ts';

/** What is used of fake-timers' clock; its own types leave the callbacks' arguments open. */
interface SinonClock {
  now: Instant;
  readonly performance: { now(): number };
  /** No call tells the earliest timer, and advancing to find out would overtake the service: so it is read off the heap. */
  readonly timerHeap?: { peek(): { readonly callAt: Instant; readonly args: readonly [Armed] } | undefined };
  hrtime(previous?: readonly [number, number]): [number, number];
  setTimeout(callback: (armed: Armed) => void, delay: number, armed: Armed): TimerId;
  clearTimeout(timer: TimerId): void;
  countTimers(): number;
  next(): number;
  jump(milliseconds: number): number;
  reset(): void;
}

export interface OwnClockOptions {
  readonly epoch: Instant;
  readonly random: RandomSource | undefined;
  /** Calls the service, in its context. Never throws. */
  readonly fire: (work: () => void) => void;
  readonly failure: () => Error | undefined;
}

/** A clock that nobody else knows, which goes straight to the next due time, the service's before the client's. */
export class OwnClock implements MovableClock {
  isLive = true;
  innerRuns = 0;
  readonly random: RandomSource | undefined;
  readonly failure: () => Error | undefined;
  readonly #fire: (work: () => void) => void;
  readonly #events = new EventQueue();
  readonly #timers: SinonClock;
  readonly #lasting = new Set<Alarm>();
  readonly #fallen: Armed[] = [];
  readonly #fall = (armed: Armed): void => {
    this.#fallen.push(armed);
  };

  constructor({ epoch, random, fire, failure }: OwnClockOptions) {
    this.random = random;
    this.failure = failure;
    this.#fire = fire;
    this.#timers = createClock(epoch) as unknown as SinonClock;
  }

  get now(): Instant {
    return this.#timers.now;
  }

  get serviceNow(): Instant {
    return this.now;
  }

  sinceStart(): number {
    return this.#timers.performance.now();
  }

  hrtime(previous?: [number, number]): [number, number] {
    return this.#timers.hrtime(previous);
  }

  arm(alarm: Alarm, delay: number): Armed {
    const armed: Armed = { alarm, at: this.now + delay, handle: undefined };
    armed.handle = this.#timers.setTimeout(this.#fall, delay, armed);
    if (alarm.isLasting) this.#lasting.add(alarm);
    return armed;
  }

  disarm(armed: Armed): void {
    if (armed.handle !== undefined) this.#timers.clearTimeout(armed.handle as TimerId);
    this.#lasting.delete(armed.alarm);
  }

  at(at: Instant, fire: () => void): () => void {
    return this.#events.add(at, fire);
  }

  advance(stop: Instant, isTooFar: (next: Instant, name: () => string) => boolean): boolean {
    const service = this.#events.firstAt() ?? Number.POSITIVE_INFINITY;
    const client = this.#earliest();
    const next = Math.max(this.now, Math.min(service, client?.at ?? Number.POSITIVE_INFINITY));
    if (next > stop) {
      this.#moveTo(stop);
      return true;
    }
    if (next === Number.POSITIVE_INFINITY) return false;
    if (isTooFar(next, () => (service <= next ? "the service's due time" : (client?.alarm.place() ?? '')))) return true;
    if (service <= next) this.#fireService(next);
    else throwLater(() => this.#takeEarliest()?.ring());
    return true;
  }

  leap(until: Instant): boolean {
    const due = this.#events.firstAt();
    if (due !== undefined && due <= until) {
      this.#fireService(Math.max(due, this.now));
      return false;
    }
    this.#wakeAt(until);
    return true;
  }

  isAnythingDue(): boolean {
    const { now } = this;
    return (this.#events.firstAt() ?? now + 1) <= now || (this.#earliest()?.at ?? now + 1) <= now;
  }

  end(): void {
    this.#events.clear();
    this.isLive = false;
    const { now } = this;
    this.#timers.reset();
    this.#timers.now = now;
    for (const alarm of this.#lasting) alarm.moveOn();
    this.#lasting.clear();
  }

  #fireService(at: Instant): void {
    this.#moveTo(at);
    const fire = this.#events.takeFirst();
    if (fire !== undefined) this.#fire(fire);
  }

  #earliest(): { readonly at: Instant; readonly alarm: Alarm } | undefined {
    if (this.#timers.countTimers() === 0) return undefined;
    const first = this.#timers.timerHeap?.peek();
    if (first === undefined) throw new Error('this version of @sinonjs/fake-timers keeps its timers in another way');
    return { at: first.callAt, alarm: first.args[0].alarm };
  }

  /** Moves to the earliest timer and takes it off the clock. */
  #takeEarliest(): Alarm | undefined {
    this.#timers.next();
    const alarm = this.#fallen.pop()?.alarm;
    if (alarm !== undefined) this.#lasting.delete(alarm);
    return alarm;
  }

  /** Moves on without waking anybody. */
  #moveTo(instant: Instant): void {
    this.#timers.now = Math.max(instant, this.now);
  }

  /** Moves on as the clock of a process that slept: timers due on the way are due now, in the order they were due. */
  #wakeAt(instant: Instant): void {
    this.#timers.jump(Math.max(0, instant - this.now));
    for (const armed of this.#fallen.splice(0).sort((one, other) => one.at - other.at)) {
      armed.handle = this.#timers.setTimeout(this.#fall, 0, armed);
    }
  }
}
