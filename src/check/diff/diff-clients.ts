import { performance } from 'node:perf_hooks';
import { writeToken } from '../../language/replay-token.ts';
import type { Scenario } from '../../language/ast.ts';
import type { Client } from '../../simulation/client-env.ts';
import { drawsOf } from '../arbitraries/draws.ts';
import { tellDraw } from '../arbitraries/scenarios.ts';
import { findHabits, plainStory } from '../client-profile.ts';
import { loadFastCheck } from '../load-fast-check.ts';
import { type CheckOptions, type CheckPlan, readOptions } from '../options.ts';
import { type Trying, tryScenario } from '../trial/try-scenario.ts';
import { withTransport } from '../trial/with-transport.ts';
import { type Change, compare } from './compare.ts';
import { readConduct } from './conduct.ts';

export { printDiff } from './print-diff.ts';

/** What `diffClients` can be told. All of it may be left out. */
export interface DiffOptions
  extends Pick<CheckOptions, 'seed' | 'runs' | 'time' | 'transport' | 'rules' | 'modes' | 'assumptions'> {
  /** Stories of your own, told before those that are drawn. */
  readonly scenarios?: readonly Scenario[];
  /** Is told how many of the stories are over; `of` is absent where only time counts. */
  readonly onProgress?: (progress: { readonly runs: number; readonly of?: number }) => void;
}

/** A story in which two clients did not do the same. */
export interface Difference {
  /** The how-manieth of the stories that were told it was, counted from 1. */
  readonly story: number;
  readonly scenario: Scenario;
  readonly changes: readonly Change[];
  /** The story as one word. */
  readonly replay: string;
}

/** What is different from one client to another. Plain data. */
export interface DiffReport {
  /** Stories that both were told. */
  readonly runs: number;
  readonly differences: readonly Difference[];
}

/**
 * Tells two clients, such as two versions of one, the same stories, and says what changed: how they end, what they send,
 * in which order, after which waits.
 *
 * @throws Misuse BAD_OPTION, BAD_DURATION, CLIENT_INVALID; BAD_OPTION when fast-check is not installed
 * @example
 * const { differences } = await diffClients(importOrders, importOrdersOfLastYear);
 * differences[0]?.changes[0]; // { kind: 'waits', text: 'before createDataQuery: 1.000s -> 2.000s' }
 */
export const diffClients = async (before: Client, after: Client, options: DiffOptions = {}): Promise<DiffReport> => {
  const { scenarios = [], onProgress = () => {}, ...rest } = options;
  readOptions(after, rest, 'diffClients');
  const plan = readOptions(before, rest, 'diffClients');
  const began = performance.now();
  return withTransport(plan.transport, async (transport) => {
    const first: Trying = { ...plan.trying, transport };
    const second: Trying = { ...first, client: after };
    const differences: Difference[] = [];
    const stories = [plainStory, ...scenarios, ...(await drawStories(plan, first))];
    let runs = 0;
    for (const told of stories) {
      if (performance.now() - began >= plan.time) break;
      const [was, is] = [await tryScenario(told, first), await tryScenario(told, second)];
      const changes = compare(readConduct(was), readConduct(is));
      runs += 1;
      if (changes.length > 0) {
        const { scenario } = was;
        const replay = writeToken({ scenario, seed: scenario.seed ?? 0 });
        differences.push({ story: runs, scenario, changes, replay });
      }
      onProgress({ runs, ...(Number.isFinite(plan.runs) && { of: stories.length }) });
    }
    return { runs, differences };
  });
};

/** Where only time counts, as many as there may ever be time for. */
const mostStories = 10_000;

const drawStories = async ({ seed, runs, modes }: CheckPlan, trying: Trying): Promise<readonly Scenario[]> => {
  const fc = await loadFastCheck('diffClients');
  const habits = await findHabits(await tryScenario(plainStory, trying), trying);
  return fc
    .sample(drawsOf(fc, modes), { seed, numRuns: Math.min(runs, mostStories), unbiased: true })
    .map((draw, index) => tellDraw(draw, habits, index + 1));
};
