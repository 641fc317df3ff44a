import type { Assumptions } from '../spec/assumptions.ts';
import type { Limits } from '../spec/limits.ts';
import type { RuleId } from './rule-ids.ts';
import type { History } from './history.ts';

/** A named claim over a trace, with the sentence of the interface document that it comes from. */
export interface Rule {
  readonly id: RuleId;
  /** The claim in two or three words, in kebab-case: `one-in-flight`. */
  readonly name: string;
  /** Whom it judges: the service, or the client. */
  readonly judges: 'service' | 'client';
  /** `must`: the interface says so. `should`: it follows from it, or every good client does so. */
  readonly level: Level;
  /** What holds, as one sentence. */
  readonly claim: string;
  /** What goes wrong where it does not hold, as one sentence. */
  readonly why: string;
  /** The section of the interface document. */
  readonly section: string;
  readonly judge: (history: History) => Verdict;
}

export type Level = 'must' | 'should';

export type Verdict =
  | { readonly verdict: 'held' }
  | { readonly verdict: 'broken'; readonly evidence: readonly [Evidence, ...Evidence[]] }
  /** The trace does not show whether it held: it came to an end too early, or says nothing of it. */
  | { readonly verdict: 'inconclusive'; readonly why: string };

/** What shows that a rule was broken. Never holds a secret. */
export interface Evidence {
  /** Milliseconds of virtual time since the simulation began. */
  readonly at: number;
  /** The number of the exchange, where there is one. */
  readonly exchange?: number;
  /** What happened, as one sentence. */
  readonly text: string;
}

/** What a run was played on: rules judge by the same readings of open points and the same limits as the service had. */
export interface Context {
  readonly assumptions: Assumptions;
  readonly limits: Limits;
  /** Milliseconds of virtual time, from the beginning, for which it was watched; left out: up to its last entry. */
  readonly until?: number;
}

/** What a rule says of a run. */
export interface Judgement {
  readonly rule: Rule;
  /** The level it was judged at. */
  readonly level: Level;
  readonly verdict: Verdict;
}
