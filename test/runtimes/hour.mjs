// A listing hour passes before the client hears of its query: it starts over. What happened, and when, is the same wherever
// it is run; Bun has another order within an instant.
import assert from 'node:assert/strict';
import { simulate } from 'stunt-double';
import { importData } from './client.mjs';

for (const transport of ['fetch', 'none']) {
  const began = Date.now();
  const sim = await simulate({ transport, customer: { records: 600 } });
  sim.on('notification').elapse('61m');
  const result = await sim.run(() =>
    importData(sim.env, transport === 'none' ? sim.fetch : (...call) => fetch(...call)),
  );

  assert.deepEqual(
    { ...result, bytes: result.bytes > 0 },
    { queries: 2, status: 'COMPLETED', records: 600, bytes: true },
  );
  assert.ok(sim.elapsed > 61 * 60_000, `${sim.elapsed} ms`);
  assert.ok(Date.now() - began < 20_000);
  assert.deepEqual(
    // It downloads three files of a page, to be quick: C17 wants all.
    sim.judge({ C17: 'off' }).filter(({ verdict }) => verdict === 'broken'),
    [],
  );
  process.stdout.write(`${sim.trace.lines().toSorted().join('\n')}\n`);
  await sim.stop();
}
