import type { Gone, Waits } from '../core/wire.ts';
import type { Gateway } from './gateway.ts';
import { HangUp } from './hang-up.ts';
import type { HttpVersion } from './http/message.ts';

/** A client that hands over whole requests: what it would have made of the connection that they had gone by. */
export interface HttpClient {
  /** What its connection would have spoken. */
  readonly version: HttpVersion;
  /** Begins to wait for the head of an answer; `giveUp` is called with the error when it has taken too long. */
  head(gone: AbortSignal, giveUp: (error: Error) => void): Patience;
  /** Calls `over` when the next piece of a body takes too long, unless it is called off. */
  piece(over: (error: Error) => void): CallOff;
  /** What it makes of the error of a connection that carried its request. */
  lost(error: Error): Error;
}

/** A client that waits for the head of an answer. */
interface Patience {
  /** Tells when it has hung up. */
  readonly gone: Gone;
  /** Is told how long it waits, before it does. */
  readonly waits: Waits;
  /** The head is there, or never comes. */
  end(): void;
}

type CallOff = () => void;

/** Libraries have time limits of their own. */
export const library: HttpClient = {
  version: 'HTTP/1.1',
  head: (gone) => ({ gone, waits: () => undefined, end: () => undefined }),
  piece: () => () => undefined,
  lost: (error) => error,
};

/** Milliseconds that Node's own `fetch` waits for the head of an answer, and for each piece of its body. */
const limit = 300_000;

interface Manners {
  /** How long it waits, really. */
  readonly patience: number;
  readonly overHead: string;
  readonly overPiece: string;
  readonly lost: HttpClient['lost'];
}

/** Of Node's own `fetch`. (undici: lib/util/timers.js and lib/core/errors.js; lib/dispatcher/client-h2.js) */
const manners: Readonly<Record<HttpVersion, Manners>> = {
  'HTTP/1.1': {
    // It looks at the time every 499 ms.
    patience: Math.ceil(limit / 499) * 499,
    overHead: 'Headers Timeout Error',
    overPiece: 'Body Timeout Error',
    lost: (error) => error,
  },
  'HTTP/2': {
    patience: limit,
    overHead: `HTTP/2: "headers timeout after ${limit}"`,
    overPiece: `HTTP/2: "stream timeout after ${limit}"`,
    // INTERNAL_ERROR, by which Node closes the streams of a session whose connection is gone. (RFC 9113 section 7)
    lost: (error) => Object.assign(error, { http2ErrorCode: 2 }),
  },
};

/** Node's own `fetch`. */
export const nodesFetch = (gateway: Gateway, version: HttpVersion): HttpClient => {
  const { patience, overPiece, lost } = manners[version];
  return {
    version,
    head: (signal, giveUp) => new HeadPatience(gateway, manners[version], signal, giveUp),
    piece: (over) => startTimer(gateway, patience, () => over(new BodyTimeoutError(overPiece))),
    lost,
  };
};

/** A timer is set for what takes that long and for nothing else: it would cost more than most answers. */
class HeadPatience extends HangUp implements Patience {
  readonly gone = this;
  readonly #gateway: Gateway;
  readonly #manners: Manners;
  readonly #signal: AbortSignal;
  readonly #giveUp: (error: Error) => void;
  readonly #hangUp = (): void => this.happen();
  #waited = 0;
  #callOff: CallOff | undefined;

  constructor(gateway: Gateway, own: Manners, signal: AbortSignal, giveUp: (error: Error) => void) {
    super();
    this.#gateway = gateway;
    this.#manners = own;
    this.#signal = signal;
    this.#giveUp = giveUp;
    signal.addEventListener('abort', this.#hangUp, once);
  }

  readonly waits = (length: number): void => {
    const left = this.#manners.patience - this.#waited;
    this.#waited += length;
    if (length < left) return;
    this.#callOff ??= startTimer(this.#gateway, left, () => {
      this.happen();
      this.#giveUp(new HeadersTimeoutError(this.#manners.overHead));
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
}

class BodyTimeoutError extends Error {
  override readonly name = 'BodyTimeoutError';
  readonly code = 'UND_ERR_BODY_TIMEOUT';
}
