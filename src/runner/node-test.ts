import { simulate } from '../simulate.ts';
import { createWithSimulation, type WithSimulation } from './with-simulation.ts';

export type { Body, Runnable, WithSimulation } from './with-simulation.ts';

/**
 * For tests of `node:test`.
 *
 * @example
 * import { test } from 'node:test';
 * import { withSimulation } from 'stunt-double/node-test';
 *
 * test('starts over when the hour has passed', withSimulation(async (sim) => {
 *   sim.on('notification').elapse('61m');
 *   await sim.run(() => importOrders(sim.env));
 * }));
 */
export const withSimulation: WithSimulation = createWithSimulation(simulate);
