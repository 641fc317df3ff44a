import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';

/** A row of customers may stand for a million. They have no tokens until they authorize the application, and cost next to nothing. */

const none = { transport: 'none', unfired: 'ignore' } as const;

test('so many customers are there, by their numbers, and those who authorize have tokens that work', async () => {
  await using sim = await simulate({ ...none, customer: { id: 'guest', count: 100_000, consent: false, records: 3 } });
  const [application] = sim.applications;

  const guest = application?.authorize({ id: 'guest-77777', scope: 'orders' });
  const answer = await sim.fetch(`${sim.env.regions['eu-west-1']}/orders/data-queries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${guest?.accessToken}` },
  });

  expect(answer.status).toBe(201);
  expect(sim.env.customers).toEqual([guest]);
  expect(sim.customers).toHaveLength(100_000);
  expect(sim.customers[77_776]).toMatchObject({ id: 'guest-77777', accessToken: guest?.accessToken });
  expect(sim.customers[77_776]?.records).toHaveLength(3);
});

test('steps and other rows reach them as they do anybody', async () => {
  const customers = [
    { id: 'ann', records: 2 },
    { count: 3, scope: 'profile' },
  ];
  await using sim = await simulate({ ...none, customers });

  await sim.now.revokeConsent({ customer: 'customer-2' });

  expect(sim.env.customers.map(({ id, scope }) => [id, scope])).toEqual([
    ['ann', 'orders'],
    ['customer-1', 'profile'],
    ['customer-2', 'profile'],
    ['customer-3', 'profile'],
  ]);
  expect(sim.world.consents.flatMap(({ customer, state }) => (state === 'revoked' ? [customer] : []))).toEqual([
    'customer-2',
  ]);
});

test.each([
  [{ count: 0 }, '"count" is 0'],
  [{ count: 1.5 }, '"count" is 1.5'],
  [{ count: 10_000_001 }, '"count" is 10000001'],
])('%j is refused', async (customer, what) => {
  await expect(simulate({ ...none, customer })).rejects.toThrow(what);
});

test('two customers of one name are refused', async () => {
  const customers = [{ id: 'guest-2' }, { id: 'guest', count: 3 }];

  await expect(simulate({ ...none, customers })).rejects.toThrow('two customers "guest-2" for the scope "orders"');
});
