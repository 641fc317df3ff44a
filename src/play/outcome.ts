import { readThrown, type Thrown } from '../print/thrown.ts';

/** How a client ended: with what its promise fulfilled, or what its error says. */
export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  /** `thrown` is what it threw itself; absent where it was stopped. */
  | { readonly ok: false; readonly error: string; readonly thrown?: unknown };

/** What the client threw, with its places in the code; undefined where it succeeded or was stopped. */
export const thrownIn = (outcome: Outcome): Thrown | undefined =>
  outcome.ok || outcome.thrown === undefined ? undefined : readThrown(outcome.thrown);
