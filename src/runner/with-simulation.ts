import process from 'node:process';
import { errorText } from '../error-text.ts';
import type { simulate } from '../simulate.ts';
import type { SimulateOptions } from '../simulation/options.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { describeAfterFailure, stopAfterFailure } from './after-failure.ts';
import { writeFailurePage } from './failure-page.ts';

/** The body of a test; what the runner hands to tests (a context, the row of a table) comes after the simulation. */
export type Body<Args extends readonly unknown[]> = (sim: Simulation, ...args: Args) => unknown;

/** What a runner calls. It takes no named argument, from which runners would conclude that it wants a callback. */
export type Runnable<Args extends readonly unknown[]> = (...args: Args) => Promise<void>;

/**
 * What test runners are given, besides the library itself: a simulation of its own for each test, and matchers for it.
 *
 * A runner is a file that its users import by name: `vitest.ts` has a fixture, `jest.ts` and `node-test.ts` wrap the body of
 * a test (here), and `matchers.ts` holds what vitest and Jest are asked of a simulation, in the form that both take. Jest
 * runs tests in a realm of their own, where timers and modules are copies: there the library lives outside, in
 * `jest-environment.ts`, is reached by one name (`outer-realm.ts`), and is what an import of it inside gives (`in-jest.ts`).
 *
 * Every test has a simulation that is nobody else's, and stops it, however the test ends; that it could not be stopped
 * fails the test. Each third party enters in the one file that is named after it, so that nobody needs those they do not
 * use. Nothing here runs scenarios of files: `describeScenarios` does, with the `test` of any runner (`src/play`).
 */
export interface WithSimulation {
  /**
   * Makes a test of a body that wants a simulation: begun before it, stopped after it, and nobody else's, also where tests
   * run at the same time. The test fails as the body does, and else as `sim.stop()`: with `STEP_NEVER_FIRED` when a step
   * of its own never fired. Where the body fails, what happened in the simulation is printed.
   *
   * @example
   * test('starts over when the hour has passed', withSimulation(async (sim) => {
   *   sim.on('notification').elapse('61m');
   *   await sim.run(() => importOrders(sim.env));
   * }));
   */
  <Args extends readonly unknown[]>(body: Body<Args>): Runnable<Args>;
  <Args extends readonly unknown[]>(options: SimulateOptions, body: Body<Args>): Runnable<Args>;
}

/** The name of a test, where the runner tells: node:test by the context that it gives. */
const contextName = ([context]: readonly unknown[]): string | undefined =>
  typeof context === 'object' && context !== null && 'name' in context && typeof context.name === 'string'
    ? context.name
    : undefined;

export const createWithSimulation = (
  begin: typeof simulate,
  nameOf: (args: readonly unknown[]) => string | undefined = contextName,
): WithSimulation => {
  const withSimulation = <Args extends readonly unknown[]>(
    ...given: [Body<Args>] | [SimulateOptions, Body<Args>]
  ): Runnable<Args> => {
    const [options, body] = given.length === 1 ? [{}, given[0]] : given;
    return async (...args) => {
      const sim = await begin(options);
      try {
        await body(sim, ...args);
      } catch (failure) {
        const told = describeAfterFailure(sim, [errorText(failure)]);
        if (told !== undefined) process.stderr.write(`${told}\n`);
        const page = writeFailurePage(sim, nameOf(args) ?? 'test', [errorText(failure)]);
        if (page !== undefined) process.stderr.write(`${page}\n`);
        const another = await stopAfterFailure(sim);
        if (another === undefined) throw failure;
        throw new AggregateError(
          [failure, another],
          `the test failed, and so did its simulation: ${errorText(another)}`,
          { cause: failure },
        );
      }
      await sim.stop();
    };
  };
  return withSimulation;
};
