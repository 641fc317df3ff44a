import { generatedName } from '../check/client-profile.ts';
import { regressionFile } from '../check/regressions.ts';
import { nowTrying } from '../check/trial/now-trying.ts';
import type { Symptom } from '../check/trial/trial.ts';
import { describeStep } from '../language/describe-step.ts';
import { printScenario } from '../language/print-scenario.ts';
import { writeToken } from '../language/replay-token.ts';
import type { Failure } from './check/summary.ts';
import type { Finding } from '../play/findings.ts';
import { sayKept, type Spin } from '../play/watchdog/watchdog.ts';

const key = 'gives-the-thread-back';
const claim = 'The client gives the thread back: as long as it keeps it, nothing that it waits for can happen.';

const symptomOf = ({ after, places }: Spin): Symptom => ({
  key,
  name: key,
  claim,
  section: 'Errors, interface C',
  evidence: [sayKept(after), ...places.map((place) => `at ${place}`)],
});

/** The same as a finding of a run. */
export const asFinding = ({ after, places: [place = 'an unknown place', ...others] }: Spin): Finding => ({
  claim,
  found: [sayKept(after), ...others.map((other) => `called at ${other}`)].join('; '),
  place,
});

/** The scenario that was being tried, as the counterexample that it is. It is not shrunk: each run would take as long. */
export const asFailure = (spin: Spin): Failure | undefined => {
  const { scenario: given, turn = 0 } = nowTrying;
  if (given === undefined) return undefined;
  const symptom = symptomOf(spin);
  const { key: rule, ...told } = symptom;
  const scenario = given.name === generatedName ? { ...given, name: key } : given;
  return {
    run: turn,
    rule,
    ...told,
    steps: scenario.steps.map(describeStep),
    timeline: [],
    shown: [],
    threw: [],
    scenario: printScenario(scenario, 'yaml'),
    token: writeToken({ scenario, seed: scenario.seed ?? 0 }),
    seed: scenario.seed ?? 0,
    saveAs: regressionFile('', symptom, scenario),
  };
};
