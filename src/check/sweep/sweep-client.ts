import { refuse } from '../../misuse.ts';
import { requireOptions } from '../../language/problem.ts';
import { show } from '../../language/show.ts';
import type { Scenario } from '../../language/ast.ts';
import type { Client } from '../../simulation/client-env.ts';
import { plainImport } from '../client-profile.ts';
import { type CheckOptions, readOptions } from '../options.ts';
import { requireScenario } from '../../play/require-given.ts';
import { requireKept } from '../trial/require-kept.ts';
import { withTransport } from '../trial/with-transport.ts';
import { createInjector, findInjectionPoints, injectionsAt } from './injection.ts';
import { pairUp } from './pairs.ts';
import type { SweepCell, SweepReport } from './sweep-report.ts';
import type { Trial } from '../trial/trial.ts';
import { hintAtTimeOut } from '../time-out-hint.ts';

/** What `sweepClient` can be told. All of it may be left out. */
export interface SweepOptions
  extends Pick<CheckOptions, 'time' | 'transport' | 'returns' | 'rules' | 'failOn' | 'checkResult'> {
  /** The scenario that faults are injected into, one at a time; a plain import of two records. */
  readonly scenario?: Scenario;
  /** How many pairs of faults are injected together besides; none. */
  readonly pairs?: number;
  /** Is told how many of the runs are over; `soFar` makes a report of them. */
  readonly onProgress?: (progress: {
    readonly runs: number;
    readonly of: number;
    readonly soFar?: () => SweepReport;
  }) => void;
}

export const sweepOptions = [
  'scenario',
  'pairs',
  'time',
  'transport',
  'returns',
  'rules',
  'failOn',
  'checkResult',
  'onProgress',
] as const satisfies readonly (keyof SweepOptions)[];

/**
 * Injects everything that can go wrong, one fault in each run: every refusal and fault of the network at every exchange of a
 * run without a fault, every action between any two of them; then pairs of faults, as many as are asked for.
 *
 * @throws CheckFailed when the client fails although no fault is injected
 * @throws Misuse BAD_OPTION, BAD_DURATION, CLIENT_INVALID
 * @example
 * const report = await sweepClient(importOrders, { transport: 'fetch' });
 * report.cells.filter(({ verdict }) => verdict === 'broken'); // []
 */
export const sweepClient = (client: Client, options: SweepOptions = {}): Promise<SweepReport> =>
  sweepAndTell(client, options, () => undefined);

/** The same; `note` is told of every run, beginning with the one without a fault. */
export const sweepAndTell = async (
  client: Client,
  options: SweepOptions,
  note: (trial: Trial, cell?: SweepCell) => void,
): Promise<SweepReport> => {
  requireOptions(options, 'sweepClient');
  const { scenario = plainImport, pairs = 0, onProgress = hintAtTimeOut('sweepClient'), ...rest } = options;
  if (!Number.isSafeInteger(pairs) || pairs < 0) {
    throw refuse('sweepClient, pairs', `${show(pairs)} is not a number of runs`, 'write 0 or more');
  }
  const plan = readOptions(client, rest, 'sweepClient', sweepOptions);
  requireScenario(scenario, 'sweepClient, scenario');
  return withTransport(plan, async (setup) => {
    const baseline = await requireKept(scenario, setup, { seed: scenario.seed ?? 0, run: 0 });
    note(baseline);
    const points = findInjectionPoints(baseline.trace.entries);
    const injections = points.flatMap(injectionsAt);
    const cells: SweepCell[] = [];
    const paired: SweepCell[] = [];
    const of = injections.length + pairs;
    const soFar = (): SweepReport => ({
      moments: points.map(({ name }) => name),
      cells: [...cells],
      pairs: [...paired],
      runs: cells.length + paired.length,
      isComplete: false,
    });
    const onRun = (runs: number): void => onProgress({ runs, of, soFar });
    const inject = createInjector({ scenario, setup, time: plan.time, onRun, note });
    await inject(injections, cells);
    const pairUps = pairUp(injections, cells, pairs);
    await inject(pairUps, paired);
    return { ...soFar(), isComplete: cells.length === injections.length && paired.length === pairUps.length };
  });
};
