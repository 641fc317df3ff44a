import type { Instant } from '../spec/time.ts';
import { type Calm, createCalm } from './calm.ts';
import { disposed, notOurs } from './errors.ts';
import { WokenEventQueue } from './event-queue.ts';
import type { Pace } from './pace.ts';
import { PassingTime } from './passing-time.ts';
import { turns } from './real-time.ts';
import { outcomeOf } from './scheduler.ts';
import { checkEpoch, checkLength, type Timeline, type TimelineOptions } from './timeline.ts';

/** Real milliseconds after which what is under way keeps nobody from moving time any more. */
const usualPatience = 2000;

/**
 * A timeline that passes at a pace of its own, for clients out of reach: other processes, other languages. Nothing in the
 * process is replaced, and nothing is kept from ending.
 *
 * Where it is moved, it goes from one due time to the next, and waits at each until what that brought about has come to rest:
 * a notification is answered, and what the client asks upon it is, too. Throws `Misuse` `BAD_OPTION`. `elapse` and `leap`
 * reject with `CLOCK_NOT_OURS` where it cannot be moved, what is pending at the end with `DISPOSED`.
 *
 * @example
 * const timeline = new PacedTimeline({ epoch: 0, label: 'a server' }, { speed: 60, isMovable: true, leaps: false });
 * timeline.at(timeline.now() + 60_000, () => console.log('a second has passed'));
 */
export class PacedTimeline implements Timeline {
  readonly #label: string;
  readonly #patience: number;
  readonly #pace: Pace;
  readonly #time: PassingTime;
  readonly #calm: Calm;
  readonly #events: WokenEventQueue;
  readonly #pending = new Set<(reason: unknown) => void>();
  readonly #leaps = new Set<Promise<void>>();
  #isOver = false;
  #sleeping = 0;
  #isLeaping = false;

  constructor({ epoch, label, stuckAfter = usualPatience, isBusy = () => false }: TimelineOptions, pace: Pace) {
    checkEpoch(label, epoch);
    this.#label = label;
    this.#patience = stuckAfter;
    this.#pace = pace;
    this.#time = new PassingTime(epoch, pace.speed);
    this.#calm = createCalm(isBusy);
    this.#events = new WokenEventQueue(this.#time, (work) => this.#happen(work));
  }

  now(): Instant {
    return this.#events.now;
  }

  at(at: Instant, fire: () => void): () => void {
    if (this.#isOver) return () => undefined;
    return this.#events.add(at, () => {
      this.#calm.noteNews();
      fire();
    });
  }

  nextDue(): Instant | undefined {
    return this.#events.firstAt();
  }

  keptAliveUntil(): undefined {
    return undefined;
  }

  quiet<About>(_kind: 'request' | 'answer', happen: (about: About) => boolean, about: About): void {
    this.#calm.noteTraffic();
    queueMicrotask(() => happen(about));
  }

  enter<T>(work: () => T): T {
    this.#calm.noteTraffic();
    this.#events.catchUp();
    return work();
  }

  run<T>(work: () => T | PromiseLike<T>): Promise<T> {
    return this.#await((resolve, reject) => {
      void outcomeOf(work)
        // What is due in the very instant in which it ends happens before it is over.
        .finally(() => this.#events.catchUp())
        .then(resolve, reject)
        .finally(() => this.#pending.delete(reject));
    });
  }

  elapse(milliseconds: number): Promise<void> {
    return this.#move(milliseconds, () => this.#calm.settle(this.#patience));
  }

  /** Nobody is waited for who sleeps: what becomes due on the way has a turn of its own to happen in, and no more. */
  leap(milliseconds: number): Promise<void> {
    const leap = this.#move(milliseconds, () => turns(2));
    this.#leaps.add(leap);
    return leap.finally(() => this.#leaps.delete(leap));
  }

  awake(): Promise<void> | undefined {
    const [leap] = this.#leaps;
    return leap?.catch(() => undefined).then(() => this.awake());
  }

  sleepUntil(until: Instant, signal?: AbortSignal): Promise<void> {
    return this.#await<void>((resolve, reject) => {
      const wake = (): void => {
        this.#sleeping -= 1;
        // The others sleep on while this one looks around; alone, it will say itself when it sleeps again.
        if (this.#sleeping > 0) this.#calm.noteNews();
        cancel();
        signal?.removeEventListener('abort', wake);
        this.#pending.delete(reject);
        resolve();
      };
      this.#sleeping += 1;
      this.#calm.noteTraffic();
      const cancel = this.#events.add(until, wake);
      if (signal?.aborted === true) wake();
      else signal?.addEventListener('abort', wake, { once: true });
      if (this.#pace.leaps && !this.#isLeaping) void this.#leapOn();
    });
  }

  hold(): () => void {
    return this.#calm.hold();
  }

  /** Its moves are told, or follow real time. */
  brake(): void {}

  async dispose(): Promise<void> {
    this.#isOver = true;
    this.#calm.end();
    this.#events.clear();
    this.#fail(disposed(this.#label));
  }

  #happen(work: () => void): void {
    try {
      work();
    } catch (bug) {
      this.#fail(bug);
    }
  }

  #fail(reason: unknown): void {
    for (const reject of this.#pending) reject(reason);
    this.#pending.clear();
  }

  #await<T>(begin: (resolve: (value: T) => void, reject: (reason: unknown) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) return reject(disposed(this.#label));
      this.#pending.add(reject);
      return begin(resolve, reject);
    });
  }

  /** Goes to what is due next, and lets it happen; false when that is not until then. */
  #stepTo(until: Instant): boolean {
    const next = this.#events.firstAt() ?? Number.POSITIVE_INFINITY;
    if (this.#isOver || next > until) return false;
    this.#time.moveTo(next);
    this.#events.fireNext();
    return true;
  }

  async #move(milliseconds: number, rest: () => Promise<void>): Promise<void> {
    if (!this.#pace.isMovable) throw notOurs(this.#label, 'real time cannot be advanced', otherClocks);
    checkLength(this.#label, milliseconds);
    const until = this.now() + milliseconds;
    const goOn = this.#time.stop();
    try {
      do await rest();
      while (this.#stepTo(until));
      this.#time.moveTo(until);
      await rest();
    } finally {
      goOn();
      this.#events.setTimer(true);
    }
    if (this.#isOver) throw disposed(this.#label);
  }

  /** From one due time to the next, as long as somebody sleeps. */
  async #leapOn(): Promise<void> {
    this.#isLeaping = true;
    do await this.#calm.settle(Number.POSITIVE_INFINITY);
    while (this.#sleeping > 0 && this.#stepTo(Number.POSITIVE_INFINITY));
    this.#isLeaping = false;
  }
}

const otherClocks =
  'wait for it, or have a clock that can be moved: "movable", "manual", "leaping", { scaled: 60 }, or virtual time without "clock"';
