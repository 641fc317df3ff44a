import type { Scenario } from '../../language/ast.ts';
import type { Trial } from '../trial/trial.ts';

/** A way to make a story plainer: the stories that are worth a try, the boldest first. */
export type Simplify = (trial: Trial) => readonly Scenario[];
