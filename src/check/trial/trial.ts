import type { Scenario, Step } from '../../language/ast.ts';
import type { Outcome } from '../../play/play-scenario.ts';
import type { Trace } from '../../trace/trace.ts';

/** Something a client did wrong in a run. */
export interface Symptom {
  /** What was not kept: the id of a rule, or one of our own words. Runs with the same key show the same fault. */
  readonly key: string;
  /** The name of it, in kebab-case. */
  readonly name: string;
  /** What should have been, as one sentence. */
  readonly claim: string;
  readonly section: string;
  /** What shows that it was not, one sentence a line. */
  readonly evidence: readonly string[];
}

/** One run of a client through a story. */
export interface Trial {
  readonly scenario: Scenario;
  readonly symptoms: readonly Symptom[];
  /** Broken too, but no more than good manners. */
  readonly warnings: readonly Symptom[];
  readonly outcome: Outcome;
  readonly trace: Trace;
  /** Virtual milliseconds from the start until the client had ended. */
  readonly elapsed: number;
  /** Steps whose moment never came, or that met nothing. */
  readonly unfired: readonly Step[];
}
