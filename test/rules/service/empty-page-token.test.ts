import { expect, test } from 'vitest';
import { simulate } from '../../../src/index.ts';
import { sleep } from '../../simulation/calls.ts';

test('S9: a page asked for with an empty token is the one without: its links count from when they were first given', async () => {
  await using sim = await simulate({ transport: 'none', customer: { records: 1, collects: '1m' } });
  const { customer, regions } = sim.env;
  const ask = (path: string, method = 'GET'): Promise<Response> =>
    sim.fetch(`${regions['eu-west-1']}/orders/data-queries${path}`, {
      method,
      headers: { authorization: `Bearer ${customer.accessToken}` },
    });
  const pass = (minutes: number): Promise<void> => sleep(minutes * 60_000);

  const late = await sim.run(async () => {
    const { id } = (await (await ask('', 'POST')).json()) as { readonly id: string };
    await pass(2);
    await ask(`/${id}/records`);
    await pass(2);
    const { records } = (await (await ask(`/${id}/records?nextPageToken=`)).json()) as {
      readonly records: readonly { readonly file: string }[];
    };
    await pass(3.5);
    return (await sim.fetch(records[0]?.file ?? '')).status;
  });

  expect(late).toBe(403);
  expect(sim.judge().find(({ rule }) => rule.id === 'S9')).toMatchObject({ verdict: 'held' });
});
