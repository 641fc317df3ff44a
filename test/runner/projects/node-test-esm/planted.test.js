import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSimulation } from 'stunt-double/node-test';
import { importOrders } from '../import-orders.cjs';

test(
  'an expectation that does not hold',
  withSimulation(async (sim) => {
    const { queries } = await sim.run(() => importOrders(sim.env));

    assert.equal(queries, 2);
  }),
);

test(
  'a step that never comes to pass',
  withSimulation((sim) => {
    sim.on('notification').elapse('61m');
  }),
);
