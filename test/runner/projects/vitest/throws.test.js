import { test } from 'stunt-double/vitest';
import { importAndThrow } from '../import-orders.cjs';

test('a client that throws', async ({ sim }) => {
  sim.on('downloadFile', { nth: 9 }).fail(503);

  await sim.run(() => importAndThrow(sim.env));
});
