import type { Scenario } from '../../language/ast.ts';
import type { Client } from '../../simulation/client-env.ts';
import { requireOptions } from '../../language/problem.ts';
import { plainImport } from '../client-profile.ts';
import { nameExchange } from '../exchanges.ts';
import { readOptions } from '../options.ts';
import { createInjector } from '../sweep/injection.ts';
import { type SweepOptions, sweepOptions } from '../sweep/sweep-client.ts';
import type { SweepCell } from '../sweep/sweep-report.ts';
import { requireScenario } from '../../play/require-given.ts';
import { requireKept } from '../trial/require-kept.ts';
import { withTransport } from '../trial/with-transport.ts';
import { findRaces } from './races.ts';
import { findGroups, listCalls } from './concurrent-calls.ts';
import { hintAtTimeOut } from '../time-out-hint.ts';

/** What `raceClient` can be told. All of it may be left out. */
export type RaceOptions = Omit<SweepOptions, 'pairs'>;

const ownOptions = sweepOptions.filter((name) => name !== 'pairs');

/** What a client made of the orders in which things can come to it. Plain data. */
export interface RaceReport {
  /** The calls of the run without a fault that waited for their answers together. */
  readonly together: readonly string[];
  /** One for each order: `moment` is what was in a race, `what` is the order. */
  readonly races: readonly SweepCell[];
  readonly runs: number;
  /** Whether there was time for all of it. */
  readonly isComplete: boolean;
}

/** Two customers, so that there is something to do at once; and answers that take a moment, so that they can. */
const twoImports = (): Scenario => ({
  ...plainImport,
  name: 'plain import for two',
  latency: '50ms',
  customers: [{ records: 2 }, { records: 2 }],
});

/**
 * Lets things come to a client in every order: answers to calls that are under way together, each in another order than
 * asked; a notification ahead of the answer that it is about; a new token late.
 *
 * @throws CheckFailed when the client fails although no fault is injected
 * @throws Misuse BAD_OPTION, BAD_DURATION, CLIENT_INVALID
 * @example
 * const { races } = await raceClient(importOrders, { transport: 'fetch' });
 * races.filter(({ verdict }) => verdict === 'broken'); // []
 */
export const raceClient = async (client: Client, options: RaceOptions = {}): Promise<RaceReport> => {
  requireOptions(options, 'raceClient');
  const { scenario = twoImports(), onProgress = hintAtTimeOut('raceClient'), ...rest } = options;
  const plan = readOptions(client, rest, 'raceClient', ownOptions);
  requireScenario(scenario, 'raceClient, scenario');
  return withTransport(plan, async (setup) => {
    const run = await requireKept(scenario, setup, { seed: scenario.seed ?? 0, run: 0 });
    const { entries } = run.trace;
    const groups = findGroups(entries);
    const wanted = findRaces(groups, listCalls(entries));
    const onRun = (runs: number): void => onProgress({ runs, of: wanted.length });
    const races = await createInjector({ scenario, setup, time: plan.time, onRun })(wanted);
    return {
      together: groups.map((group) => group.map(nameExchange).join(', ')),
      races,
      runs: races.length,
      isComplete: races.length === wanted.length,
    };
  });
};
