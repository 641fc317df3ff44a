// What goes wrong on the way looks as the service and the network make it look, and what cannot go on says so.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { simulate } from 'stunt-double';

const sim = await simulate({ transport: 'fetch', customer: { records: 3 } });
const { customer, regions } = sim.env;
const create = () =>
  fetch(`${regions['eu-west-1']}/${customer.scope}/data-queries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.accessToken}` },
    signal: AbortSignal.timeout(5000),
  });

sim.on('createDataQuery').fault('refused');
sim.on('createDataQuery', { nth: 2 }).fail('integrationTimeout');
sim.on('createDataQuery', { nth: 3 }).fault('late', { by: '30s' });
await sim.run(async () => {
  await assert.rejects(create, ({ name, cause }) => name === 'TypeError' && cause.code === 'ECONNREFUSED');
  assert.equal((await create()).status, 504);
  const before = Date.now();
  await assert.rejects(create, { name: 'TimeoutError' });
  assert.equal(Date.now() - before, 5000);
});
assert.equal(sim.queries.length, 1);

// Real work cannot be seen everywhere: held, it keeps the time.
await sim.run(async () => {
  const before = Date.now();
  const release = sim.hold('the reading of a file');
  const limit = setTimeout(() => assert.fail('time ran away'), 60_000);
  await readFile(new URL(import.meta.url));
  clearTimeout(limit);
  release();
  assert.equal(Date.now(), before);
});

await assert.rejects(() => sim.run(() => new Promise(() => {})), { code: 'CLOCK_STUCK' });
await sim.stop();
