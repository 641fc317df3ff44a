import type { SweepCell, SweepReport } from '../../check/sweep/sweep-report.ts';
import type { SweepOptions } from '../../check/sweep/sweep-client.ts';
import { rowsOf } from '../../check/sweep/sweep-report.ts';
import type { Trial } from '../../check/trial/trial.ts';
import { given } from '../../language/data.ts';
import { writeToken } from '../../language/replay-token.ts';
import type { PageData, PageMatrix, PageRun } from '../../page/data.ts';
import type { RuleChoice } from '../../rules/rule-choice.ts';
import type { Client } from '../../simulation/client-env.ts';
import { titleOfSweep } from './describe-sweep.ts';
import { playAgain } from './play-again.ts';
import type { Failure } from './summary.ts';
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
      const token = cell?.replay ?? writeToken({ scenario });
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

/** What is said of a client that needs no fault to fail. */
export const brokenBaseline = 'the client fails although nothing goes wrong';

/** Nothing was injected then: the one run that there is, played once more to be seen. */
export const baselinePage = async (
  client: Client,
  { token }: Failure,
  { transport, returns, rules, failOn }: SweepOptions,
  replay: string,
): Promise<Omit<PageData, 'writtenBy'>> => {
  const played = await playAgain(client, [token], given({ transport, returns, rules, failOn }));
  const runs = played.map(({ trial, real }) => trialRun(trial, { rules, replay, real }));
  return { command: 'sweep', title: brokenBaseline, runs };
};

const describe = ({ what, moment, verdict, ended, rule, because }: SweepCell): Pick<Cell, 'verdict' | 'what'> => {
  const how = [ended, rule, because].filter((part) => part !== undefined).join(', ');
  return { verdict: verdictOf(verdict, ended), what: `${what}, before ${moment}: ${how}` };
};

const verdictOf = (verdict: SweepCell['verdict'], ended: SweepCell['ended']): Cell['verdict'] => {
  if (ended === 'nothing happened') return 'not reached';
  if (verdict !== 'survived') return verdict;
  return ended === 'gave up' ? ended : 'kept';
};
