import type { Scenario } from '../../language/ast.ts';
import type { PlayedScenario } from '../../play/play-scenario.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Mark } from '../../print/timeline/marks.ts';

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
  /** The moments of the run that show it; absent where it is how the client ended. */
  readonly moments?: readonly Mark[];
}

/** A rule has an id and a name; what is asked for beside the rules has a name alone. */
export const nameSymptom = ({ key, name }: Pick<Symptom, 'key' | 'name'>): string =>
  key === name ? name : `${key} ${name}`;

/** A rule as something that was not kept; what shows it is still to be said. */
export const asSymptom = ({ id, name, claim, section }: Rule): Omit<Symptom, 'evidence'> => ({
  key: id,
  name,
  claim,
  section,
});

/** One run of a client through a scenario, and what it did wrong. */
export interface Trial extends Pick<PlayedScenario, 'outcome' | 'trace' | 'raw' | 'process' | 'elapsed' | 'unfired'> {
  readonly scenario: Scenario;
  readonly symptoms: readonly Symptom[];
  /** Broken too, but no more than recommendations. */
  readonly warnings: readonly Symptom[];
  /** Real time was over before the client was at its end, though it still got on: nothing is said of it. */
  readonly isGivenUp: boolean;
}

/** Whether a run takes as long as a hundred others: mostly that of a client that never stops. Measured on every machine alike. */
export const isLong = ({ raw }: Pick<Trial, 'raw'>): boolean => raw.length >= 2000;
