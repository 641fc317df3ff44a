import type { Instant } from '../spec/time.ts';
import { Agenda } from './event-queue.ts';

/** A clock that is not ours, on which one timer at a time is set. */
export interface Wakener {
  readonly now: () => Instant;
  readonly setTimeout: (callback: () => void, delay: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

/** No timer of JavaScript is longer. */
const longestDelay = 2 ** 31 - 1;

/**
 * The due times of a service on somebody else's clock. That one gets a single timer, for the earliest of them: many would
 * make the clocks of test runners slow. However far it is moved at once, each due time finds the instant it was due at.
 */
export class DueTimes {
  readonly #agenda = new Agenda();
  readonly #wakener: Wakener;
  readonly #fire: (work: () => void) => void;
  #set: { readonly timer: unknown; readonly at: Instant } | undefined;
  #firingAt: Instant | undefined;
  #latest: Instant;

  /** `fire` calls the service, and never throws. */
  constructor(wakener: Wakener, fire: (work: () => void) => void) {
    this.#wakener = wakener;
    this.#fire = fire;
    this.#latest = wakener.now();
  }

  /** For the service time never runs back, wherever a user may set the clock. */
  get now(): Instant {
    if (this.#firingAt !== undefined) return this.#firingAt;
    this.#latest = Math.max(this.#latest, this.#wakener.now());
    return this.#latest;
  }

  add(at: Instant, fire: () => void): () => void {
    const cancel = this.#agenda.add(at, fire);
    this.setTimer();
    return () => {
      cancel();
      this.setTimer();
    };
  }

  firstAt(): Instant | undefined {
    return this.#agenda.firstAt();
  }

  /** Lets everything happen that has become due. */
  catchUp(): void {
    if (this.#firingAt !== undefined) return;
    const until = Math.max(this.#latest, this.#wakener.now());
    while ((this.firstAt() ?? until + 1) <= until) this.fireNext();
    this.setTimer();
  }

  /** Lets the first of all happen, at its instant. */
  fireNext(): void {
    const at = this.firstAt();
    const fire = this.#agenda.takeFirst();
    if (at === undefined || fire === undefined) return;
    this.#latest = Math.max(this.#latest, at);
    this.#firingAt = this.#latest;
    this.#fire(fire);
    this.#firingAt = undefined;
  }

  /** Makes sure that the one timer is the right one, also after the clock was set or cleared. */
  setTimer(isLost = false): void {
    if (this.#firingAt !== undefined) return;
    const at = this.firstAt();
    if (!isLost && at === this.#set?.at) return;
    if (this.#set !== undefined) this.#wakener.clearTimeout(this.#set.timer);
    this.#set = undefined;
    if (at === undefined) return;
    const delay = Math.min(Math.max(0, at - this.#wakener.now()), longestDelay);
    const ring = (): void => {
      this.#set = undefined;
      this.catchUp();
    };
    this.#set = { timer: this.#wakener.setTimeout(ring, delay), at };
  }

  clear(): void {
    this.#agenda.clear();
    this.setTimer();
  }
}
