import { isNativeError } from 'node:util/types';
import { generatedName } from '../check/client-profile.ts';
import { nowTrying } from '../check/trial/now-trying.ts';
import type { Symptom } from '../check/trial/trial.ts';
import type { Scenario } from '../language/ast.ts';
import { printScenario } from '../language/print-scenario.ts';
import { writeToken } from '../language/replay-token.ts';
import type { Finding } from '../play/findings.ts';
import { sayKept, type Spin } from '../play/watchdog/watchdog.ts';
import { SimulatorBug, sayBug } from '../simulator-bug.ts';
import { describeFailure, type Failure } from './check/summary.ts';

/*
 * What cuts a run short, so that it has no end and no trace: a client that keeps the thread, or ends the process, or a bug of
 * ours. It is a failure of the scenario that was being run, which is told as it is: nothing could be shrunk.
 */

export interface CutShort {
  readonly key: 'gives-the-thread-back' | 'leaves-the-process-alone' | 'bug-of-the-simulator';
  readonly claim: string;
  readonly section: string;
  /** The innermost place in the code comes first. */
  readonly places: readonly string[];
  readonly found: string;
}

export const keptThread = ({ after, places }: Spin): CutShort => ({
  key: 'gives-the-thread-back',
  claim: 'The client gives the thread back: as long as it keeps it, nothing that it waits for can happen.',
  section: 'Errors, interface C',
  found: sayKept(after),
  places,
});

/** `how` says of which process, and how it ended. */
export const endedProcess = (how = 'the process ended in the middle of it'): CutShort => ({
  key: 'leaves-the-process-alone',
  claim: 'The client leaves its process alone: what ends it ends all other work that goes on there.',
  section: 'Errors, interface C',
  found: `${how}; does the client call process.exit, or take all memory?`,
  places: [],
});

export const simulatorFailed = (error: unknown): CutShort => ({
  key: 'bug-of-the-simulator',
  claim: 'stunt-double plays the scenario to its end.',
  // The interfaces have nothing to do with it.
  section: '',
  found: sayBug(error),
  places: placesIn(error instanceof SimulatorBug ? error.cause : error),
});

/** All of them, also those in our own code. */
const placesIn = (error: unknown): readonly string[] =>
  isNativeError(error) ? String(error.stack).split('\n').flatMap(placeIn).slice(0, mostPlaces) : [];

const mostPlaces = 5;

const placeIn = (line: string): readonly string[] => /^ *at (.*)$/.exec(line)?.slice(1) ?? [];

export const isBug = ({ rule }: Pick<Failure, 'rule'>): boolean => rule === 'bug-of-the-simulator';

/** What is no counterexample, or would end whatever plays it again. */
export const isUnsaved = ({ rule }: Pick<Failure, 'rule'>): boolean =>
  rule === 'bug-of-the-simulator' || rule === 'leaves-the-process-alone';

/** The same as a finding of a run. Whoever is to find a bug of ours needs the token of the scenario. */
export const asFinding = (
  { key, claim, found, places: [place = 'an unknown place', ...others] }: CutShort,
  token: string,
): Finding => ({
  claim,
  found: [
    found,
    ...(key === 'bug-of-the-simulator' ? [`with this line: npx stunt-double replay ${token}`] : []),
    ...others.map((other) => `called at ${other}`),
  ].join('; '),
  place,
});

/** What was being tried. */
interface Tried {
  readonly scenario?: Scenario;
  readonly turn?: number;
}

/** The scenario that was being tried, as the counterexample that it is; undefined where none was begun. */
export const asFailure = (cut: CutShort, { scenario: given, turn = 0 }: Tried = nowTrying): Failure | undefined => {
  if (given === undefined) return undefined;
  const { key, claim, section, found, places } = cut;
  const symptom: Symptom = { key, name: key, claim, section, evidence: [found, ...places.map((one) => `at ${one}`)] };
  const scenario = given.name === generatedName ? { ...given, name: key } : given;
  const written = { file: printScenario(scenario, 'yaml'), replay: writeToken({ scenario }) };
  const unknown = { timeline: [], shown: [], threw: [], told: undefined };
  return describeFailure({ symptom, scenario, ...written, ...unknown, discovery: { run: turn } });
};
