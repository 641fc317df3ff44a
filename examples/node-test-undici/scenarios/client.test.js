import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSimulation } from 'stunt-double/node-test';
import client from './client.js';

const startsOver = withSimulation(async (sim) => {
  sim.on('notification').elapse('61m'); // that much later the client hears of it; its token has expired by then, too

  const [result] = await sim.run(() => client(sim.env));

  assert.equal(result.status, 'COMPLETED');
  assert.equal(result.records, sim.customer.records.length);
  assert.equal(sim.queries.length, 2);
  assert.deepEqual(
    sim.judge('must').filter(({ verdict }) => verdict === 'broken'),
    [],
  );
});

test('the client starts over when the hour in which records can be listed has passed', startsOver);
