import type { SweepCell, SweepReport } from '../../check/sweep/sweep-report.ts';
import { rowsOf } from '../../check/sweep/sweep-report.ts';
import type { Trial } from '../../check/trial/trial.ts';
import { writeToken } from '../../language/replay-token.ts';
import type { PageData, PageMatrix, PageRun } from '../../page/data.ts';
import type { RuleChoice } from '../../rules/rule-choice.ts';
import { titleOfSweep } from './describe-sweep.ts';
import { trialRun } from './trial-run.ts';

type Cell = PageMatrix['cells'][number];

/** Keeps the runs of a sweep, and makes a page of them: the matrix, in which each cell leads to its run. */
export const createSweepRuns = (
  rules: RuleChoice | undefined,
  replayOf: (token: string) => string,
  isWanted: boolean,
) => {
  const runs: PageRun[] = [];
  const places = new Map<SweepCell, number>();
  return {
    note: (trial: Trial, cell?: SweepCell): void => {
      if (!isWanted) return;
      const { scenario } = trial;
      const token = cell?.replay ?? writeToken({ scenario, seed: scenario.seed ?? 0 });
      if (cell !== undefined) places.set(cell, runs.length);
      runs.push(trialRun(trial, { rules, replay: replayOf(token) }));
    },
    page: (report: SweepReport, stopped?: string): Omit<PageData, 'writtenBy'> => {
      const { moments, cells, isComplete } = report;
      const rows = rowsOf(cells);
      return {
        command: 'sweep',
        title: titleOfSweep(report),
        runs,
        ...(!isComplete && { stopped: stopped ?? 'time' }),
        matrix: {
          rows: moments.map((moment) => `before ${moment}`),
          columns: rows,
          cells: cells.map((cell) => ({
            row: moments.indexOf(cell.moment),
            column: rows.indexOf(cell.what),
            ...describe(cell),
            run: places.get(cell) ?? 0,
          })),
        },
      };
    },
  };
};

const describe = ({ what, moment, verdict, ended, rule, because }: SweepCell): Pick<Cell, 'verdict' | 'what'> => {
  const how = [ended, rule, because].filter((part) => part !== undefined).join(', ');
  const reached = ended === 'nothing happened' ? 'not reached' : 'kept';
  return { verdict: verdict === 'broken' ? 'broken' : reached, what: `${what}, before ${moment}: ${how}` };
};
