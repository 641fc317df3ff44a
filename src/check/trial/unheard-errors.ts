import { maskFindings } from '../../play/findings.ts';
import type { PlayedScenario } from '../../play/play-scenario.ts';
import type { Symptom } from './trial.ts';

/** An error that a client, or a library of its own, let slip past its promise: a process ends at it. */
export const unheardErrors: Omit<Symptom, 'evidence'> = {
  key: 'handles-its-errors',
  name: 'handles-its-errors',
  claim: 'The client handles all its errors: none gets past its promise.',
  section: 'Errors, interface C',
};

const mostShown = 3;

export const judgeUnheard = ({ process, trace }: Pick<PlayedScenario, 'process' | 'trace'>): readonly Symptom[] => {
  if (process.unheard.length === 0) return [];
  const lines = new Set(maskFindings(process.unheard, trace).map(({ found, place }) => `${found}, at ${place}`));
  return [{ ...unheardErrors, evidence: [...lines].slice(0, mostShown) }];
};
