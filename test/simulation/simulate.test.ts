import { createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import express from 'express';
import { expect, test } from 'vitest';
import { type Simulation, simulate } from '../../src/index.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { portOf } from '../port-of.ts';
import { bearer, create, createIn, list, nextNotification, refresh, requestToken, sleep } from './calls.ts';

const wholeImport = async (sim: Simulation): Promise<readonly string[]> => {
  const { env } = sim;
  const notified = nextNotification(env);
  const { body } = await create(env);
  await notified;
  const page = await list(env, body['id']);
  const files: string[] = [];
  for (const { file } of page.body['records'] as { file: string }[]) files.push(await (await fetch(file)).text());
  return files;
};

test('an import ends with every record of the customer', async () => {
  await using sim = await simulate({ customer: { records: 3 } });

  const files = await sim.run(() => wholeImport(sim));

  expect(files.map((text) => JSON.parse(text) as unknown)).toEqual(sim.customer.records);
  expect(sim.customer.records).toHaveLength(3);
});

test('same seed, same bytes; another seed, other ids', async () => {
  const play = async (seed: number): Promise<string> => {
    await using sim = await simulate({ seed, instance: 'one', customer: { records: 3 } });
    await sim.run(() => wholeImport(sim));
    return sim.trace.toJSONL();
  };

  const [first, again, other] = [await play(7), await play(7), await play(8)];

  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('three virtual hours of a client that looks every minute pass to the millisecond', async () => {
  await using sim = await simulate();

  const dates = await sim.run(async () => {
    const began = Date.now();
    for (let look = 0; look < 180; look++) await sleep(60_000);
    return [Date.now() - began, new Date().toISOString()];
  });

  expect(dates).toEqual([10_800_000, '2024-02-29T03:00:00.000Z']);
});

test('two simulations live side by side, each with hosts and time of its own', async () => {
  await using one = await simulate();
  await using other = await simulate();

  const [first, second] = await Promise.all([
    one.run(async () => [(await create(one.env)).status, await sleep(5000), Date.now() - Date.parse('2024-02-29')]),
    other.run(async () => [
      (await create(other.env)).status,
      await sleep(70_000),
      Date.now() - Date.parse('2024-02-29'),
    ]),
  ]);

  expect([first[0], first[2]]).toEqual([201, 5000]);
  expect([second[0], second[2]]).toEqual([201, 70_000]);
  expect(one.env.tokenUrl).not.toBe(other.env.tokenUrl);
});

test('what a client writes into its environment is its own alone: the service and the next simulation stand where they stood', async () => {
  const first = await simulate({ transport: 'none' });
  const { env } = first;
  const stood = env.regions['eu-west-1'];
  const ask = (sim: Simulation) =>
    sim.fetch(`${stood}/orders/data-queries`, { method: 'POST', headers: bearer(sim.env.customer.accessToken) });
  Object.assign(env.regions, { 'eu-west-1': 'https://elsewhere.test' });
  expect((await ask(first)).status).toBe(201);
  await first.stop();
  await using next = await simulate({ transport: 'none' });
  expect(next.env.regions['eu-west-1']).toBe(stood);
  expect((await ask(next)).status).toBe(201);
});

test('hosts of the user, production ones too, are answered by the simulation', async () => {
  await using sim = await simulate({
    hosts: { token: 'https://api.example.com/auth-service', 'eu-west-1': 'https://api.example.com/portability/eu' },
  });

  const { status } = await sim.run(() => create(sim.env));

  expect(sim.env.tokenUrl).toBe('https://api.example.com/auth-service/auth/o2/token');
  expect(sim.env.regions['eu-west-1']).toBe('https://api.example.com/portability/eu');
  expect(status).toBe(201);
});

test.each([
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://API.example.com:443/B', 'https://api.example.com/B'],
  ['http://[0:0::1]:8080/x', 'http://[::1]:8080/x'],
  ['https://api.example.com/ü b/../é', 'https://api.example.com/%C3%A9'],
])('a host of the user is answered however it is written: %s', async (written, sent) => {
  await using sim = await simulate({ transport: 'none', hosts: { email: written } });

  const { status } = await sim.run(() => sim.fetch(`${written}/sendEmail`, { method: 'POST' }));

  expect(sim.env.emailUrl).toBe(`${sent}/sendEmail`);
  expect(status).toBe(400);
});

test('one state stands behind all regions', async () => {
  await using sim = await simulate();
  const { env } = sim;

  const ids = await sim.run(() => Promise.all(regionNames.map((region) => createIn(env, region))));

  expect(new Set(ids)).toEqual(new Set([sim.queries[0]?.id]));
});

test('a notification reaches a function', async () => {
  const heard: unknown[] = [];
  await using sim = await simulate({ notify: (notification) => heard.push(notification) });

  await sim.run(async () => {
    await create(sim.env);
    await sleep(600_001);
  });

  expect(heard).toEqual([{ id: sim.queries[0]?.id, version: '1.0', status: 'COMPLETED' }]);
});

test('a notification reaches a Fetch handler as a POST with Subject and Message', async () => {
  const heard: unknown[] = [];
  const app = {
    fetch: async (request: Request): Promise<Response> => {
      heard.push(request.method, await request.json());
      return new Response(null, { status: 204 });
    },
  };
  await using sim = await simulate({ notify: app });

  await sim.run(async () => {
    await create(sim.env);
    await sleep(600_001);
  });

  expect(heard).toEqual(['POST', { Subject: 'Data Portability Notification 1.0', Message: expect.any(String) }]);
});

test('a notification reaches an Express endpoint on this machine over HTTP, and time waits for it', async () => {
  const app = express();
  const heard: unknown[] = [];
  app.post('/hook/v1', express.json(), (request, response) => {
    heard.push(request.body);
    response.sendStatus(204);
  });
  const server = createServer(app);
  const url = `http://127.0.0.1:${await portOf(server)}/hook/v1`;
  await using sim = await simulate({ notify: url });

  await sim.run(async () => {
    await create(sim.env);
    await sleep(600_001);
  });
  server.close();

  expect(heard).toHaveLength(1);
  expect(sim.trace.entries.find(({ kind }) => kind === 'delivered')).toMatchObject({ at: 600_000, status: 204 });
});

test('the trace, as lines and as JSON, shows no token, secret or signature', async () => {
  await using sim = await simulate({ customer: { records: 2 } });
  const { env } = sim;
  const issued = await sim.run(async () => {
    await wholeImport(sim);
    const store = { grant_type: 'client_credentials', scope: 'store::apps:readwrite' };
    return [(await refresh(env)).body['access_token'], (await requestToken(env, store)).body['access_token']];
  });

  const shown = sim.trace.lines().join('\n') + sim.trace.toJSONL() + JSON.stringify(sim.trace.entries);

  const secrets = [env.clientSecret, env.customer.accessToken, env.customer.refreshToken, ...issued.map(String)];
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
  expect(/signature=[0-9a-f]/.test(shown)).toBe(false);
  expect(shown).toContain('Bearer <token 1>');
});

test('the outbox holds the e-mails that were accepted', async () => {
  await using sim = await simulate();
  const mail = { toEmailAddress: 'to@example.com', fromEmailAddress: 'from@example.com', emailContent: 'hello' };

  const status = await sim.run(async () => {
    const response = await fetch(sim.env.emailUrl, { method: 'POST', body: JSON.stringify(mail) });
    return response.status;
  });

  expect(status).toBe(200);
  expect(sim.outbox).toMatchObject([{ to: 'to@example.com', from: 'from@example.com', content: 'hello' }]);
});

test('sim.fetch answers without sockets, and an elapse does not leave it hanging outside of a run', async () => {
  await using sim = await simulate({ transport: 'none' });
  sim.on('requestToken').elapse('5m');

  const response = await sim.fetch(sim.env.tokenUrl, { method: 'POST' });

  expect(response.status).toBe(400);
  expect(sim.elapsed).toBe(300_000);
});

test("a client of many customers may have each of them listen to its signal, without a warning of Node's", async () => {
  await using sim = await simulate({ transport: 'none' });
  const warnings: Error[] = [];
  const note = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', note);

  for (let customer = 0; customer < 50; customer++) sim.env.signal.addEventListener('abort', () => undefined);
  await turn();

  process.off('warning', note);
  expect(warnings).toEqual([]);
});

test("the client's signal is aborted when the simulation is over, and not before", async () => {
  const sim = await simulate();
  const { signal } = sim.env;
  expect(signal.aborted).toBe(false);

  await sim.stop();

  expect(signal.aborted).toBe(true);
});

test('whoever stops a simulation that is being stopped waits for its end, and the first alone is told what was wrong', async () => {
  const sim = await simulate();
  sim.on('createDataQuery').fail(503);
  const told: string[] = [];
  const pending = fetch(sim.env.tokenUrl, { method: 'POST' }).catch(() => told.push('cut off'));
  await turn();

  const first = sim.stop().catch(() => told.push('never fired'));
  await sim.stop();
  told.push('over');
  await Promise.all([first, pending]);

  expect(told).toEqual(['cut off', 'never fired', 'over']);
});
