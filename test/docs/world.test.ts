import { expect, test } from 'vitest';
import { type ClientEnv, type Region, simulate } from '../../src/index.ts';
import { expectBlocksToRun } from './blocks.ts';

/** The examples of docs/world.md, which have to stand here word by word. */

const create = (env: ClientEnv, region: Region = 'eu-west-1'): Promise<Response> =>
  fetch(`${env.regions[region]}/${env.customer.scope}/data-queries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.customer.accessToken}` },
  });

test('a world', async () => {
  await using sim = await simulate({
    applications: [{ id: 'shop' }, { id: 'audit', customers: ['bob'], allowlisted: false }],
    customers: [
      { id: 'ann', scope: 'orders', records: 600, collects: '5m..20m' },
      { id: 'ann', scope: 'reviews', records: [{ stars: 5 }], consent: '2h' },
      { id: 'bob', scope: 'orders', collects: 'held', notifiedAfter: '30s' },
    ],
    latency: '150ms',
    limits: { listDaily: 1000 },
  });

  const [shop, audit] = sim.applications; // each has an `env` of its own
  expect(shop?.env.customers).toHaveLength(3);
  expect(audit?.env.customer.id).toBe('bob');
});

test('endpoints', async () => {
  await using sim = await simulate({
    applications: [
      { id: 'shop', customers: ['ann'] },
      { id: 'audit', customers: ['bob'] },
    ],
    customers: [{ id: 'ann' }, { id: 'bob' }],
  });
  const [shop, audit] = sim.applications;
  if (shop === undefined || audit === undefined) return expect.unreachable();

  const heard: string[] = [];
  const hear = (name: string) => (request: Request) => {
    heard.push(`${name} at ${new URL(request.url).host}`);
    return new Response(null, { status: 204 });
  };
  shop.env.onNotification(hear('shop'));
  audit.env.onNotification(hear('audit'));
  audit.env.onNotification(hear('audit'), { region: 'us-east-1' });

  await sim.run(async () => {
    await create(shop.env, 'eu-west-1');
    await create(audit.env, 'us-east-1');
  });
  await sim.elapse('11m');

  expect(heard).toEqual(['shop at app.stunt-double.test', 'audit at us-east-1.app.stunt-double.test']);
});

test('a created profile', async () => {
  await using sim = await simulate();

  await sim.now.createProfile('fresh');
  await sim.now.attachProfile('portability', { application: 'fresh' });
  await sim.now.allowlistApp({ application: 'fresh' });
  await sim.now.enableScope('orders', { application: 'fresh' });

  const [, fresh] = sim.applications;
  fresh?.authorize(); // the customer does, and the code is exchanged: they are among `fresh.env.customers` now
  expect((await sim.run(() => create(sim.env.as('fresh')))).status).toBe(201);
});

test('two clocks', async () => {
  await using sim = await simulate({ clockSkew: '-10m' });
  const { headers } = await sim.run(() => create(sim.env));
  expect(Date.parse(headers.get('date') ?? '')).toBe(Date.parse('2024-02-28T23:50:00Z')); // it begins on the 29th
});

test('verbs', async () => {
  await using sim = await simulate();
  sim.after('created').beginFault('backendSilent', { for: '10m' });
  sim.on('createDataQuery').fault('reset'); // the query exists, the client will never know
  sim.at('1h').rotateSecret();

  await expect(sim.run(() => create(sim.env))).rejects.toThrow('fetch failed');

  expect(sim.queries).toHaveLength(1);
  await sim.elapse('1h');
});

test('store', async () => {
  await using sim = await simulate({
    store: [
      { family: 'submission', method: 'GET', path: '/apps', answer: { body: [{ id: 'app-1' }] } },
      { family: 'submission', method: 'POST', path: '/apps/*', answer: ({ body }) => ({ status: 202, body }) },
    ],
  });

  const response = await sim.run(() => fetch(`${sim.env.storeUrls.submission}/apps`));
  expect(response.status).toBe(403); // no token, no answer
});

test('explain', async () => {
  await using sim = await simulate();
  await sim.elapse('1h');
  await sim.run(() => create(sim.env));

  expect(sim.explain()?.row).toBe('tokenExpired');
  expect(sim.explain()?.saw).toContain('which expired at this instant');
  expect(sim.explain()?.text).toContain('token.expiryBoundary = dead');
});

test('snapshot', async () => {
  await using before = await simulate();
  await before.run(() => create(before.env));
  await before.elapse('10m'); // COMPLETED
  await before.elapse('59m');
  const snapshot = before.snapshot(); // plain JSON: keep it in a file, if you like
  await before.stop();

  await using sim = await simulate({ from: snapshot }); // each test begins here
  expect(sim.world.queries[0]?.state).toBe('completed');
});

test('every block of docs/world.md is one of the tests above', () => {
  expectBlocksToRun('docs/world.md', import.meta.filename, 7);
});
