import type { Instant } from '../spec/time.ts';

/** Only the queue that it is in may change it. */
export interface Queued<What> {
  at: Instant;
  order: number;
  readonly what: What;
  /** Where it sits in the heap; -1 once it has left. */
  index: number;
}

const isBefore = (one: Queued<unknown>, other: Queued<unknown>): boolean =>
  one.at === other.at ? one.order < other.order : one.at < other.at;

/** What is due, earliest first; those of one instant in the order they were added. A binary heap. */
export class EventQueue<What> {
  readonly #heap: Queued<What>[] = [];
  #made = 0;

  add(at: Instant, what: What): Queued<What> {
    const event: Queued<What> = { at, order: this.#made++, what, index: -1 };
    this.#push(event);
    return event;
  }

  /** Adds one that has left once more, for another instant. */
  addAgain(event: Queued<What>, at: Instant): void {
    event.at = at;
    event.order = this.#made++;
    this.#push(event);
  }

  firstAt(): Instant | undefined {
    return this.#heap[0]?.at;
  }

  first(): What | undefined {
    return this.#heap[0]?.what;
  }

  /** When the last is due of those that count. */
  lastAt(counts: (what: What) => boolean): Instant | undefined {
    let last: Instant | undefined;
    for (const { at, what } of this.#heap) if (at > (last ?? Number.NEGATIVE_INFINITY) && counts(what)) last = at;
    return last;
  }

  takeFirst(): Queued<What> | undefined {
    const first = this.#heap[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Gives what was in it, in no order. */
  clear(): readonly What[] {
    for (const event of this.#heap) event.index = -1;
    return this.#heap.splice(0).map(({ what }) => what);
  }

  /** Does nothing to one that has left. */
  remove(event: Queued<What>): void {
    const hole = event.index;
    if (hole < 0) return;
    event.index = -1;
    const last = this.#heap.pop();
    if (last === undefined || last === event) return;
    this.#put(last, hole);
    this.#raise(last);
    this.#sink(last);
  }

  #push(event: Queued<What>): void {
    event.index = this.#heap.length;
    this.#heap.push(event);
    this.#raise(event);
  }

  #raise(event: Queued<What>): void {
    while (event.index > 0) {
      const parent = this.#heap[(event.index - 1) >> 1];
      if (parent === undefined || isBefore(parent, event)) return;
      this.#swap(event, parent);
    }
  }

  #sink(event: Queued<What>): void {
    for (;;) {
      const left = this.#heap[event.index * 2 + 1];
      const right = this.#heap[event.index * 2 + 2];
      const child = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (child === undefined || isBefore(event, child)) return;
      this.#swap(event, child);
    }
  }

  #swap(one: Queued<What>, other: Queued<What>): void {
    const place = one.index;
    this.#put(one, other.index);
    this.#put(other, place);
  }

  #put(event: Queued<What>, index: number): void {
    this.#heap[index] = event;
    event.index = index;
  }
}

/** A clock that is not ours, on which one timer at a time is set. */
export interface Waker {
  readonly now: () => Instant;
  readonly setTimeout: (callback: () => void, delay: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

/** No timer of JavaScript is longer. */
export const longestDelay = 2 ** 31 - 1;

/**
 * An event queue that a timer on somebody else's clock wakes. That one gets a single timer, for the earliest of them: many would
 * make the clocks of test runners slow. However far it is moved at once, each due time finds the instant it was due at.
 */
export class WokenEventQueue {
  readonly #events = new EventQueue<() => void>();
  readonly #waker: Waker;
  readonly #fire: (work: () => void) => void;
  #set: { readonly timer: unknown; readonly at: Instant } | undefined;
  #firingAt: Instant | undefined;
  #latest: Instant;

  /** `fire` calls the service, and never throws. */
  constructor(waker: Waker, fire: (work: () => void) => void) {
    this.#waker = waker;
    this.#fire = fire;
    this.#latest = waker.now();
  }

  /** For the service time never runs back, wherever a user may set the clock. */
  get now(): Instant {
    if (this.#firingAt !== undefined) return this.#firingAt;
    this.#latest = Math.max(this.#latest, this.#waker.now());
    return this.#latest;
  }

  add(at: Instant, fire: () => void): () => void {
    const event = this.#events.add(at, fire);
    this.setTimer();
    return () => {
      this.#events.remove(event);
      this.setTimer();
    };
  }

  firstAt(): Instant | undefined {
    return this.#events.firstAt();
  }

  /** Lets everything happen that has become due. */
  catchUp(): void {
    if (this.#firingAt !== undefined) return;
    const until = Math.max(this.#latest, this.#waker.now());
    while ((this.firstAt() ?? until + 1) <= until) this.fireNext();
    this.setTimer();
  }

  /** Lets the first of all happen, at its instant. */
  fireNext(): void {
    const at = this.firstAt();
    const fire = this.#events.takeFirst()?.what;
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
    if (this.#set !== undefined) this.#waker.clearTimeout(this.#set.timer);
    this.#set = undefined;
    if (at === undefined) return;
    const delay = Math.min(Math.max(0, at - this.#waker.now()), longestDelay);
    const ring = (): void => {
      this.#set = undefined;
      this.catchUp();
    };
    this.#set = { timer: this.#waker.setTimeout(ring, delay), at };
  }

  clear(): void {
    this.#events.clear();
    this.setTimer();
  }
}
