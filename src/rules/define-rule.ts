import type { Duration } from '../spec/time.ts';
import type { History } from './history.ts';
import type { Verdict } from './verdicts.ts';

/** A named claim over a trace, with the sentence of the interface document that it comes from. */
export interface RuleDefinition<Id extends string> {
  readonly id: Id;
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
  readonly example: Example;
  readonly judge: (history: History) => Verdict;
}

export type Level = 'must' | 'should';

/** A rule kept and broken, in a few lines of a trace each. */
export interface Example {
  readonly good: readonly ExampleLine[];
  readonly bad: readonly ExampleLine[];
}

export type ExampleLine = readonly [at: Duration, who: 'client' | 'service' | 'network' | 'customer', what: string];

/** A rule about whoever calls the service. */
export const clientRule = <const Id extends `C${number}`>(
  rule: Omit<RuleDefinition<Id>, 'judges'>,
): RuleDefinition<Id> => ({ ...rule, judges: 'client' });

/** A rule about the service. It has no choice: what the interface says holds. */
export const serviceRule = <const Id extends `S${number}`>(
  rule: Omit<RuleDefinition<Id>, 'judges' | 'level'>,
): RuleDefinition<Id> => ({ ...rule, judges: 'service', level: 'must' });
