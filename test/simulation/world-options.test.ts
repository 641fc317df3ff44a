import { expect, test } from 'vitest';
import { type Simulation, simulate, type SimulateOptions } from '../../src/index.ts';
import { bearer, create, list, nextNotification, refresh, sleep } from './calls.ts';

/** The virtual milliseconds from a create to its notification. */
const collecting = (sim: Simulation): Promise<number> =>
  sim.run(async () => {
    const notified = nextNotification(sim.env);
    await create(sim.env);
    await notified;
    return sim.elapsed;
  });

test('a collection takes as long as it is told to', async () => {
  await using sim = await simulate({ customer: { collects: '90s' } });

  expect(await collecting(sim)).toBe(90_000);
});

test('a drawn collection time lies within its bounds, and hangs on the seed alone', async () => {
  const draw = async (seed: number): Promise<number> => {
    await using sim = await simulate({ seed, customer: { collects: '5m..10m' } });
    return await collecting(sim);
  };
  const times = [await draw(1), await draw(2), await draw(3), await draw(4)];

  expect(await draw(1)).toBe(times[0]);
  expect(new Set(times).size).toBeGreaterThan(1);
  for (const time of times) expect(time >= 300_000 && time <= 600_000).toBe(true);
});

test('a held collection ends when the scenario finishes it', async () => {
  await using sim = await simulate({ customer: { collects: 'held' } });
  sim.at('7h').finishCollection();

  expect(await collecting(sim)).toBe(7 * 3_600_000);
});

test('between the end of a query and its notification nothing can be listed', async () => {
  await using sim = await simulate({ customer: { notifiedAfter: '30s' } });

  const seen = await sim.run(async () => {
    const notified = nextNotification(sim.env);
    const { body } = await create(sim.env);
    await sleep(600_001);
    const early = await list(sim.env, body['id']);
    await notified;
    return [sim.world.queries[0]?.state, early.body['type'], sim.elapsed];
  });

  expect(seen).toEqual(['completed', 'QUERY_NOT_COMPLETED', 630_000]);
});

test('a customer who never consented is not among those the application knows', async () => {
  await using sim = await simulate({
    customers: [{ id: 'ann' }, { id: 'bob', consent: false }],
  });

  expect(sim.env.customers.map(({ id }) => id)).toEqual(['ann']);
  expect(sim.customers.map(({ id, accessToken }) => [id, accessToken !== ''])).toEqual([
    ['ann', true],
    ['bob', false],
  ]);
});

test('consent with an end expires at that very instant, and takes the query under way with it', async () => {
  await using sim = await simulate({ customer: { consent: '4m' } });
  const ended = await sim.run(async () => {
    const notified = nextNotification(sim.env);
    await create(sim.env);
    const { status } = await notified;
    return [status, sim.elapsed, (await refresh(sim.env)).body['error']];
  });

  expect(ended).toEqual(['CANCELED', 240_000, 'invalid_grant']);
  expect(sim.world.queries).toMatchObject([{ because: 'expired' }]);
});

test('limits can be set: a quota of two lists a day', async () => {
  await using sim = await simulate({ limits: { listDaily: 2 } });
  const rows = await sim.run(async () => {
    const found: unknown[] = [];
    for (let look = 0; look < 3; look++) found.push((await list(sim.env, `${look}`)).body['type']);
    return found;
  });

  expect(rows).toEqual(['QUERY_ID_NOT_FOUND', 'QUERY_ID_NOT_FOUND', 'QUOTA_EXCEEDED']);
});

test('a smaller page is the usual one, too', async () => {
  await using sim = await simulate({ customer: { records: 5 }, limits: { pageSize: 2 } });
  const pages = await sim.run(async () => {
    const notified = nextNotification(sim.env);
    const { body } = await create(sim.env);
    await notified;
    const page = await list(sim.env, body['id']);
    const url = `${sim.env.regions['us-east-1']}/orders/data-queries/${String(body['id'])}/records?maxResults=3`;
    const larger = await fetch(url, { headers: bearer(sim.env.customer.accessToken) });
    return [(page.body['records'] as unknown[]).length, larger.status];
  });

  expect(pages).toEqual([2, 400]);
});

test('with answers that take a second, the sixth create under way is one too many', async () => {
  const options: SimulateOptions = { latency: '1s', limits: { createRate: 100 } };
  await using sim = await simulate({ ...options, assumptions: { 'cache.beforeConflict': 'conflict' } });
  const answers = await sim.run(async () => {
    const six = await Promise.all([0, 1, 2, 3, 4, 5].map(() => create(sim.env)));
    const later = await create(sim.env);
    return [...six, later].map(({ status }) => status);
  });

  expect(answers).toEqual([201, 409, 409, 409, 409, 429, 409]);
  expect(sim.elapsed).toBe(2000);
});

test('the dated profile is the one that is gone by anyway', async () => {
  const play = async (options: SimulateOptions): Promise<string> => {
    await using sim = await simulate({ ...options, instance: 'one' });
    await collecting(sim);
    return sim.trace.toJSONL();
  };

  expect(await play({ profile: '2024-02-29' })).toBe(await play({}));
});

test.each([
  [{ profile: '2024-03-01' }, '2024-02-29'],
  [{ limits: { listDayly: 1 } }, 'listDaily'],
  [{ limits: { listDaily: 0 } }, 'simulate({ limits })'],
  [{ latency: 'soon' }, 'simulate({ latency })'],
  [{ applications: [] }, 'simulate({ applications })'],
  [{ applications: [{ id: 'a' }, { id: 'a' }] }, 'simulate({ applications })'],
  [{ customer: { collects: '10m..5m' } }, 'collects'],
])('%j is refused, and the remedy named: %s', async (options, named) => {
  await expect(simulate(options as SimulateOptions)).rejects.toThrow(named);
});
