import type { Gone, Waits } from '../core/wire.ts';
import type { Gateway } from './gateway.ts';

/** How long a client that hands over whole requests waits for what is to come, before it hangs up. */
export interface TimeLimits {
  /** Does what leads to the head of an answer, which says how long it waits before it does. */
  head<T>(gone: AbortSignal, work: (gone: Gone, waits: Waits) => Promise<T>): Promise<T>;
  /** Calls `over` when the next piece of a body takes too long, unless it is called off. */
  piece(over: (error: Error) => void): CallOff;
}

type CallOff = () => void;

/** Of libraries that have their own. */
export const noLimits: TimeLimits = {
  head: (gone, work) => work(gone, () => undefined),
  piece: () => () => undefined,
};

/**
 * Node's own `fetch` waits 300 s for the head of an answer, and as long for each piece of its body. It looks at the time every
 * 499 ms, so it is a little later. (undici: `headersTimeout`, `bodyTimeout`, lib/util/timers.js)
 */
const patience = Math.ceil(300_000 / 499) * 499;

export const fetchLimits = (gateway: Gateway): TimeLimits => ({
  // A timer is set for what takes that long and for nothing else: it would cost more than most answers.
  head: (gone, work) =>
    new Promise((resolve, reject) => {
      const own = new HangUp();
      const hangUp = (): void => own.happen();
      let waited = 0;
      let callOff: CallOff | undefined;
      const giveUp = (): void => {
        hangUp();
        reject(new HeadersTimeoutError());
      };
      const waits: Waits = (length) => {
        if (waited + length >= patience) callOff ??= startTimer(gateway, patience - waited, giveUp);
        waited += length;
      };
      const end = (): void => {
        gone.removeEventListener('abort', hangUp);
        callOff?.();
      };
      gone.addEventListener('abort', hangUp, once);
      void work(own, waits).then(
        (outcome) => {
          end();
          resolve(outcome);
        },
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    }),
  piece: (over) => startTimer(gateway, patience, () => over(new BodyTimeoutError())),
});

const once = { once: true } as const;

/** It is the client's, and goes off in virtual time. */
const startTimer = (gateway: Gateway, delay: number, ring: () => void): CallOff =>
  gateway.enter(() => {
    const timer = setTimeout(ring, delay);
    return () => clearTimeout(timer);
  });

const none: readonly (() => void)[] = [];

/** Does for an `AbortSignal`, which takes longer to make than many an answer. */
class HangUp implements Gone {
  aborted = false;
  #listeners: readonly (() => void)[] = none;

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.length === 0 ? [listener] : [...this.#listeners, listener];
  }
  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener);
  }
  happen(): void {
    if (this.aborted) return;
    this.aborted = true;
    for (const listener of this.#listeners) listener();
  }
}

/* Undici's own errors cannot be had. */

class HeadersTimeoutError extends Error {
  override readonly name = 'HeadersTimeoutError';
  readonly code = 'UND_ERR_HEADERS_TIMEOUT';
  override readonly message = 'Headers Timeout Error';
}

class BodyTimeoutError extends Error {
  override readonly name = 'BodyTimeoutError';
  readonly code = 'UND_ERR_BODY_TIMEOUT';
  override readonly message = 'Body Timeout Error';
}
