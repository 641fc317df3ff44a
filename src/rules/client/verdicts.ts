import type { Evidence, Verdict } from '../rule.ts';
import type { Call } from './calls.ts';

export const held: Verdict = { verdict: 'held' };

/** One who hammers does so a thousand times; ten show it. */
const mostEvidence = 10;

export const inconclusive = (why: string): Verdict => ({ verdict: 'inconclusive', why });

/** Evidence that begins with a call. */
export const at = (call: Pick<Call, 'at' | 'number'>, text: string): Evidence => ({
  at: call.at,
  exchange: call.number,
  text,
});

/** Broken where anything speaks against it. Without an occasion on which it could have been broken nothing is known. */
export const decide = (against: readonly Evidence[], occasions: number | boolean, unknown: string): Verdict => {
  const [first, ...more] = against;
  if (first !== undefined) return { verdict: 'broken', evidence: [first, ...more.slice(0, mostEvidence - 1)] };
  return Number(occasions) > 0 ? held : inconclusive(unknown);
};
