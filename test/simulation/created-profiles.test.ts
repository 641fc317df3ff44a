import { expect, test } from 'vitest';
import { type ClientEnv, runScenario, scenario, simulate, type Simulation } from '../../src/index.ts';
import { sampled } from '../sampled.ts';
import { correctClients } from '../rules/clients/correct-clients.ts';
import { bearer, create, list, nextNotification, refresh, requestToken, sleep } from './calls.ts';

/** "An application registers a security profile in a developer console. This yields a client id and a client secret." */

const submission = { grant_type: 'client_credentials', scope: 'store::apps:readwrite' } as const;
const all = (sim: Simulation): readonly string[] => sim.applications.map(({ id }) => id);
const envOf = (sim: Simulation, id: string): ClientEnv =>
  sim.applications.find((application) => application.id === id)?.env ?? expect.unreachable();

const brokenIn = (sim: Simulation): readonly string[] =>
  sim.judge().flatMap(({ rule, verdict }) => (verdict === 'broken' ? [rule.id] : []));

/** What it takes until a new application may import orders. (Authentication, interface C) */
const letIn = async (sim: Simulation, application: string): Promise<void> => {
  await sim.now.createProfile(application);
  await sim.now.attachProfile('portability', { application });
  await sim.now.allowlistApp({ application });
  await sim.now.enableScope('orders', { application });
};

/** The data files of an import, as an application does it: create, notification, list, download. */
const importAs = async (env: ClientEnv): Promise<readonly unknown[]> => {
  const notified = nextNotification(env);
  await create(env);
  const { id } = await notified;
  const { body } = await list(env, id);
  const records = body['records'] as readonly { readonly file: string }[];
  return Promise.all(records.map(async ({ file }) => (await fetch(file)).json()));
};

test('a created profile has an id and a secret, and gets a token for the store API that it is attached to', async () => {
  await using sim = await simulate();
  await sim.now.createProfile('fresh');
  await sim.now.attachProfile('submission', { application: 'fresh' });
  const env = envOf(sim, 'fresh');

  const answers = await sim.run(async () => {
    const { status, body } = await requestToken(env, submission);
    const wrong = await requestToken(env, { ...submission, client_secret: sim.env.clientSecret });
    const headers = bearer(String(body['access_token']));
    const call = await fetch(`${env.storeUrls.submission}/apps`, { headers });
    const unattached = await fetch(`${env.storeUrls.reporting}/reports`, { headers });
    return [status, wrong.body['error'], call.status, unattached.status];
  });

  expect(answers).toEqual([200, 'invalid_client', 200, 403]);
  expect(all(sim)).toEqual(['application-1', 'fresh']);
  expect([env.clientId, env.clientSecret.length > 10]).toEqual(['fresh', true]);
  expect(env.clientSecret).toBe(sim.applications[1]?.clientSecret);
  expect(env.clientSecret).not.toBe(sim.env.clientSecret);
});

test('a customer authorizes it, and it imports like any other application: its own tokens, query and notification', async () => {
  await using sim = await simulate({ customer: { records: 3, collects: '10m' } });
  const first: unknown[] = [];
  sim.env.onNotification(() => {
    first.push('notified');
    return new Response();
  });
  await letIn(sim, 'fresh');
  const fresh = sim.applications[1] ?? expect.unreachable();
  expect(fresh.env.customers).toEqual([]);

  const given = fresh.authorize();
  const records = await sim.run(() => importAs(fresh.env));

  expect(records).toEqual(sim.customer.records);
  expect(fresh.env.customers).toEqual([given]);
  expect(fresh.customers[0]).toMatchObject({ id: sim.customer.id, accessToken: given.accessToken });
  expect(given.accessToken).not.toBe(sim.env.customer.accessToken);
  expect(first).toEqual([]);
  expect(sim.queries.map(({ clientId }) => clientId)).toEqual(['fresh']);
  expect(brokenIn(sim).filter((id) => id.startsWith('S'))).toEqual([]);
});

test('the code of sim.authorize is worth the same: the application exchanges it at the token address', async () => {
  await using sim = await simulate();
  await letIn(sim, 'fresh');
  const env = envOf(sim, 'fresh');
  const code = sim.authorize(sim.customer, 'fresh');

  const { status, body } = await sim.run(() => requestToken(env, { grant_type: 'authorization_code', code }));
  const created = await sim.run(() => create({ ...env, customer: sim.customer }, String(body['access_token'])));

  expect([status, created.status]).toEqual([200, 201]);
});

test('each step in the console that is missing is refused by its own name, until it is done', async () => {
  await using sim = await simulate();
  await sim.now.createProfile('fresh');
  const fresh = sim.applications[1] ?? expect.unreachable();
  fresh.authorize();
  const attempt = async (): Promise<unknown> => {
    const { status, body } = await sim.run(() => create(fresh.env));
    return body['message'] ?? status;
  };

  const told = [await attempt()];
  await sim.now.attachProfile('portability', { application: 'fresh' });
  told.push(await attempt());
  await sim.now.allowlistApp({ application: 'fresh' });
  told.push(await attempt());
  await sim.now.enableScope('orders', { application: 'fresh' });
  told.push(await attempt());

  expect(told).toEqual([
    'App is not authorized to do this operation',
    'App is not allowlisted',
    'Scope not enabled for app',
    201,
  ]);
});

test('a profile made by a step at a time is there from then on', async () => {
  await using sim = await simulate();
  sim.at('5m').createProfile('fresh');

  expect(all(sim)).toEqual(['application-1']);
  await sim.elapse('5m');
  expect(all(sim)).toEqual(['application-1', 'fresh']);
});

test('a deleted profile stays listed without a secret; made anew it has another one and none of its rights', async () => {
  await using sim = await simulate();
  await letIn(sim, 'fresh');
  const before = envOf(sim, 'fresh').clientSecret;
  await sim.now.deleteProfile({ application: 'fresh' });
  const gone = [all(sim), envOf(sim, 'fresh').clientSecret];
  await sim.now.createProfile('fresh');
  const { env } = sim.applications[1] ?? expect.unreachable();

  expect(gone).toEqual([['application-1', 'fresh'], '']);
  expect(all(sim)).toEqual(['application-1', 'fresh']);
  expect([env.clientSecret, '']).not.toContain(before);
  expect((await sim.run(() => requestToken(env, submission))).status).toBe(200);
  expect(sim.world.applications[1]).toMatchObject({ allowlisted: false, attached: [], scopes: [] });
});

test('a rotated secret shows in its environment, too', async () => {
  await using sim = await simulate();
  await sim.now.createProfile('fresh');
  const env = envOf(sim, 'fresh');
  const old = env.clientSecret;
  await sim.now.rotateSecret({ application: 'fresh' });

  const answers = await sim.run(async () => [
    (await requestToken(env, { ...submission, client_secret: old })).body['error'],
    (await requestToken(env, submission)).status,
  ]);

  expect(answers).toEqual(['invalid_client', 200]);
});

test('a snapshot keeps created profiles, their secrets and their tokens', async () => {
  const { snapshot, secret, token } = await (async () => {
    await using sim = await simulate();
    await letIn(sim, 'fresh');
    await sim.now.createProfile('gone');
    await sim.now.deleteProfile({ application: 'gone' });
    const fresh = sim.applications[1] ?? expect.unreachable();
    const { accessToken } = fresh.authorize();
    return { snapshot: sim.snapshot(), secret: fresh.clientSecret, token: accessToken };
  })();
  await using sim = await simulate({ from: JSON.parse(JSON.stringify(snapshot)) });
  const env = envOf(sim, 'fresh');

  expect(all(sim)).toEqual(['application-1', 'fresh', 'gone']);
  expect([env.clientSecret, env.customer.accessToken]).toEqual([secret, token]);
  expect(await sim.run(() => importAs(env))).toEqual(sim.customer.records);
  expect((await sim.run(() => refresh(env))).status).toBe(200);
});

test('in a world that goes on, the console means the first application where none is named', async () => {
  const snapshot = await (async () => {
    await using sim = await simulate();
    return sim.snapshot();
  })();
  await using sim = await simulate({ from: snapshot });
  const before = sim.env.clientSecret;

  await sim.now.rotateSecret();

  expect(sim.env.clientSecret).not.toBe(before);
});

const replacing = scenario('the application moves to a profile of its own')
  .customers([{ id: 'ann', scope: 'orders', records: 10, collects: '10m' }])
  .at('2m')
  .together((console) => console.createProfile('fresh').attachProfile('reporting', { application: 'fresh' }))
  .expect({ client: 'succeeds', requests: { requestToken: 1, callReporting: 1 } })
  .build();

test('in a scenario the step names the client id, and the client asks its environment for that application', async () => {
  const seen: unknown[] = [];
  const client = async (env: ClientEnv): Promise<unknown> => {
    expect(() => env.as('fresh')).toThrow('there is no application "fresh"');
    await sleep(2 * 60_000);
    const fresh = env.as('fresh');
    seen.push(fresh.clientId, fresh.as(env.clientId) === env);
    const { body } = await requestToken(fresh, { ...submission, scope: 'reporting::store:marketer' });
    const headers = bearer(String(body['access_token']));
    return (await fetch(`${fresh.storeUrls.reporting}/reports`, { headers })).status;
  };

  const { findings, outcome } = await runScenario(replacing, client);

  expect(findings).toEqual([]);
  expect(outcome).toEqual({ ok: true, result: 200 });
  expect(seen).toEqual(['fresh', true]);
});

test.each(sampled(Object.entries(correctClients), { every: 4 }))(
  '%s, written for one application, runs as a created one',
  async (_name, client) => {
    await using sim = await simulate();
    await letIn(sim, 'fresh');
    await sim.now.attachProfile('reporting', { application: 'fresh' });
    const fresh = sim.applications[1] ?? expect.unreachable();
    fresh.authorize();

    await sim.run(() => client(fresh.env));

    expect(brokenIn(sim)).toEqual([]);
  },
);

test('an environment without customers can be written as JSON, and says who has not authorized', async () => {
  await using sim = await simulate();
  await sim.now.createProfile('fresh');
  const env = envOf(sim, 'fresh');

  expect(JSON.parse(JSON.stringify(env))).toMatchObject({ clientId: 'fresh', customers: [] });
  expect(() => env.customer).toThrow('no customer has authorized fresh');
  sim.applications[1]?.authorize();
  expect(JSON.parse(JSON.stringify(env))).toMatchObject({ customer: { id: sim.customer.id } });
});

test('tokens that an authorization gave are masked in the trace', async () => {
  await using sim = await simulate();
  await sim.now.createProfile('fresh');
  const given = sim.applications[1]?.authorize() ?? expect.unreachable();

  expect(sim.trace.toJSONL()).toContain('"kind":"authorized"');
  for (const secret of [given.accessToken, given.refreshToken]) expect(sim.trace.toJSONL()).not.toContain(secret);
});

test.each<[string, (sim: Simulation) => unknown, string]>([
  [
    'sim.authorize for an application that there is not',
    (sim) => sim.authorize(sim.customer, 'frsh'),
    'sim.authorize: there is no application "frsh" (did you mean "fresh"?) [UNKNOWN_APPLICATION]',
  ],
  [
    'an unknown customer',
    (sim) => sim.applications[1]?.authorize({ id: 'anne', scope: 'orders' }),
    'there is no customer "anne" (known: customer-1) [UNKNOWN_CUSTOMER]',
  ],
  [
    'an unknown scope',
    (sim) => sim.applications[1]?.authorize({ id: 'customer-1', scope: 'order' }),
    'customer-1 has no scope "order" (did you mean "orders"?) [UNKNOWN_SCOPE]',
  ],
  [
    'a deleted profile',
    (sim) => sim.applications[2]?.authorize(),
    'the profile of "gone" is deleted (make it anew: sim.now.createProfile("gone")) [UNKNOWN_APPLICATION]',
  ],
])('%s is refused', async (_case, deed, message) => {
  await using sim = await simulate();
  await sim.now.createProfile('fresh');
  await sim.now.createProfile('gone');
  await sim.now.deleteProfile({ application: 'gone' });

  expect(() => deed(sim)).toThrow(message);
});
