import type { Section } from '../spec/sections.ts';
import type { Instant } from '../spec/time.ts';
import type { WireAnswer } from './wire.ts';

/** Why an answer is what it is. */
export interface Reason {
  /** The gate or row that refused, by our name; absent when nothing did. */
  readonly row?: string;
  /** The section of the interface document that the answer stands on. */
  readonly section: Section;
  /** When a remembered answer was first given. */
  readonly rememberedSince?: Instant;
  readonly injected?: true;
}

/** An answer with its reason. */
export interface Reply {
  readonly answer: WireAnswer;
  readonly reason: Reason;
}
