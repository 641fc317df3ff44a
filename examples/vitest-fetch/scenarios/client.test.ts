import { test } from 'stunt-double/vitest';
import { expect } from 'vitest';
import client from './client.js';

test('the client starts over when the hour in which records can be listed has passed', async ({ sim }) => {
  sim.on('notification').elapse('61m'); // that much later the client hears of it; its token has expired by then, too

  const results = await sim.run(() => client(sim.env));

  expect(results).toMatchObject([{ status: 'COMPLETED', records: sim.customer.records.length }]);
  expect(sim).toHaveRequested('createDataQuery', 2);
  expect(sim).toHaveKeptTheRules();
});
