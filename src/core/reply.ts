import type { ConnectionFaultName } from '../spec/faults.ts';
import type { RefusedAs } from '../spec/other-refusals.ts';
import type { Section } from '../spec/sections.ts';
import type { Instant } from '../spec/time.ts';
import type { Leftover } from './leftovers.ts';
import type { Usage } from './limits.ts';
import type { ExchangeFault, WireAnswer } from './wire.ts';

/** Why an answer is what it is. */
export interface Reason {
  /** The gate or row that refused, by our name; absent when nothing did. */
  readonly row?: RefusedAs;
  /** The section of the interface document that the answer stands on. */
  readonly section: Section;
  /** What in the request was decisive for a refusal, and what it came up against; secrets are described, not quoted. */
  readonly saw?: string;
  /** When a remembered answer was first given. */
  readonly rememberedSince?: Instant;
  readonly injected?: true;
  /** What in the request the client kept from another simulation. */
  readonly leftover?: Leftover;
  /** How full the limits of the operation were, once this request was counted. */
  readonly usage?: Usage;
}

/** An answer with its reason. */
export interface Reply {
  readonly answer: WireAnswer;
  readonly reason: Reason;
  readonly fault?: ExchangeFault;
  /** The place in the user's table of store routes that gives the body, where there is one. */
  readonly storeRoute?: number;
}

/** What a request comes to that never got here: the service has done nothing, and knows of nothing. */
export interface Unreached {
  readonly unreached: ExchangeFault<ConnectionFaultName>;
}
