import { test as base, expect, type TestAPI } from 'vitest';
import { simulate } from '../simulate.ts';
import type { SimulateOptions } from '../simulation/options.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { describeAfterFailure, stopAfterFailure } from './after-failure.ts';
import { writeFailurePage } from './failure-page.ts';
import { matchers, type SimulationMatchers } from './matchers.ts';

export type { HowOften, MailLike, SimulationMatchers } from './matchers.ts';

declare global {
  // What vitest's own assertions are made of in each of its versions; theirs take other parameters from one to the next.
  namespace Chai {
    interface Assertion extends SimulationMatchers {}
  }
}

expect.extend(matchers);

export interface SimulationFixtures {
  /** What the simulation of a test begins with; `test.override({ simOptions: … })` sets it for a group of tests. */
  readonly simOptions: SimulateOptions;
  /** A simulation of the test's own, stopped when the test is over. */
  readonly sim: Simulation;
}

/**
 * vitest's `test` with a simulation for every test that asks for one.
 *
 * Once imported, `expect(sim)` has the matchers of `SimulationMatchers`.
 * A test fails as `sim.stop()` does: with `STEP_NEVER_FIRED` when a step of its own never fired. Where it fails by itself,
 * what happened in the simulation is printed.
 *
 * @example
 * import { test } from 'stunt-double/vitest';
 *
 * test('starts over when the hour has passed', async ({ sim }) => {
 *   sim.on('notification').elapse('61m');
 *   await sim.run(() => importOrders(sim.env));
 *   expect(sim).toHaveRequested('createDataQuery', 2);
 * });
 */
export const test: TestAPI<SimulationFixtures> = base.extend<SimulationFixtures>({
  simOptions: {},
  sim: async ({ simOptions, task }, use) => {
    const sim = await simulate(simOptions);
    await use(sim);
    if (task.result?.state !== 'fail') return sim.stop();
    const told = describeAfterFailure(sim, task.result.errors?.map(({ message }) => message) ?? []);
    // oxlint-disable-next-line no-console -- vitest shows it with the test that it comes from
    if (told !== undefined) console.error(told);
    const page = writeFailurePage(sim, task.name, task.result.errors?.map(({ message }) => message) ?? []);
    // oxlint-disable-next-line no-console -- the same
    if (page !== undefined) console.error(page);
    const another = await stopAfterFailure(sim);
    if (another !== undefined) throw another;
  },
});
