const { withSimulation } = require('stunt-double/jest');
const { importOrders } = require('../import-orders.cjs');
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
