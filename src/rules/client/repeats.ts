import type { Exchange } from '../history.ts';
import { atCall, type Evidence } from '../verdicts.ts';

/** How calls are judged by what came of the same call before. */
interface Repeating<Call, Settled> {
  /** Calls of the same key are the same call. */
  readonly keyOf: (call: Call) => string;
  /** What the answer to a call settles for those that repeat it; undefined where it settles nothing new. */
  readonly settle: (call: Call, before: Settled | undefined) => Settled | undefined;
  /** What speaks against a call, given what had been settled before it was sent. */
  readonly judge: (call: Call, before: Settled | undefined) => readonly string[];
}

/** Goes through calls in the order in which they were sent. `settled` counts those of which anything was. */
export const judgeRepeats = <Call extends Exchange, Settled>(
  calls: readonly Call[],
  { keyOf, settle, judge }: Repeating<Call, Settled>,
): { readonly against: readonly Evidence[]; readonly settled: number } => {
  const known = new Map<string, Settled>();
  const against: Evidence[] = [];
  for (const call of calls) {
    // Until something is settled, no call need be told from another.
    const before = known.size === 0 ? undefined : known.get(keyOf(call));
    const problems = judge(call, before);
    if (problems.length > 0) for (const text of problems) against.push(atCall(call, text));
    const after = settle(call, before);
    if (after !== undefined) known.set(keyOf(call), after);
  }
  return { against, settled: known.size };
};
