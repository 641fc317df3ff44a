import { Misuse } from '../../misuse.ts';
import type { RuleChoice } from '../../rules/rule-choice.ts';
import type { Scenario } from '../../language/ast.ts';
import type { Client } from '../../simulation/client-env.ts';
import { plainStory } from '../habits.ts';
import { readOptions } from '../options.ts';
import { requireKept } from '../trial/require-kept.ts';
import type { CheckResult } from '../trial/try-scenario.ts';
import { withTransport } from '../trial/with-transport.ts';
import { findMoments } from './moments.ts';
import { pairUp } from './pairs.ts';
import { createStrikes } from './strike.ts';
import { strokesAt } from './stroke.ts';
import type { SweepReport } from './sweep-report.ts';

/** What `sweepClient` can be told. All of it may be left out. */
export interface SweepOptions {
  /** The story in which things go wrong, one at a time; a plain import of two records. */
  readonly scenario?: Scenario;
  /** How many pairs of things go wrong together besides; none. */
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

const usualStory: Scenario = { ...plainStory, name: 'plain import', customers: [{ records: 2 }] };

/**
 * Tries everything that can go wrong, one thing in each run: every refusal and fault at every exchange of a plain run,
 * every lever between any two of them; then pairs of things, as many as are asked for.
 *
 * @throws CheckFailed when the client fails although nothing goes wrong
 * @throws Misuse BAD_OPTION, BAD_DURATION, CLIENT_INVALID
 * @example
 * const report = await sweepClient(importOrders, { transport: 'fetch' });
 * report.cells.filter(({ verdict }) => verdict === 'broken'); // []
 */
export const sweepClient = async (client: Client, options: SweepOptions = {}): Promise<SweepReport> => {
  const { scenario = usualStory, pairs = 0, onProgress = () => {}, ...rest } = options;
  if (!Number.isSafeInteger(pairs) || pairs < 0) {
    throw new Misuse('BAD_OPTION', 'sweepClient, pairs', `${String(pairs)} is not a number of runs`, 'write 0 or more');
  }
  const plan = readOptions(client, rest, 'sweepClient');
  return withTransport(plan.transport, async (transport) => {
    const trying = { ...plan.trying, transport };
    const plain = await requireKept(scenario, trying, { seed: scenario.seed ?? 0, run: 0 });
    const moments = findMoments(plain.trace.entries);
    const strokes = moments.flatMap(strokesAt);
    const onRun = (runs: number): void => onProgress({ runs, of: strokes.length + pairs });
    const strikes = createStrikes({ scenario, trying, time: plan.time, onRun });
    const cells = await strikes.strike(strokes);
    const couples = pairUp(strokes, cells, pairs);
    const together = await strikes.strike(couples);
    return {
      moments: moments.map(({ name }) => name),
      cells,
      pairs: together,
      runs: strikes.runs,
      isComplete: cells.length === strokes.length && together.length === couples.length,
    };
  });
};
