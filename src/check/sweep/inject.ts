import { performance } from 'node:perf_hooks';
import type { Scenario } from '../../language/ast.ts';
import type { Trying } from '../trial/try-scenario.ts';
import { type Stroke, tryStroke } from './injection.ts';
import type { SweepCell } from './sweep-report.ts';

/** Tells one story many times, and something else goes wrong each time. */
export interface Strikes {
  /** As far as there is time. */
  strike(strokes: readonly Stroke[]): Promise<readonly SweepCell[]>;
  /** Runs that are over. */
  readonly runs: number;
}

export interface StrikeParts {
  readonly scenario: Scenario;
  readonly trying: Trying;
  /** Real milliseconds after which nothing more is begun. */
  readonly time: number;
  readonly onRun: (runs: number) => void;
}

export const createStrikes = ({ scenario, trying, time, onRun }: StrikeParts): Strikes => {
  const began = performance.now();
  let runs = 0;
  return {
    strike: async (strokes) => {
      const cells: SweepCell[] = [];
      for (const stroke of strokes) {
        if (performance.now() - began >= time) break;
        cells.push(await tryStroke(scenario, stroke, trying));
        runs += 1;
        onRun(runs);
      }
      return cells;
    },
    get runs() {
      return runs;
    },
  };
};
