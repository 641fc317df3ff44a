import type { Instant } from '../spec/time.ts';
import { Agenda } from './event-queue.ts';
import type { ClientClock } from './own-clock.ts';
import type { Leap } from './drives.ts';
import type { Motion } from './motion.ts';
import { throwLater } from './throw-later.ts';

export interface OwnMotionParts {
  readonly clock: ClientClock;
  /** Calls the service, in its context. Never throws. */
  readonly fire: (work: () => void) => void;
  readonly trouble: () => Error | undefined;
}

/** Moves a clock that nobody else knows: straight to the next due time, the service's before the client's. */
export class OwnMotion implements Motion {
  readonly trouble: () => Error | undefined;
  readonly #agenda = new Agenda();
  readonly #clock: ClientClock;
  readonly #fire: (work: () => void) => void;

  constructor({ clock, fire, trouble }: OwnMotionParts) {
    this.#clock = clock;
    this.#fire = fire;
    this.trouble = trouble;
  }

  get now(): Instant {
    return this.#clock.now;
  }

  at(at: Instant, fire: () => void): () => void {
    return this.#agenda.add(at, fire);
  }

  advance(stop: Instant, isTooFar: (next: Instant, name: () => string) => boolean): boolean {
    const service = this.#agenda.firstAt() ?? Number.POSITIVE_INFINITY;
    const client = this.#clock.earliest();
    const next = Math.max(this.#clock.now, Math.min(service, client?.at ?? Number.POSITIVE_INFINITY));
    if (next > stop) {
      this.#clock.moveTo(stop);
      return true;
    }
    if (next === Number.POSITIVE_INFINITY) return false;
    if (isTooFar(next, () => (service <= next ? "the service's due time" : (client?.alarm.place() ?? '')))) return true;
    if (service <= next) this.#fireService(next);
    else this.#ring();
    return true;
  }

  leap({ until }: Leap & { readonly until: Instant }): boolean {
    const due = this.#agenda.firstAt();
    if (due !== undefined && due <= until) {
      this.#fireService(Math.max(due, this.#clock.now));
      return false;
    }
    this.#clock.wakeAt(until);
    return true;
  }

  isAnythingDue(): boolean {
    const { now } = this.#clock;
    return (this.#agenda.firstAt() ?? now + 1) <= now || (this.#clock.earliest()?.at ?? now + 1) <= now;
  }

  end(): void {
    this.#agenda.clear();
    this.#clock.end();
  }

  #fireService(at: Instant): void {
    this.#clock.moveTo(at);
    const fire = this.#agenda.takeFirst();
    if (fire !== undefined) this.#fire(fire);
  }

  #ring(): void {
    throwLater(() => this.#clock.takeEarliest()?.ring());
  }
}
