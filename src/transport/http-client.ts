import type { Gone, Reaches, Waits } from '../core/wire.ts';
import type { Gateway } from './gateway.ts';
import { HangUp } from './hang-up.ts';
import type { HttpVersion } from './http/message.ts';
import type { Origin } from './origins.ts';

/** A client that hands over whole requests: what it would have made of the connection that they had gone by. */
export interface HttpClient {
  /** What its connection would have spoken. */
  readonly version: HttpVersion;
  /** Begins to wait for a connection and the head of an answer; `giveUp` is called with the error when it has taken too long. */
  head(gone: AbortSignal, origin: Origin, giveUp: (error: Error) => void): Patience;
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
  /** Is told what keeps it from a connection. */
  readonly reaches?: Reaches;
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

/** And for a connection. */
const connectLimit = 10_000;

/** It looks at the time every 499 ms. */
const seenAt = (due: number): number => Math.ceil(due / 499) * 499;

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
    patience: seenAt(limit),
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
    head: (...waiting) => new HeadPatience(gateway, manners[version], ...waiting),
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
  readonly #origin: Origin;
  readonly #giveUp: (error: Error) => void;
  readonly #hangUp = (): void => this.happen();
  #waited = 0;
  #callOff: CallOff | undefined;

  constructor(gateway: Gateway, own: Manners, ...[signal, origin, giveUp]: Parameters<HttpClient['head']>) {
    super();
    this.#gateway = gateway;
    this.#manners = own;
    this.#signal = signal;
    this.#origin = origin;
    this.#giveUp = giveUp;
    signal.addEventListener('abort', this.#hangUp, once);
  }

  readonly waits = (length: number): void => {
    const left = this.#manners.patience - this.#waited;
    this.#waited += length;
    if (length >= left) this.#giveUpAfter(left, () => new HeadersTimeoutError(this.#manners.overHead));
  };

  readonly reaches: Reaches = (kept) => {
    if (kept === 'timeout')
      this.#giveUpAfter(seenAt(connectLimit), () => new ConnectTimeoutError(sayConnectLimit(this.#origin)));
  };

  #giveUpAfter(length: number, makeError: () => Error): void {
    this.#callOff ??= startTimer(this.#gateway, length, () => {
      this.happen();
      this.#giveUp(makeError());
    });
  }

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

const sayConnectLimit = ({ host, port }: Origin): string =>
  `Connect Timeout Error (attempted address: ${host}:${port}, timeout: ${connectLimit}ms)`;

/** Undici's own limit for connecting; `giveUp` is called with what its error says. */
export const limitConnecting = (gateway: Gateway, origin: Origin, giveUp: (message: string) => void): CallOff =>
  startTimer(gateway, seenAt(connectLimit), () => giveUp(sayConnectLimit(origin)));

/* The errors of Node's undici cannot be had. */

class ConnectTimeoutError extends Error {
  override readonly name = 'ConnectTimeoutError';
  readonly code = 'UND_ERR_CONNECT_TIMEOUT';
}

class HeadersTimeoutError extends Error {
  override readonly name = 'HeadersTimeoutError';
  readonly code = 'UND_ERR_HEADERS_TIMEOUT';
}

class BodyTimeoutError extends Error {
  override readonly name = 'BodyTimeoutError';
  readonly code = 'UND_ERR_BODY_TIMEOUT';
}
