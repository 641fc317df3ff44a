import type { simulate as Simulate } from '../simulate.ts';
import { expect } from '@jest/globals';
import { matchers, type SimulationMatchers } from './matchers.ts';
import { simulateOutside } from './outer-realm.ts';
import { createWithSimulation, type WithSimulation } from './with-simulation.ts';

export type { HowOften, MailLike, SimulationMatchers } from './matchers.ts';
export type { Body, Runnable, WithSimulation } from './with-simulation.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends SimulationMatchers<R> {}
}

declare global {
  // For those who have the types of `@types/jest`.
  namespace jest {
    interface Matchers<R, T = {}> extends SimulationMatchers<R> {}
  }
}

expect.extend(matchers);

/** As `simulate` of the package itself. Rejects with Misuse `BAD_OPTION` outside of `stunt-double/jest-environment`. */
export const simulate: typeof Simulate = simulateOutside;

/**
 * For tests of Jest; once imported, `expect(sim)` has the matchers of `SimulationMatchers`.
 *
 * @example
 * import { withSimulation } from 'stunt-double/jest';
 *
 * test('starts over when the hour has passed', withSimulation(async (sim) => {
 *   sim.on('notification').elapse('61m');
 *   await sim.run(() => importOrders(sim.env));
 *   expect(sim).toHaveRequested('createDataQuery', 2);
 * }));
 */
export const withSimulation: WithSimulation = createWithSimulation(
  simulateOutside,
  () => expect.getState().currentTestName,
);
