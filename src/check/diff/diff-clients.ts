import { requireOptions } from '../../language/problem.ts';
import { show } from '../../language/show.ts';
import { refuse } from '../../misuse.ts';
import { writeToken } from '../../language/replay-token.ts';
import type { Scenario } from '../../language/ast.ts';
import type { Client } from '../../simulation/client-env.ts';
import { createScenarios } from '../arbitraries/scenarios.ts';
import { baseline, profileClient } from '../client-profile.ts';
import { loadFastCheck } from '../load-fast-check.ts';
import { type CheckOptions, type CheckPlan, readOptions } from '../options.ts';
import { requireScenario } from '../../play/require-given.ts';
import { startStopwatch } from '../../play/stopwatch.ts';
import { type TrialSetup, runTrial } from '../trial/run-trial.ts';
import { withTransport } from '../trial/with-transport.ts';
import { behaviourOf, type Change, compare } from './compare.ts';
import { hintAtTimeOut } from '../time-out-hint.ts';

/** What `diffClients` can be told. All of it may be left out. */
export interface DiffOptions
  extends Pick<CheckOptions, 'seed' | 'runs' | 'time' | 'transport' | 'returns' | 'rules' | 'modes' | 'assumptions'> {
  /** Scenarios of your own, run before those that are generated. */
  readonly scenarios?: readonly Scenario[];
  /** Is told how many of the scenarios are over, and what they showed; `of` is absent where only time counts. */
  readonly onProgress?: (progress: {
    readonly runs: number;
    readonly of?: number;
    readonly soFar?: () => DiffReport;
  }) => void;
}

const ownOptions = [
  'scenarios',
  'seed',
  'runs',
  'time',
  'transport',
  'returns',
  'rules',
  'modes',
  'assumptions',
  'onProgress',
] as const satisfies readonly (keyof DiffOptions)[];

/** A scenario in which two clients did not do the same. */
export interface Difference {
  /** The how-manieth of the scenarios it was, counted from 1. */
  readonly run: number;
  readonly scenario: Scenario;
  readonly changes: readonly Change[];
  /** The scenario as a token. */
  readonly replay: string;
}

/** What is different from one client to another. Plain data. */
export interface DiffReport {
  /** Scenarios that both were run through. */
  readonly runs: number;
  readonly differences: readonly Difference[];
}

/**
 * Runs two clients, such as two versions of one, through the same scenarios, and says what changed: how they end, what they send,
 * in which order, after which waits.
 *
 * @throws Misuse BAD_OPTION, BAD_DURATION, CLIENT_INVALID; BAD_OPTION when fast-check is not installed
 * @example
 * const { differences } = await diffClients(importOrders, importOrdersOfLastYear);
 * differences[0]?.changes[0]; // { kind: 'waits', text: 'before createDataQuery: 1.000s -> 2.000s' }
 */
export const diffClients = async (before: Client, after: Client, options: DiffOptions = {}): Promise<DiffReport> => {
  requireOptions(options, 'diffClients');
  const { scenarios = [], onProgress = hintAtTimeOut('diffClients'), ...rest } = options;
  readOptions(after, rest, 'diffClients', ownOptions);
  const plan = readOptions(before, rest, 'diffClients', ownOptions);
  if (!Array.isArray(scenarios)) {
    throw refuse('diffClients, scenarios', `${show(scenarios)} is no list`, 'write [scenario(…).build()]');
  }
  for (const one of scenarios) requireScenario(one, 'diffClients, scenarios');
  const elapsed = startStopwatch();
  return withTransport(plan, async (first) => {
    const second = { ...first, client: after };
    const differences: Difference[] = [];
    const given = [baseline, ...scenarios];
    const generated = await createGenerator(plan, first);
    // A plain import is the first of the runs that are asked for.
    const all = scenarios.length + plan.runs;
    let runs = 0;
    while (runs < all && elapsed() < plan.time) {
      const one = given[runs] ?? generated(runs - given.length + 1);
      const [was, is] = [await runTrial(one, first), await runTrial(one, second)];
      const changes = compare(behaviourOf(was), behaviourOf(is));
      runs += 1;
      if (changes.length > 0) {
        const { scenario } = was;
        const replay = writeToken({ scenario });
        differences.push({ run: runs, scenario, changes, replay });
      }
      const soFar = (): DiffReport => ({ runs, differences: [...differences] });
      onProgress({ runs, soFar, ...(Number.isFinite(plan.runs) && { of: all }) });
    }
    return { runs, differences };
  });
};

/** Generated scenarios by their turns. */
const createGenerator = async ({ seed, modes }: CheckPlan, setup: TrialSetup): Promise<(turn: number) => Scenario> => {
  const fc = await loadFastCheck('diffClients');
  const profile = await profileClient(await runTrial(baseline, setup), setup);
  const scenarios = createScenarios(fc, { profile, seed, modes });
  return (turn) => scenarios.at(turn).scenario;
};
