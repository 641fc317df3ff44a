/**
 * Transports: how requests get to a simulation, and notifications to the application.
 *
 * A simulation shows a `Gateway`: the addresses it answers for, and one function that takes a request as plain data and gives
 * its outcome, an answer or a connection that breaks. Who needs no promise of it asks by calls (`way-in.ts`). A `Transport`
 * joins a client to it and returns the undo. There is one file for each, and they translate and do nothing else: `sockets.ts`
 * (every client of Node, below all of them), `fetch.ts` and `global-fetch.ts`, `server.ts` (real connections, for other
 * processes), `undici.ts`, `nock.ts`, `msw.ts` (libraries that the user has). None of them knows an operation of the service.
 *
 * There are two ways through. Where a client speaks HTTP over a stream, its connection ends at a real HTTP server of Node that
 * never listens (`http/`), with the certificates of `tls/`; so nothing of HTTP is imitated, and what a scenario breaks is broken
 * on the connection. Where a library hands over whole requests and takes whole responses, it is `exchange.ts`. Both give an
 * answer its frame and its body in the same way, so that traces are the same whichever transport brought them.
 *
 * What must never be: a request to a simulated host that leaves the process. The exits are guarded (`guard/`), whatever the
 * transport. Errors are shaped as Node shapes its own, and say that it was stunt-double (`network-errors.ts`, `tls/errors.ts`);
 * a bug of ours is answered in words that no service has, over each of them (`own-fault.ts`). The undo leaves nothing patched
 * and no connection open.
 * Copies of this package in one process share what is theirs (`process-wide.ts`).
 *
 * The other direction is `delivery/`: a notification goes to a function, a handler, a listener or a URL of the application's.
 */
import type { Gone, Outcome, Overlooks, Reaches, Waits, WireRequest } from '../core/wire.ts';

/** What a simulation shows to a transport: the addresses it answers for, and the one way in. */
export interface Gateway {
  /** Base addresses the simulation owns, e.g. `https://token.stunt-double.test` or `http://localhost:8080/base`. */
  readonly addresses: readonly string[];
  /**
   * Answers one request, or breaks its connection as a scenario wishes. `gone` is aborted when the client hangs up before
   * the answer. A rejection is a bug of this library (the simulation remembers it and rethrows it at dispose): it is
   * answered in words that no service has, by `own-fault.ts`.
   *
   * `overlooks` is asked where the host shows a bad certificate: whether this client goes on all the same. Left out, it
   * does not. `waits` is told of what makes the client wait, before it does. `reaches` is told as soon as it is decided whether the
   * request gets to the service.
   */
  receive(request: WireRequest, gone: Gone, overlooks?: Overlooks, waits?: Waits, reaches?: Reaches): Promise<Outcome>;
  /** Absent where no fault keeps a client from connecting before its request is known. */
  readonly connecting?: Connecting;
  /** Whether connections to other machines are refused as long as the gateway is there. */
  readonly closesNetwork?: boolean;
  /** Runs code as part of the simulation, so that its timers and its `Date` are virtual. */
  enter<T>(work: () => T): T;
  /** Settles when that many virtual milliseconds have passed, however the client spends them. */
  pass(length: number): Promise<void>;
}

/** What a transport asks of that tells clients of their connections. */
export interface Connecting {
  /** Whether a fault that waits may keep a client from connecting to this host; `authority` is its name and its port. */
  mayFail(authority: string): boolean;
  /** Calls back at this instant, when nothing more can happen without it. */
  atRest(then: () => void): void;
}

/** A transport: brings requests for the gateway's addresses to it, until the returned undo is called. */
export type Transport = (gateway: Gateway) => Promise<() => Promise<void>>;
