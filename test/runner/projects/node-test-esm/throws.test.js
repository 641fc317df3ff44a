import { test } from 'node:test';
import { withSimulation } from 'stunt-double/node-test';
import { importAndThrow } from '../import-orders.cjs';

test(
  'a client that throws',
  withSimulation(async (sim) => {
    sim.on('downloadFile', { nth: 9 }).fail(503);

    await sim.run(() => importAndThrow(sim.env));
  }),
);
