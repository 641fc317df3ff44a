import type { Scenario } from '../../language/ast.ts';
import { findDivergence } from '../repeat/divergence.ts';
import { runTrial, type TrialSetup } from './run-trial.ts';
import { isLong, type Trial } from './trial.ts';

/** The ways in which the requests of a check come in. */
export type Way = 'sockets' | 'fetch';

/**
 * Plays scenarios by the global `fetch` as long as that is as good as by sockets: several times faster, and the same to the
 * byte for a client that sends all by it. What speaks against a client is played again by sockets, and only that counts; where
 * the two differ, or the client sends something by another way, sockets are taken from then on. Only a run of thousands of
 * requests is believed at once: by sockets it may take longer than any run is given.
 */
export interface Player {
  readonly way: Way;
  readonly play: (scenario: Scenario, turn?: number) => Promise<Trial>;
}

export const createPlayer = (setup: TrialSetup, quick?: TrialSetup): Player => {
  let way: Way = quick === undefined ? 'sockets' : 'fetch';
  return {
    get way() {
      return way;
    },
    play: async (scenario, turn) => {
      if (quick === undefined || way === 'sockets') return runTrial(scenario, setup, turn);
      const trial = await runTrial(scenario, quick, turn);
      const hasBypassed = trial.process.bypasses > 0;
      if (!hasBypassed && (trial.symptoms.length === 0 || isLong(trial))) return trial;
      const again = await runTrial(scenario, setup, turn);
      if (hasBypassed || again.symptoms.length === 0) way = 'sockets';
      return again;
    },
  };
};

/** Whether a client does by `fetch` what it has done by sockets in the same scenario. */
export const allowsFetch = async (bySockets: Trial, quick: TrialSetup): Promise<boolean> => {
  const byFetch = await runTrial(bySockets.scenario, quick);
  const isSame = byFetch.symptoms.length === 0 && findDivergence(bySockets, byFetch) === undefined;
  return isSame && byFetch.process.bypasses === 0;
};
