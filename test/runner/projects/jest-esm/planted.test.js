import { expect, test } from '@jest/globals';
import { withSimulation } from 'stunt-double/jest';
import { importOrders } from '../import-orders.cjs';

test(
  'an expectation that does not hold',
  withSimulation(async (sim) => {
    await sim.run(() => importOrders(sim.env));

    expect(sim).toHaveRequested('createDataQuery', 2);
  }),
);

test(
  'a step that never comes to pass',
  withSimulation((sim) => {
    sim.on('notification').elapse('61m');
  }),
);
