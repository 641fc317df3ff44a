import { Misuse } from '../../misuse.ts';
import type { RuleChoice } from '../../rules/rule-choice.ts';
import type { Scenario } from '../../language/ast.ts';
import type { Client } from '../../simulation/client-env.ts';
import { plainImport } from '../client-profile.ts';
import { readOptions } from '../options.ts';
import { requireKept } from '../trial/require-kept.ts';
import type { CheckResult } from '../../play/play-scenario.ts';
import { withTransport } from '../trial/with-transport.ts';
import { findInjectionPoints } from './injection-points.ts';
import { createInjector, injectionsAt } from './injection.ts';
import { pairUp } from './pairs.ts';
import type { SweepReport } from './sweep-report.ts';

/** What `sweepClient` can be told. All of it may be left out. */
export interface SweepOptions {
  /** The scenario that faults are injected into, one at a time; a plain import of two records. */
  readonly scenario?: Scenario;
  /** How many pairs of faults are injected together besides; none. */
  readonly pairs?: number;
  /** Real time after which nothing more is begun, such as `30s`. */
  readonly time?: string;
  /** How the client sends its requests: by anything; or by the global `fetch` alone, which is several times faster. */
  readonly transport?: 'sockets' | 'fetch';
  /** Which rules are judged, and at which level. */
  readonly rules?: RuleChoice;
  /** Is given the result of a client that succeeded, and throws when it is wrong. */
  readonly checkResult?: CheckResult;
  /** Is told how many of the runs are over. */
  readonly onProgress?: (progress: { readonly runs: number; readonly of: number }) => void;
}

/**
 * Injects everything that can go wrong, one fault in each run: every refusal and fault of the network at every exchange of a
 * run without a fault, every lever between any two of them; then pairs of faults, as many as are asked for.
 *
 * @throws CheckFailed when the client fails although no fault is injected
 * @throws Misuse BAD_OPTION, BAD_DURATION, CLIENT_INVALID
 * @example
 * const report = await sweepClient(importOrders, { transport: 'fetch' });
 * report.cells.filter(({ verdict }) => verdict === 'broken'); // []
 */
export const sweepClient = async (client: Client, options: SweepOptions = {}): Promise<SweepReport> => {
  const { scenario = plainImport, pairs = 0, onProgress = () => {}, ...rest } = options;
  if (!Number.isSafeInteger(pairs) || pairs < 0) {
    throw new Misuse('BAD_OPTION', 'sweepClient, pairs', `${String(pairs)} is not a number of runs`, 'write 0 or more');
  }
  const plan = readOptions(client, rest, 'sweepClient');
  return withTransport(plan.transport, async (transport) => {
    const setup = { ...plan.setup, transport };
    const baseline = await requireKept(scenario, setup, { seed: scenario.seed ?? 0, run: 0 });
    const points = findInjectionPoints(baseline.trace.entries);
    const injections = points.flatMap(injectionsAt);
    const onRun = (runs: number): void => onProgress({ runs, of: injections.length + pairs });
    const injector = createInjector({ scenario, setup, time: plan.time, onRun });
    const cells = await injector.inject(injections);
    const pairUps = pairUp(injections, cells, pairs);
    const paired = await injector.inject(pairUps);
    return {
      moments: points.map(({ name }) => name),
      cells,
      pairs: paired,
      runs: injector.runs,
      isComplete: cells.length === injections.length && paired.length === pairUps.length,
    };
  });
};
