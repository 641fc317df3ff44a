import { test as base, type TestAPI } from 'vitest';
import { simulate } from '../simulate.ts';
import type { SimulateOptions } from '../simulation/options.ts';
import type { Simulation } from '../simulation/simulation.ts';

export interface SimulationFixtures {
  /** What the simulation of a test begins with; `test.override({ simOptions: … })` sets it for a group of tests. */
  readonly simOptions: SimulateOptions;
  /** A simulation of the test's own, stopped when the test is over. */
  readonly sim: Simulation;
}

/**
 * vitest's `test` with a simulation for every test that asks for one.
 *
 * A test fails as `sim.stop()` does: with `STEP_NEVER_FIRED` when a step of its story never came to pass.
 *
 * @example
 * import { test } from 'stunt-double/vitest';
 *
 * test('starts over when the hour has passed', async ({ sim }) => {
 *   sim.on('notification').elapse('61m');
 *   await sim.run(() => importOrders(sim.env));
 * });
 */
export const test: TestAPI<SimulationFixtures> = base.extend<SimulationFixtures>({
  simOptions: {},
  sim: async ({ simOptions }, use) => {
    const sim = await simulate(simOptions);
    await use(sim);
    await sim.stop();
  },
});
