import type { Gone, Waits } from '../core/wire.ts';
import type { Gateway } from './gateway.ts';
import { HangUp } from './hang-up.ts';

/** How long a client that hands over whole requests waits for what is to come, before it hangs up. */
export interface TimeLimits {
  /** Begins to wait for the head of an answer; `giveUp` is called with the error when it has taken too long. */
  head(gone: AbortSignal, giveUp: (error: Error) => void): Patience;
  /** Calls `over` when the next piece of a body takes too long, unless it is called off. */
  piece(over: (error: Error) => void): CallOff;
}

/** A client that waits for the head of an answer. */
export interface Patience {
  /** Tells when it has hung up. */
  readonly gone: Gone;
  /** Is told how long it waits, before it does. */
  readonly waits: Waits;
  /** The head is there, or never comes. */
  end(): void;
}

type CallOff = () => void;

/** Of libraries that have their own. */
export const noLimits: TimeLimits = {
  head: (gone) => ({ gone, waits: () => undefined, end: () => undefined }),
  piece: () => () => undefined,
};

/**
 * Node's own `fetch` waits 300 s for the head of an answer, and as long for each piece of its body. It looks at the time every
 * 499 ms, so it is a little later. (undici: `headersTimeout`, `bodyTimeout`, lib/util/timers.js)
 */
const patience = Math.ceil(300_000 / 499) * 499;

export const fetchLimits = (gateway: Gateway): TimeLimits => ({
  head: (signal, giveUp) => new HeadPatience(gateway, signal, giveUp),
  piece: (over) => startTimer(gateway, patience, () => over(new BodyTimeoutError())),
});

/** A timer is set for what takes that long and for nothing else: it would cost more than most answers. */
class HeadPatience extends HangUp implements Patience {
  readonly gone = this;
  readonly #gateway: Gateway;
  readonly #signal: AbortSignal;
  readonly #giveUp: (error: Error) => void;
  readonly #hangUp = (): void => this.happen();
  #waited = 0;
  #callOff: CallOff | undefined;

  constructor(gateway: Gateway, signal: AbortSignal, giveUp: (error: Error) => void) {
    super();
    this.#gateway = gateway;
    this.#signal = signal;
    this.#giveUp = giveUp;
    signal.addEventListener('abort', this.#hangUp, once);
  }

  readonly waits = (length: number): void => {
    const left = patience - this.#waited;
    this.#waited += length;
    if (length < left) return;
    this.#callOff ??= startTimer(this.#gateway, left, () => {
      this.happen();
      this.#giveUp(new HeadersTimeoutError());
    });
  };

  end(): void {
    this.#signal.removeEventListener('abort', this.#hangUp);
    this.#callOff?.();
  }
}

const once = { once: true } as const;

/** It is the client's, and goes off in virtual time. */
const startTimer = (gateway: Gateway, delay: number, ring: () => void): CallOff =>
  gateway.enter(() => {
    const timer = setTimeout(ring, delay);
    return () => clearTimeout(timer);
  });

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
