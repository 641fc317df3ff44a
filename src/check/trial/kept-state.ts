import type { Scenario } from '../../language/ast.ts';
import { writeToken } from '../../language/replay-token.ts';
import type { PlayedScenario } from '../../play/play-scenario.ts';
import { isExcused } from '../../rules/leftovers.ts';
import { describeLeftover, findLeftovers, keepsState, stateRemedy } from '../../trace/kept-state.ts';
import type { Entry } from '../../trace/entry.ts';
import type { Symptom, Trial } from './trial.ts';

/** A client that keeps state between runs is named as such where the end of a run hangs on it, and blamed for nothing else. */
export const keepsStateSymptom: Omit<Symptom, 'evidence'> = {
  key: 'keeps-state-between-runs',
  name: 'keeps-state-between-runs',
  claim: 'What a client does in a run depends on that run alone.',
  section: 'What the service does, interface C',
};

/** A token that plays the scenario again: twice in one process, where it takes a run before to show what is wrong. */
export const writeReplay = (scenario: Scenario, { key }: Pick<Symptom, 'key'>): string =>
  writeToken({ scenario, ...(key === keepsStateSymptom.key && { again: true }) });

/** Whether the client brought along something of another simulation. */
export const keptState = ({ raw }: Pick<Trial, 'raw'>): boolean => findLeftovers(raw).length > 0;

const mostShown = 3;

/**
 * What is said in place of how a run ended, where the client brought along something of another simulation and never got over
 * its refusal; or where nothing but that speaks against it. Undefined where the run did not hang on it.
 */
export const judgeKeptState = (
  { raw, judgements }: PlayedScenario,
  ends: readonly Symptom[],
): readonly Symptom[] | undefined => {
  const left = findLeftovers(raw);
  if (left.length === 0) return undefined;
  const wasExcused = judgements.some((one) => one.level === 'must' && isExcused(one));
  const hangsOnIt = ends.length > 0 && left.some(({ exchange }) => !wasGotOver(raw, exchange));
  if (!wasExcused && !hangsOnIt) return undefined;
  const shown = left.slice(0, mostShown).map(describeLeftover);
  const ending = ends.flatMap(({ evidence }) => evidence);
  return [{ ...keepsStateSymptom, evidence: [...shown, ...ending, `${keepsState}: ${stateRemedy}`] }];
};

/** Whether the client asked for the same later without anything of another simulation, whatever came of that. */
const wasGotOver = (entries: readonly Entry[], refused: number): boolean => {
  const left = new Set(findLeftovers(entries).map(({ exchange }) => exchange));
  const requests = entries.filter((one) => one.kind === 'request');
  const operation = requests.find(({ exchange }) => exchange === refused)?.operation;
  return requests.some((one) => one.exchange > refused && one.operation === operation && !left.has(one.exchange));
};

/** What else such a client does wrong may hang on the run before, too: whoever replays it alone has to know. */
export const noteKeptState = ({ raw, process }: PlayedScenario, symptoms: readonly Symptom[]): readonly Symptom[] => {
  const [first, ...others] = symptoms;
  const [left] = findLeftovers(raw);
  const kept =
    left === undefined
      ? process.droppedTimer
      : `${describeLeftover(left)}: ${keepsState}, and alone it may fare otherwise`;
  if (first === undefined || kept === undefined || first.key === keepsStateSymptom.key) return symptoms;
  return [{ ...first, evidence: [...first.evidence, kept] }, ...others];
};
