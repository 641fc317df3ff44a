import { test } from 'node:test';
import { withSimulation } from 'stunt-double/node-test';
import { importOrders } from '../import-orders.cjs';

test(
  'a client that throws',
  withSimulation(async (sim) => {
    sim.on('downloadFile', { nth: 9 }).fail(503);

    await sim.run(async () => {
      const { records } = await importOrders(sim.env);
      throw new TypeError(`no use for ${records} records`);
    });
  }),
);
