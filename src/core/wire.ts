import type {
  BreakingFaultName,
  CertificateFaultName,
  ConnectionFaultName,
  ExchangeFaultName,
  NotificationFaultName,
  notificationFaults,
  PartFaultName,
  PiecesFaultName,
} from '../spec/faults.ts';

/* What goes over the wire, and what can happen to it there: the same for any service that speaks HTTP. */

/** A request as the service sees it: plain data, whatever library sent it. Header names are lower case. */
export interface WireRequest {
  readonly method: string;
  /** Absolute, as the client wrote it: `https://host/path?query`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as UTF-8 text; empty when there is none. */
  readonly body: string;
  /** How many bytes the body has, where its text does not tell: what is no UTF-8, or longer than what is kept of it. */
  readonly bytes?: number;
}

/** An answer as the service gives it: plain data, whatever library receives it. Header names are lower case. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What follows the text of the body, where it is too much to be held. */
  readonly more?: More;
}

/** Bytes by their description; who sends them makes them on the way. */
export type More =
  | { readonly kind: 'blanks'; readonly bytes: number }
  /** The bytes of a file, from its first one, or from the one that has this many ahead of it. */
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number; readonly from?: number };

/** How an answer arrives, when it does not at once and as a whole: the first half of its body, or piece by piece. */
export type Manner =
  | { readonly kind: PartFaultName }
  /** `by` milliseconds for each piece. */
  | { readonly kind: PiecesFaultName; readonly by: number; readonly pieces: number };

/** An answer on its way. */
export interface Arrival extends WireAnswer {
  readonly manner?: Manner;
}

/** How a connection breaks before an answer has arrived, or why there is none. */
export type Break = BreakingFaultName;

/** Says whether a client goes on although the host shows it such a certificate. */
export type Overlooks = (fault: CertificateFaultName) => boolean;

/** Is told how many virtual milliseconds an exchange is going to take from now on: infinitely many where nobody can know. */
export type Waits = (length: number) => void;

/** Is told, before the client hears anything else, what keeps a request from the service; undefined where nothing does. */
export type Reaches = (kept: ConnectionFaultName | undefined) => void;

/** Whoever waits for what becomes of a request: `hear` is called with it, or `fail` with a bug of ours. Neither may throw. */
export interface Asking {
  readonly gone: Gone;
  readonly overlooks: Overlooks | undefined;
  readonly waits: Waits | undefined;
  readonly reaches?: Reaches | undefined;
  readonly hear: (outcome: Outcome) => void;
  readonly fail: (bug: unknown) => void;
}

/** Tells when a client hangs up. An `AbortSignal` does. */
export interface Gone {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What becomes of a request: an answer, or a connection that breaks before one has arrived. */
export type Outcome = Arrival | { readonly broken: Break };

/** What happens to an exchange on the network; `by` is milliseconds. */
export interface ExchangeFault<Name extends ExchangeFaultName = ExchangeFaultName> {
  readonly name: Name;
  readonly by?: number;
  readonly pieces?: number;
}

/** What happens to a notification on the network; lengths are milliseconds. */
export type NotificationFault =
  | { readonly name: Traced<'loseNotification'> }
  | { readonly name: Traced<'delayNotification'>; readonly by: number }
  /** All copies together are so many, and each arrives `by` after the one before. */
  | { readonly name: Traced<'repeatNotification'>; readonly copies: number; readonly by: number };

type Traced<Verb extends NotificationFaultName> = (typeof notificationFaults)[Verb]['traced'];

/**
 * Some of the headers of a message, in this order. `Object.fromEntries` would be the same and take several times as long, and this
 * is done for every request and every answer. (docs/decisions/0030)
 */
export const pickHeaders = <Value>(
  headers: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> => {
  const picked: Record<string, Value> = {};
  for (const name of names) putHeader(picked, name, headers[name] as Value);
  return picked;
};

/** To assign to a header of that name would set what the object descends from. */
export const putHeader = <Value>(headers: Record<string, Value>, name: string, value: Value): void => {
  if (name === '__proto__') Object.defineProperty(headers, name, { value, enumerable: true });
  else headers[name] = value;
};
