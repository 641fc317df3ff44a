import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { create } from './calls.ts';

test('console.log of a simulation shows where it stands, in a few lines, and nothing of its inner parts', async () => {
  const customers = ['ann', 'bert', 'cleo', 'dora'].map((id) => ({ id }));
  const sim = await simulate({ customers, transport: 'fetch', unfired: 'ignore' });
  sim.on('createDataQuery', { nth: 2 }).fail(503);

  const { body } = await sim.run(() => create(sim.env));
  await sim.elapse('90s');

  const shown = [
    'simulation, at 2024-02-29T00:01:30.000Z, 1m30.000s after its beginning',
    '  customers  ann/orders, bert/orders, cleo/orders and 1 more',
    '  exchanges  1',
    `  queries    ${String(body['id']).slice(0, 8)} inProgress`,
    '  e-mails    0',
    '  to come    on the 2nd createDataQuery: fail with status 503',
  ];
  expect(inspect(sim).split('\n')).toEqual(shown);
  await sim.stop();
  expect(inspect({ sim })).toContain('simulation that is over, at 2024-02-29T00:01:30.000Z');
});
