const { test } = require('node:test');
const { withSimulation } = require('stunt-double/node-test');
const { importAndThrow } = require('../import-orders.cjs');

test(
  'a client that throws',
  withSimulation(async (sim) => {
    sim.on('downloadFile', { nth: 9 }).fail(503);

    await sim.run(() => importAndThrow(sim.env));
  }),
);
