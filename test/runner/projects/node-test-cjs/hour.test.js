const assert = require('node:assert/strict');
const { test } = require('node:test');
const { withSimulation } = require('stunt-double/node-test');
const { importOrders, waitForEver } = require('../import-orders.cjs');

test(
  'starts over when the hour has passed',
  withSimulation(async (sim) => {
    sim.on('notification').elapse('61m');

    const result = await sim.run(() => importOrders(sim.env));

    assert.equal(result.records, sim.customer.records.length);
    assert.equal(result.queries, 2);
    assert.ok(result.minutes >= 61);
    assert.deepEqual(
      sim.queries.map(({ state }) => state),
      ['completed', 'completed'],
    );
  }),
);

test(
  'fetch gives up by itself on an answer that never comes',
  withSimulation(async (sim, context) => {
    context.diagnostic('the context of the test comes second');
    sim.on('createDataQuery').fault('silence');

    const outcome = await sim.run(() => waitForEver(sim.env));

    assert.equal(outcome, 'UND_ERR_HEADERS_TIMEOUT');
    assert.ok(sim.elapsed >= 300_000);
  }),
);
