const { simulate, withSimulation } = require('stunt-double/jest');
const { importOrders, waitForEver } = require('../import-orders.cjs');
test(
  'starts over when the hour has passed',
  withSimulation(async (sim) => {
    sim.on('notification').elapse('61m');

    const result = await sim.run(() => importOrders(sim.env));

    expect(result.records).toBe(sim.customer.records.length);
    expect(result.queries).toBe(2);
    expect(result.minutes).toBeGreaterThanOrEqual(61);
    expect(sim).toHaveRequested('createDataQuery', 2);
    expect(sim).toHaveEndedQueries('completed', 2);
    expect(sim).not.toHaveMailed();
  }),
);

test('fetch gives up by itself on an answer that never comes', async () => {
  const sim = await simulate();
  sim.on('createDataQuery').fault('silence');

  const outcome = await sim.run(() => waitForEver(sim.env));

  expect(outcome).toBe('UND_ERR_HEADERS_TIMEOUT');
  expect(sim.elapsed).toBeGreaterThanOrEqual(300_000);
  await sim.stop();
});
