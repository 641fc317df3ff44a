import { expect, test } from 'vitest';
import { simulate } from '../../src/index.ts';
import { create, list, nextNotification, refresh, requestToken, sleep } from './calls.ts';

const minute = 60_000;

test('a token that is expired at 20 minutes works a millisecond before, and is replaced by a refresh', async () => {
  await using sim = await simulate();
  const { env } = sim;
  sim.at('20m').expireToken();

  const [before, after, renewed] = await sim.run(async () => {
    await sleep(20 * minute - 1);
    const first = await create(env);
    await sleep(1);
    const second = await list(env, first.body['id']);
    const { body } = await refresh(env);
    return [first, second, await list(env, first.body['id'], String(body['access_token']))];
  });

  expect(before.status).toBe(201);
  expect(after.body['message']).toBe('Access token is expired. Refresh the token');
  expect(renewed.body['type']).toBe('QUERY_NOT_COMPLETED');
});

test('a revoked token is refused for good: refreshing does not help, a new authorization does', async () => {
  await using sim = await simulate();
  const { env } = sim;
  sim.on('createDataQuery').revokeToken();

  const [refused, refreshed, again] = await sim.run(async () => {
    const first = await create(env);
    const second = await refresh(env);
    const { body } = await requestToken(env, { grant_type: 'authorization_code', code: sim.authorize() });
    return [first, second, await create(env, String(body['access_token']))];
  });

  expect(refused.body['message']).toBe('Access token has been revoked');
  expect(refreshed).toEqual({ status: 400, body: expect.objectContaining({ error: 'invalid_grant' }) });
  expect(again.status).toBe(201);
});

test.each(['revokeConsent', 'expireConsent', 'holdAccount'] as const)(
  '%s ten minutes after the create cancels the query, and the customer is told so',
  async (lever) => {
    await using sim = await simulate({ customer: { collects: '1h' } });
    const { env } = sim;
    sim.after('created', { wait: '10m' })[lever]();

    const [message, at, listed] = await sim.run(async () => {
      const notified = nextNotification(env);
      const { body } = await create(env);
      return [await notified, sim.elapsed, await list(env, body['id'])];
    });

    expect(message.status).toBe('CANCELED');
    expect(at).toBe(10 * minute);
    expect(listed.status).toBe(403);
  },
);

test('consent that is granted again lets the application create once more', async () => {
  await using sim = await simulate();
  const { env } = sim;
  sim.at('1m').revokeConsent();
  sim.at('2m').grantConsent();

  const statuses = await sim.run(async () => {
    await sleep(minute);
    const refused = await create(env);
    await sleep(minute);
    return [refused.status, (await create(env)).status];
  });

  expect(statuses).toEqual([403, 201]);
});

test('an account held for two hours cancels what is collected meanwhile, and nothing once it is released', async () => {
  await using sim = await simulate({ customer: { collects: '10m' } });
  const { env } = sim;
  sim.at('1m').holdAccount({ for: '2h' });

  const statuses = await sim.run(async () => {
    const first = nextNotification(env);
    await create(env);
    const canceled = await first;
    await sleep(130 * minute);
    const second = nextNotification(env);
    const { body } = await refresh(env);
    await create(env, String(body['access_token']));
    return [canceled.status, (await second).status];
  });

  expect(statuses).toEqual(['CANCELED', 'COMPLETED']);
});

test('the second listing fails three times with a 504, and the next is answered', async () => {
  await using sim = await simulate();
  const { env } = sim;
  sim.on('listDataQueryRecords', { nth: 2 }).fail('integrationTimeout', { times: 3 });

  const statuses = await sim.run(async () => {
    const notified = nextNotification(env);
    const { body } = await create(env);
    await notified;
    const found: number[] = [];
    for (let call = 0; call < 5; call++) found.push((await list(env, body['id'])).status);
    return found;
  });

  expect(statuses).toEqual([200, 504, 504, 504, 200]);
});

test.each([429, 500, 503, 504])('status %i can be injected into any operation, at a time', async (status) => {
  await using sim = await simulate();
  sim.at('5m').fail(status, { operation: 'requestToken' });

  const answer = await sim.run(async () => {
    await sleep(5 * minute);
    return requestToken(sim.env, { grant_type: 'client_credentials', scope: 'reporting::store:marketer' });
  });

  expect(answer.status).toBe(status);
});

test('the hour passes between the notification and the client: the listing window has closed', async () => {
  await using sim = await simulate({ assumptions: { 'token.lifetime': '7200s' } });
  const { env } = sim;
  sim.on('notification').elapse('60m1ms');

  const listed = await sim.run(async () => {
    const notified = nextNotification(env);
    const { body } = await create(env);
    await notified;
    return list(env, body['id']);
  });

  expect(listed.body['type']).toBe('ACCESS_TIME_ELAPSED');
});

test('levers can be pulled by hand, and time let pass, without a client', async () => {
  await using sim = await simulate({ customer: { collects: '30m' } });
  await sim.run(() => create(sim.env));

  await sim.elapse('29m');
  expect(sim.queries.map(({ state }) => state)).toEqual(['inProgress']);
  await sim.now.holdAccount();

  expect(sim.queries.map(({ state }) => state)).toEqual(['canceled']);
  expect(sim.elapsed).toBe(29 * minute);
});

test('store tokens expire and are revoked on their own, and the areas say 403', async () => {
  await using sim = await simulate();
  const { env } = sim;
  sim.on('callReporting', { nth: 2 }).expireStoreToken('reporting');

  const statuses = await sim.run(async () => {
    const scope = 'reporting::store:marketer';
    const { body } = await requestToken(env, { grant_type: 'client_credentials', scope });
    const call = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${String(body['access_token'])}` };
      return (await fetch(`${env.storeUrls.reporting}/anything`, { headers })).status;
    };
    return [await call(), await call()];
  });

  expect(statuses).toEqual([200, 403]);
});
