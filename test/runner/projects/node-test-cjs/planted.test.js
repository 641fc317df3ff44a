const assert = require('node:assert/strict');
const { test } = require('node:test');
const { withSimulation } = require('stunt-double/node-test');
const { importOrders } = require('../import-orders.cjs');

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
