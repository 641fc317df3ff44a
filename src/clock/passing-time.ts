import type { Instant } from '../spec/time.ts';
import { longestDelay, type Waker } from './event-queue.ts';
import { nativeTimers, realTime } from './real-time.ts';

/** Time that passes so many times as fast as it really does, and can be stopped and set ahead. */
export class PassingTime implements Waker {
  readonly #speed: number;
  #from: Instant;
  #since = realTime.now();
  #stops = 0;

  constructor(epoch: Instant, speed: number) {
    this.#from = epoch;
    this.#speed = speed;
  }

  now = (): Instant =>
    this.#stops > 0 ? this.#from : this.#from + Math.floor((realTime.now() - this.#since) * this.#speed);

  /** Never back. */
  moveTo(at: Instant): void {
    this.#from = Math.max(at, this.now());
    this.#since = realTime.now();
  }

  /** Stands still until all who have stopped it have called what they got. */
  stop(): () => void {
    this.moveTo(this.now());
    this.#stops += 1;
    return () => {
      this.#stops -= 1;
      this.#since = realTime.now();
    };
  }

  /** None is needed while time stands still, but for what is due already. None keeps the process from ending. */
  setTimeout = (callback: () => void, delay: number): NodeJS.Timeout | undefined => {
    const stands = this.#stops > 0 || this.#speed === 0;
    if (delay > 0 && stands) return undefined;
    const real = delay > 0 ? Math.min(Math.ceil(delay / this.#speed), longestDelay) : 0;
    return nativeTimers.setTimeout(callback, real).unref();
  };

  clearTimeout = (timer: unknown): void => nativeTimers.clearTimeout(timer as NodeJS.Timeout | undefined);
}
