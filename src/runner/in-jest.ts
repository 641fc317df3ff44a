import { isMisuse as isOwnMisuse } from '../misuse.ts';
import { type OuterRealm, readOuterRealm, simulateOutside } from './outer-realm.ts';

/** What `stunt-double` is for the tests of Jest, in the environment of this package: the copy outside of their realm. */
const outer = readOuterRealm();

export const {
  checkClient,
  CheckFailed,
  checkTrace,
  describeScenarios,
  diffClients,
  loadScenarios,
  Misuse,
  printDiff,
  printSweep,
  printScenario,
  raceClient,
  readScenario,
  readScenarios,
  recordTraffic,
  redactHar,
  runScenario,
  scenario,
  sweepClient,
  toHar,
} = outer;

export const simulate: OuterRealm['simulate'] = simulateOutside;

/** An error of one realm is no `Error` of the other. */
export const isMisuse = (error: unknown): boolean => outer.isMisuse(error) || isOwnMisuse(error);
