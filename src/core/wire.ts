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
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number };

/** What becomes of a request: an answer, or a connection that breaks before one has arrived. */
export type Outcome = WireAnswer | { readonly broken: 'reset' };
