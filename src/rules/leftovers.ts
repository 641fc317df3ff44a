import type { Entry } from '../trace/entry.ts';
import { findLeftovers, keepsState } from '../trace/kept-state.ts';
import type { Rule } from './rule.ts';
import { type Broken, heldUnless, inconclusive, type Verdict } from './verdicts.ts';

/** A client is broken by nothing but what it brought along from another simulation: in this run nothing can be told. */
const onlyLeftovers = inconclusive(keepsState);

export const isExcused = (verdict: Verdict): boolean =>
  verdict.verdict === 'inconclusive' && verdict.why === keepsState;

/**
 * Takes from what speaks against a client the calls in which it brought along something of another simulation. That it did
 * is said in words of its own, and in a run of its own it would not have made them. The service is excused nothing.
 */
export const excuseLeftovers = (entries: readonly Entry[], { judges }: Rule, verdict: Broken): Verdict => {
  if (judges === 'service') return verdict;
  const brought = new Set(findLeftovers(entries).map(({ exchange }) => exchange));
  if (brought.size === 0) return verdict;
  const left = verdict.evidence.filter(({ exchange }) => exchange === undefined || !brought.has(exchange));
  return left.length === 0 ? onlyLeftovers : heldUnless(left, verdict.more);
};
