import type { CertificateFaultName, SetupFaultName } from '../spec/faults.ts';

/** A request as the service sees it: plain data, whatever library sent it. Header names are lower case. */
export interface WireRequest {
  readonly method: string;
  /** Absolute, as the client wrote it: `https://host/path?query`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as UTF-8 text; empty when there is none. */
  readonly body: string;
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
  | { readonly kind: 'resetInBody' | 'truncated' }
  /** `by` milliseconds for each piece. */
  | { readonly kind: 'slowHeaders' | 'drip'; readonly by: number; readonly pieces: number };

/** An answer on its way. */
export interface Arrival extends WireAnswer {
  readonly manner?: Manner;
}

/** How a connection breaks before an answer has arrived, or why there is none. */
export type Break = SetupFaultName | 'stale' | 'reset' | 'closed';

/** Says whether a client goes on although the host shows it such a certificate. */
export type Overlooks = (fault: CertificateFaultName) => boolean;

/** What becomes of a request: an answer, or a connection that breaks before one has arrived. */
export type Outcome = Arrival | { readonly broken: Break };
