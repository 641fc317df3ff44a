import type { Exchange } from '../history.ts';
import { atCall, type Evidence } from '../verdicts.ts';
import { mayNotHaveHeard } from './calls.ts';

/** How calls are judged by what came of the same call before. */
interface Repeating<Call, Settled> {
  /** Calls of the same key are the same call. */
  readonly keyOf: (call: Call) => string;
  /** What the answer to a call settles for those that repeat it; undefined where it settles nothing new. */
  readonly settle: (call: Call, before: Settled | undefined) => Settled | undefined;
  /** What speaks against a call, given what had been settled before it was sent. */
  readonly judge: (call: Call, before: Settled | undefined) => readonly string[];
}

/**
 * Goes through calls in the order in which they were sent. `settled` counts those of which anything was. What one run of the client
 * came to know, the next need not.
 */
export const judgeRepeats = <Call extends Exchange, Settled>(
  calls: readonly Call[],
  { keyOf, settle, judge }: Repeating<Call, Settled>,
): { readonly against: readonly Evidence[]; readonly settled: number } => {
  // Until something is settled, no call need be told from another.
  let known: Map<string, { readonly settled: Settled; readonly last: Call }> | undefined;
  const against: Evidence[] = [];
  for (let index = 0; index < calls.length; index++) {
    const call = calls[index] as Call;
    const found = known?.get(keyOf(call));
    const { settled: before, last } = found?.last.run === call.run ? found : {};
    const problems = judge(call, last !== undefined && mayNotHaveHeard(last, call) ? undefined : before);
    for (let at = 0; at < problems.length; at++) against.push(atCall(call, problems[at] as string));
    const after = settle(call, before);
    const settled = after ?? before;
    if (settled !== undefined) (known ??= new Map()).set(keyOf(call), { settled, last: call });
  }
  return { against, settled: known?.size ?? 0 };
};
