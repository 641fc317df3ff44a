import type { Scenario } from '../../language/ast.ts';
import type { PlayedScenario } from '../../play/play-scenario.ts';
import { findRule } from '../../rules/catalogue.ts';
import { describeLastAnswers } from './last-answers.ts';
import { modeOf } from './mode.ts';
import { asSymptom, type Symptom } from './trial.ts';

/** What speaks against how a client ended by itself: its result is wrong, or it did not get through what can be got through. */
export const judgeEnd = (scenario: Scenario, played: PlayedScenario): readonly Symptom[] => {
  const { outcome, stopped, wrong, missing, trace, judgements } = played;
  if (stopped !== undefined) return [];
  if (wrong !== undefined) return [{ ...wrongResult, evidence: [wrong] }];
  if (modeOf(scenario) !== 'recoverable') return [];
  const unfinished = asSymptom(findRule('C27'));
  if (!outcome.ok) {
    const heard = describeLastAnswers(trace.entries, scenario);
    return [{ ...unfinished, evidence: [`it failed: ${outcome.error}`, ...heard] }];
  }
  // That something is missing is what C17 is about, too: without it nobody asks.
  if (!judgements.some(({ rule }) => rule.id === 'C17')) return [];
  const evidence = missing().slice(0, mostShown);
  return evidence.length === 0 ? [] : [{ ...unfinished, evidence }];
};

const mostShown = 5;

const wrongResult: Omit<Symptom, 'evidence'> = {
  key: 'right-result',
  name: 'right-result',
  claim: 'A client that says it succeeded has the right result.',
  section: 'What the service does, interface C',
};
