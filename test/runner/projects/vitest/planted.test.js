import { test } from 'stunt-double/vitest';
import { expect } from 'vitest';
import { importOrders } from '../import-orders.cjs';

test('an expectation that does not hold', async ({ sim }) => {
  await sim.run(() => importOrders(sim.env));

  expect(sim).toHaveRequested('createDataQuery', 2);
});

test('a step that never comes to pass', ({ sim }) => {
  sim.on('notification').elapse('61m');
});
