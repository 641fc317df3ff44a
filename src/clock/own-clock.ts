import type { Instant } from '../spec/time.ts';
import { type Alarm, type MovableClock, nobody, upBefore } from './clock.ts';
import { EventQueue, type Queued } from './event-queue.ts';
import type { RandomSource } from './random.ts';

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
  mover = nobody;
  runsAwayAt = Number.POSITIVE_INFINITY;
  now: Instant;
  readonly random: RandomSource | undefined;
  readonly failure: () => Error | undefined;
  readonly #epoch: Instant;
  readonly #fire: (work: () => void) => void;
  readonly #events = new EventQueue<() => void>();
  readonly #timers = new EventQueue<Alarm>();
  readonly #lasting = new Set<Alarm>();

  constructor({ epoch, random, fire, failure }: OwnClockOptions) {
    this.now = epoch;
    this.random = random;
    this.failure = failure;
    this.#epoch = epoch;
    this.#fire = fire;
  }

  get serviceNow(): Instant {
    return this.now;
  }

  monotonicNow(): number {
    return upBefore + this.now - this.#epoch;
  }

  arm(alarm: Alarm, delay: number): Queued<Alarm> {
    if (alarm.isLasting) this.#lasting.add(alarm);
    return this.#timers.add(this.now + delay, alarm);
  }

  disarm(armed: Queued<Alarm>): void {
    this.#timers.remove(armed);
    if (armed.what.isLasting) this.#lasting.delete(armed.what);
  }

  mayRunAway(delay: number): boolean {
    return this.now + delay > this.runsAwayAt;
  }

  at(at: Instant, fire: () => void): () => void {
    const event = this.#events.add(at, fire);
    return () => this.#events.remove(event);
  }

  dueAt(): Instant | undefined {
    return this.#events.firstAt();
  }

  advance(stop: Instant, isTooFar: (next: Instant, name: () => string) => boolean): boolean {
    const service = this.#events.firstAt() ?? Number.POSITIVE_INFINITY;
    const client = this.#timers.firstAt() ?? Number.POSITIVE_INFINITY;
    const next = Math.max(this.now, Math.min(service, client));
    if (next > stop) {
      this.#moveTo(stop);
      return true;
    }
    if (next === Number.POSITIVE_INFINITY) return false;
    const name = (): string =>
      service <= next ? "the service's due time" : (this.#timers.first()?.place() ?? 'nobody');
    if (isTooFar(next, name)) return true;
    if (service <= next) this.#fireService(next);
    else this.#ring(next);
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

  keptAliveUntil(): Instant | undefined {
    return this.#timers.lastAt((alarm) => alarm.hasRef() && !alarm.isLasting);
  }

  isAnythingDue(): boolean {
    const { now } = this;
    return (this.#events.firstAt() ?? now + 1) <= now || (this.#timers.firstAt() ?? now + 1) <= now;
  }

  end(): void {
    this.#events.clear();
    this.isLive = false;
    for (const alarm of this.#timers.clear()) if (!alarm.isLasting) alarm.drop();
    for (const alarm of this.#lasting) alarm.moveOn();
    this.#lasting.clear();
  }

  #fireService(at: Instant): void {
    this.#moveTo(at);
    const fire = this.#events.takeFirst()?.what;
    if (fire !== undefined) this.#fire(fire);
  }

  #ring(at: Instant): void {
    this.#moveTo(at);
    const alarm = this.#timers.takeFirst()?.what;
    if (alarm?.isLasting === true) this.#lasting.delete(alarm);
    alarm?.ring();
  }

  /** Moves on without waking anybody. */
  #moveTo(instant: Instant): void {
    this.now = Math.max(instant, this.now);
  }

  /** Moves on as the clock of a process that slept: timers due on the way are due now, in the order they were due. */
  #wakeAt(instant: Instant): void {
    this.#moveTo(instant);
    const late: Queued<Alarm>[] = [];
    for (let armed = this.#takeUntil(instant); armed !== undefined; armed = this.#takeUntil(instant)) late.push(armed);
    for (const armed of late) this.#timers.addAgain(armed, instant);
  }

  #takeUntil(instant: Instant): Queued<Alarm> | undefined {
    return (this.#timers.firstAt() ?? instant + 1) <= instant ? this.#timers.takeFirst() : undefined;
  }
}
