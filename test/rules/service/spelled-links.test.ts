import { expect, test } from 'vitest';
import { simulate } from '../../../src/index.ts';
import { sleep } from '../../simulation/calls.ts';

/** S9 knows a link by what the service knows it by: its path, escaped or not, and its very parameters. */
test.each<[string, number, (link: string) => string]>([
  ['as it was given', 200, (link) => link],
  ['with a fragment', 200, (link) => `${link}#x`],
  ['with its machine in capitals', 200, (link) => link.replace(/(?<=:\/\/)[^/]*/, (machine) => machine.toUpperCase())],
  ['with a parameter more', 403, (link) => `${link}&_=169`],
  ['with its parameters in another order', 200, (link) => link.replace(/(issued=.*)&(signature=.*)/, '$2&$1')],
  ['with its path escaped', 200, (link) => link.replace('.0?', '%2E0?')],
  ['with a letter of its query escaped', 403, (link) => link.replace('signature', 'signatur%65')],
  ['with its path in capitals', 403, (link) => link.replace(/[^/]*(?=\.0\?)/, (id) => id.toUpperCase())],
])('S9: a link %s is answered %i, and the service is right', async (_, status, respell) => {
  await using sim = await simulate({ transport: 'none', customer: { records: 1, collects: '1m' } });
  const { customer, regions } = sim.env;
  const queries = `${regions['eu-west-1']}/orders/data-queries`;
  const headers = { authorization: `Bearer ${customer.accessToken}` };

  const answered = await sim.run(async () => {
    const { id } = (await (await sim.fetch(queries, { method: 'POST', headers })).json()) as { readonly id: string };
    await sleep(120_000);
    const { records } = (await (await sim.fetch(`${queries}/${id}/records`, { headers })).json()) as {
      readonly records: readonly { readonly file: string }[];
    };
    return (await sim.fetch(respell(records[0]?.file ?? ''))).status;
  });

  expect(answered).toBe(status);
  expect(sim.judge().find(({ rule }) => rule.id === 'S9')?.verdict).not.toBe('broken');
});
