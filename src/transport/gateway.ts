import type { Outcome, Overlooks, WireRequest } from '../core/wire.ts';

/** What a simulation shows to a transport: the addresses it answers for, and the one way in. */
export interface Door {
  /** Base addresses the simulation owns, e.g. `https://token.stunt-double.test` or `http://localhost:8080/base`. */
  readonly addresses: readonly string[];
  /**
   * Answers one request, or breaks its connection as a scenario wishes. `gone` is aborted when the client hangs up before
   * the answer. A rejection is a bug of this library (the simulation remembers it and rethrows it at dispose): fail the
   * exchange, never make it look like an answer.
   *
   * `overlooks` is asked where the host shows a bad certificate: whether this client goes on all the same. Left out, it
   * does not.
   */
  receive(request: WireRequest, gone: AbortSignal, overlooks?: Overlooks): Promise<Outcome>;
  /** Whether connections to other machines are refused as long as the door is there. */
  readonly closesNetwork?: boolean;
  /** Runs code as part of the simulation, so that its timers and its `Date` are virtual. */
  enter<T>(work: () => T): T;
  /** Settles when that many virtual milliseconds have passed, however the client spends them. */
  pass(length: number): Promise<void>;
}

/** A transport: brings requests for the door's addresses to it, until the returned undo is called. */
export type Transport = (door: Door) => Promise<() => Promise<void>>;
