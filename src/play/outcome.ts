import { readThrown, type Thrown } from '../print/thrown.ts';
import type { Trace } from '../trace/trace.ts';

/** How a client ended: with what its promise fulfilled, or what its error says. */
export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  /** `thrown` is what it threw itself, secrets and all; absent where it was stopped. */
  | { readonly ok: false; readonly error: string; readonly thrown?: unknown };

/** What the client threw in a run, with its places in the code and without secrets; undefined where it succeeded or was stopped. */
export const thrownIn = ({
  outcome,
  trace,
}: {
  readonly outcome: Outcome;
  readonly trace: Pick<Trace, 'mask'>;
}): Thrown | undefined =>
  outcome.ok || outcome.thrown === undefined ? undefined : readThrown(outcome.thrown, (text) => trace.mask(text));
