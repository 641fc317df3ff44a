import type { Scenario } from '../../language/ast.ts';
import { plainer } from './simplifications.ts';
import type { Trial } from '../trial/trial.ts';
import { type Trying, tryScenario } from '../trial/try-scenario.ts';

export interface Shortened {
  readonly trial: Trial;
  readonly runs: number;
}

export interface Shortening {
  readonly trying: Trying;
  readonly isTime: () => boolean;
  readonly onTry: (runs: number) => void;
}

const mostTries = 400;

/** Makes the story of a run as short and as plain as it gets while the client goes on doing the same thing wrong. */
export const shorten = async (first: Trial, { trying, isTime, onTry }: Shortening): Promise<Shortened> => {
  const key = first.symptoms[0]?.key;
  let best = first;
  let runs = 0;
  const known = new Set<string>([JSON.stringify(first.scenario)]);

  const isStillWrong = async (scenario: Scenario): Promise<boolean> => {
    const text = JSON.stringify(scenario);
    if (known.has(text)) return false;
    known.add(text);
    runs += 1;
    onTry(runs);
    const trial = await tryScenario(scenario, trying);
    if (trial.symptoms[0]?.key !== key) return false;
    best = trial;
    return true;
  };

  for (let again = true; again; ) {
    again = false;
    for (const simplify of plainer) {
      for (let index = 0; ; index += 1) {
        const candidate = simplify(best)[index];
        if (candidate === undefined || runs >= mostTries || !isTime()) break;
        if (!(await isStillWrong(candidate))) continue;
        again = true;
        index = -1;
      }
    }
  }
  return { trial: best, runs };
};
