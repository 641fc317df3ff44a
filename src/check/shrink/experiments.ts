import type { Scenario } from '../../language/ast.ts';
import { isMisuse } from '../../misuse.ts';
import type { Trial } from '../trial/trial.ts';
import { completeSetting, type TrialSetup, runTrial } from '../trial/run-trial.ts';

/**
 * How much a series of experiments may take. Runs and work say the same on every machine, so that the same seed comes to the
 * same counterexample; real time is the outer guard, and what it cuts short is said to be.
 */
export interface Bounds {
  readonly runs: number;
  /** Entries of traces: a run of thousands of requests takes as long as a hundred others. */
  readonly work: number;
}

/** Runs of one purpose. */
export interface Series {
  /** Plays a scenario, or tells of it again; `unplayable` where it cannot be played, `over` once a bound is reached. */
  run(scenario: Scenario): Promise<Trial | 'unplayable' | 'over'>;
  /** How many were played. */
  readonly runs: number;
  /** Whether it came to its bounds, or the time was over. */
  readonly cut: 'effort' | 'time' | undefined;
}

export interface Experiments {
  series(bounds: Bounds, onRun: (runs: number) => void): Series;
}

/** Plays variations of a scenario to a client, none of them twice. */
export const createExperiments = (setup: TrialSetup, isTime: () => boolean): Experiments => {
  const known = new Map<string, Trial | 'unplayable'>();
  const play = async (scenario: Scenario): Promise<Trial | 'unplayable'> => {
    try {
      return await runTrial(scenario, setup);
    } catch (error) {
      // What stands in one scenario need not make sense in a variation of it.
      if (isMisuse(error)) return 'unplayable';
      throw error;
    }
  };
  return {
    series: (bounds, onRun) => {
      let runs = 0;
      let work = 0;
      let cut: Series['cut'];
      return {
        run: async (given) => {
          const scenario = completeSetting(given, setup);
          const text = JSON.stringify(scenario);
          const before = known.get(text);
          if (before !== undefined) return before;
          if (runs >= bounds.runs || work >= bounds.work) cut ??= 'effort';
          else if (!isTime()) cut ??= 'time';
          if (cut !== undefined) return 'over';
          const trial = await play(scenario);
          known.set(text, trial);
          runs += 1;
          work += trial === 'unplayable' ? 1 : trial.raw.length;
          onRun(runs);
          return trial;
        },
        get runs() {
          return runs;
        },
        get cut() {
          return cut;
        },
      };
    },
  };
};
