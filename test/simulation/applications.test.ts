import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { create, list, refresh, requestToken } from './calls.ts';

const world = {
  applications: [
    { id: 'shop' },
    { id: 'audit', customers: ['bob'], allowlisted: false },
    { id: 'reader', scopes: ['profile'], attached: ['portability'] },
  ],
  customers: [
    { id: 'ann', scope: 'orders' },
    { id: 'bob', scope: 'orders' },
  ],
} as const;

test('each application has credentials and customers of its own', async () => {
  await using sim = await simulate(world);
  const [shop, audit, reader] = sim.applications;

  expect(sim.env).toBe(shop?.env);
  expect(sim.applications.map(({ id }) => id)).toEqual(['shop', 'audit', 'reader']);
  expect(new Set(sim.applications.map(({ clientSecret }) => clientSecret)).size).toBe(3);
  expect(audit?.env.customers.map(({ id }) => id)).toEqual(['bob']);
  expect(reader?.env.clientId).toBe('reader');
});

test('one is not allowlisted, one has the scope not enabled, one may', async () => {
  await using sim = await simulate(world);

  const rows = await sim.run(async () => {
    const found: unknown[] = [];
    for (const { env } of sim.applications) found.push((await create(env)).body['type'] ?? 'created');
    return found;
  });

  expect(rows).toEqual(['created', 'APP_NOT_ALLOWLISTED', 'SCOPE_NOT_ENABLED']);
});

test('a token belongs to the application that it was given to', async () => {
  await using sim = await simulate(world);
  const [shop, audit] = sim.applications;
  if (shop === undefined || audit === undefined) throw new Error('no applications');

  const stolen = await sim.run(() =>
    requestToken(audit.env, { grant_type: 'refresh_token', refresh_token: shop.env.customer.refreshToken }),
  );

  expect([stolen.status, stolen.body['error']]).toEqual([400, 'invalid_grant']);
});

test('two applications cannot collect for one customer and scope at once, and do not see each other’s queries', async () => {
  await using sim = await simulate({ applications: [{ id: 'one' }, { id: 'two' }] });
  const [one, two] = sim.applications;
  if (one === undefined || two === undefined) throw new Error('no applications');

  const [first, second, foreign] = await sim.run(async () => {
    const created = await create(one.env);
    return [created, await create(two.env), await list(two.env, created.body['id'])];
  });

  expect([first?.status, second?.body['type'], foreign?.body['type']]).toEqual([
    201,
    'REQUEST_CONFLICT',
    'QUERY_ID_NOT_FOUND',
  ]);
});

test('after the secret was changed in the console the old one is refused; the environment shows the new one', async () => {
  await using sim = await simulate();
  const old = { client_secret: sim.env.clientSecret };
  const fields = { grant_type: 'client_credentials', scope: 'store::apps:readwrite' };
  await sim.now.rotateSecret();

  const answers = await sim.run(async () => [
    (await requestToken(sim.env, { ...fields, ...old })).body['error'],
    (await requestToken(sim.env, fields)).body['error'],
    (await refresh(sim.env)).status,
  ]);

  expect(answers).toEqual(['invalid_client', undefined, 200]);
});

test('everything the service knows can be read', async () => {
  await using sim = await simulate(world);
  await sim.run(() => create(sim.env));
  await sim.now.holdAccount({ customer: 'bob' });

  const { applications, customers, consents, tokens, queries, remembered } = sim.world;

  expect(applications.map(({ id, allowlisted }) => [id, allowlisted])).toEqual([
    ['shop', true],
    ['audit', false],
    ['reader', true],
  ]);
  expect(customers).toEqual([
    { id: 'ann', scopes: ['orders'], onHold: false },
    { id: 'bob', scopes: ['orders'], onHold: true },
  ]);
  expect(consents.map(({ application, customer, state }) => `${application} ${customer} ${state}`)).toEqual([
    'shop ann granted',
    'shop bob granted',
    'audit bob granted',
    'reader ann granted',
    'reader bob granted',
  ]);
  expect(tokens).toHaveLength(5);
  expect(JSON.stringify(sim.world)).not.toContain(sim.env.customer.accessToken);
  expect(queries).toMatchObject([{ customerId: 'ann', state: 'inProgress' }]);
  expect(remembered).toMatchObject([{ status: 201 }]);
});

test('applications that name unknown customers are refused, with all of them', async () => {
  const applications = [
    { id: 'shop', customers: ['anne'] },
    { id: 'audit', customers: ['ann', 'bob'] },
  ];
  const wrong = simulate({ applications, customers: [{ id: 'ann' }] });

  await expect(wrong).rejects.toThrow(
    'simulate({ applications }), "shop": there is no customer "anne" (did you mean "ann"?)\n' +
      'simulate({ applications }), "audit": there is no customer "bob" (known: ann)',
  );
});
