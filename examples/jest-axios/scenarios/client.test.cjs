/** @jest-environment stunt-double/jest-environment */
const { expect, test } = require('@jest/globals');
const { withSimulation } = require('stunt-double/jest');
const client = require('./client.cjs');

const startsOver = withSimulation(async (sim) => {
  sim.on('notification').elapse('61m'); // that much later the client hears of it; its token has expired by then, too

  const results = await sim.run(() => client(sim.env));

  expect(results).toMatchObject([{ status: 'COMPLETED', records: sim.customer.records.length }]);
  expect(sim).toHaveRequested('createDataQuery', 2);
  expect(sim).toHaveKeptTheRules();
});

test('the client starts over when the hour in which records can be listed has passed', startsOver);
