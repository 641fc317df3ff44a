import type { ErrorName } from '../errors.ts';
import type { TokenErrorName } from '../token-errors.ts';
import type { Duration } from '../time.ts';

/**
 * Where a fault happens: on the connection, so that the request does not get to the service; on the way of the answer; on the
 * way of a notification; inside the service; or to what a request stands on: a token, a consent, an account, a region, the
 * settings in the console.
 */
export type FaultPlace =
  | 'connection'
  | 'answer'
  | 'notification'
  | 'service'
  | 'token'
  | 'consent'
  | 'account'
  | 'region'
  | 'console';

/**
 * What the client gets to see: `nothing` at all, for as long as it waits; an `error` of the connection in place of an answer;
 * its `end` in good order before there is an answer; a `redirect` in place of an answer; a `part` of the body; an answer with
 * `another body`; all of it in `pieces`, `late`, or `whole`, as if nothing had happened; several `copies`; or a `refusal`.
 */
export type Seen =
  | 'nothing'
  | 'error'
  | 'end'
  | 'redirect'
  | 'part'
  | 'another body'
  | 'pieces'
  | 'late'
  | 'whole'
  | 'copies'
  | 'refusal';

/** What of it an exchange can show. */
export type SeenOfExchange = Exclude<Seen, 'copies' | 'refusal'>;

/**
 * Whether the client has to try again: a retry, or a new token, is `owed`, as the document says that it leads on; it is `futile`,
 * nothing more is to be had; or the document leaves it `open`.
 */
export type Retry = 'owed' | 'futile' | 'open';

/** What can be said of every fault. */
export interface FaultRow {
  readonly place: FaultPlace;
  /** What happens, as a sentence. */
  readonly what: string;
  readonly sees: Seen;
  /** How often the service does what it was asked to. */
  readonly acts: 'never' | 'once' | 'twice';
  readonly retry: Retry;
}

/**
 * When a fault of an exchange happens: before there is a connection, while TLS is agreed on, or on the way of the request, so
 * that nothing reaches the service; once the service has acted and before its answer has begun to arrive; or while it arrives.
 */
type FaultPhase = 'connect' | 'handshake' | 'request' | 'answer' | 'body';

export interface ExchangeFaultRow extends FaultRow {
  readonly place: 'connection' | 'answer';
  readonly sees: SeenOfExchange;
  readonly phase: FaultPhase;
  /** How long it takes, or for what comes in pieces how long each of them, unless told otherwise. */
  readonly by?: Duration;
  /** In how many pieces it comes, unless told otherwise. */
  readonly pieces?: number;
  /** It is for the client to mind: one that does not verify certificates, or not this of them, gets through. */
  readonly verified?: true;
  /** What a proxy in front of the service answers in its place. */
  readonly status?: number;
}

/** A fault of a notification, named as the verb that causes it. The service has sent it all the same. */
export interface NotificationFaultRow extends FaultRow {
  readonly place: 'notification';
  /** What a trace calls it. */
  readonly traced: string;
}

/** A fault that the service answers with a refusal. */
interface RefusedFaultRow extends FaultRow {
  readonly sees: 'refusal';
  readonly acts: 'never';
  /** The refusal; without it the scenario says which. */
  readonly refuses?: ErrorName | TokenErrorName;
}

export interface ServiceFaultRow extends RefusedFaultRow {
  readonly place: 'service';
  /** Which part of the service a request meets it at, on its way inwards. */
  readonly met: 'front' | 'authorizer' | 'application' | 'behind';
  readonly refuses: ErrorName;
}

/** A fault of what a request stands on, named as the verb that causes it. */
export interface AccessFaultRow extends RefusedFaultRow {
  readonly place: 'token' | 'consent' | 'account' | 'region' | 'console';
}
