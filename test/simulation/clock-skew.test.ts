import http from 'node:http';
import https from 'node:https';
import { describe, expect, test } from 'vitest';
import { simulate, type SimulateOptions, type Simulation } from '../../src/index.ts';
import { bearer, create, list, nextNotification, queriesOf, sleep } from './calls.ts';

/** The service's clock is off: what it says is by its own, and lengths of time are the same for both. */

const minute = 60_000;
const epoch = '2024-02-29T00:00:00.000Z';

/** A page of records, as soon as there is one. */
const listSoon = async ({ env }: Simulation): Promise<readonly { readonly file: string }[]> => {
  const notified = nextNotification(env);
  await create(env);
  const { id } = await notified;
  return (await list(env, id)).body['records'] as readonly { readonly file: string }[];
};

const dateByNode = (url: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const { get } = url.startsWith('https:') ? https : http;
    get(url, (response) => resolve(response.resume().headers.date)).on('error', reject);
  });

describe('answers say their date by the clock of the service', () => {
  test.each([
    ['5m', 'Thu, 29 Feb 2024 00:06:00 GMT'],
    ['-5m', 'Wed, 28 Feb 2024 23:56:00 GMT'],
    ['0s', 'Thu, 29 Feb 2024 00:01:00 GMT'],
  ])('%s', async (clockSkew, date) => {
    for (const transport of ['sockets', 'fetch', 'server'] as const) {
      await using sim = await simulate({ clockSkew, epoch, transport });
      await sim.elapse('1m');

      const { tokenUrl } = sim.env;
      const said = await sim.run(async () => [(await fetch(tokenUrl)).headers.get('date'), new Date().toISOString()]);

      expect(said).toEqual([date, '2024-02-29T00:01:00.000Z']);
      expect((await sim.run(() => sim.fetch(tokenUrl))).headers.get('date')).toBe(date);
      if (transport !== 'fetch') expect(await sim.run(() => dateByNode(tokenUrl))).toBe(date);
    }
  });

  test('and say none where there is one clock for both', async () => {
    for (const transport of ['sockets', 'fetch', 'server'] as const) {
      await using sim = await simulate({ transport });

      expect((await sim.run(() => fetch(sim.env.tokenUrl))).headers.has('date')).toBe(false);
      if (transport !== 'fetch') expect(await sim.run(() => dateByNode(sim.env.tokenUrl))).toBeUndefined();
    }
  });

  test('a remembered answer has the date of its sending', async () => {
    await using sim = await simulate({ clockSkew: '5m', epoch });
    const first = await sim.run(() => create(sim.env));
    await sim.elapse('4m');
    const again = await sim.run(() => create(sim.env));

    expect(again).toEqual(first);
    const dates = sim.trace.entries.flatMap((entry) => (entry.kind === 'answer' ? entry.answer.headers['date'] : []));
    expect(dates).toEqual(['Thu, 29 Feb 2024 00:05:00 GMT', 'Thu, 29 Feb 2024 00:09:00 GMT']);
    expect(sim.trace.entries.findLast(({ kind }) => kind === 'answer')).toMatchObject({ rememberedSince: 0 });
    expect(sim.judge({ S6: 'must' }).find(({ rule }) => rule.id === 'S6')).toMatchObject({ verdict: 'held' });
  });

  test('a throttled one names the time to come back at by it, too', async () => {
    const assumptions = { 'limits.retryAfter': 'http-date', 'cache.beforeConflict': 'conflict' } as const;
    await using sim = await simulate({ clockSkew: '-1h', epoch, assumptions, limits: { createRate: 1 } });

    const told = await sim.run(async () => {
      await create(sim.env);
      const headers = bearer(sim.env.customer.accessToken);
      return (await fetch(queriesOf(sim.env), { method: 'POST', headers })).headers;
    });

    expect([told.get('date'), told.get('retry-after')]).toEqual([
      'Wed, 28 Feb 2024 23:00:00 GMT',
      'Wed, 28 Feb 2024 23:00:01 GMT',
    ]);
  });
});

/** Five minutes for a link; an hour for a token, and for listing. (Limits, interface C; Authentication, interface C) */
describe.each(['-10m', '5m'])('with a clock that is off by %s', (clockSkew) => {
  test.each([
    [5 * minute - 1, 200],
    [5 * minute + 1, 403],
  ])('a link that is %d ms old answers %d', async (age, status) => {
    await using sim = await simulate({ clockSkew, customer: { records: 1, collects: '10m' } });

    const answered = await sim.run(async () => {
      const [first] = await listSoon(sim);
      await sleep(age);
      return (await fetch(first?.file ?? '')).status;
    });

    expect(answered).toBe(status);
    expect(sim.elapsed).toBe(10 * minute + age);
    expect(sim.judge('must').flatMap(({ rule, verdict }) => (verdict === 'broken' ? rule.id : []))).toEqual(
      status === 200 ? ['C17'] : ['C13', 'C17'],
    );
  });

  test.each([
    [60 * minute - 1, 404],
    [60 * minute, 403],
  ])('a token that is %d ms old is answered %d', async (age, status) => {
    await using sim = await simulate({ clockSkew });
    await sim.elapse(`${age}ms`);

    expect((await sim.run(() => list(sim.env, '00000000-0000-4000-8000-000000000000'))).status).toBe(status);
    expect(sim.judge().some(({ rule, verdict }) => rule.judges === 'service' && verdict === 'broken')).toBe(false);
  });

  test('what was due in a saved world is due after the same time, and the service knows no jump', async () => {
    const options: SimulateOptions = { clockSkew, customer: { records: 1, collects: '10m' } };
    const saved = await (async () => {
      await using sim = await simulate(options);
      await sim.run(() => create(sim.env));
      await sim.elapse('4m');
      return sim.snapshot();
    })();
    await using sim = await simulate({ from: saved, clockSkew });

    const heard = await sim.run(async () => {
      const began = new Date().toISOString();
      const { status } = await nextNotification(sim.env);
      return [began, status, sim.elapsed];
    });

    expect(heard).toEqual(['2024-02-29T00:04:00.000Z', 'COMPLETED', 6 * minute]);
  });
});

test('a day ends at the midnight of the service', async () => {
  const quota = { 'limits.quotaReset': 'midnight-utc' } as const;
  await using sim = await simulate({
    clockSkew: '-10m',
    epoch: '2024-02-28T23:55:00.000Z',
    assumptions: { ...quota, 'cache.errors': 'success-only' },
    limits: { listDaily: 1 },
  });
  const ask = async (): Promise<number> => (await list(sim.env, '00000000-0000-4000-8000-000000000000')).status;

  const statuses = await sim.run(async () => {
    const first = [await ask(), await ask()];
    await sleep(5 * minute + 1);
    const atMidnight = await ask();
    await sleep(10 * minute);
    return [...first, atMidnight, await ask()];
  });

  expect(statuses).toEqual([404, 429, 429, 404]);
  expect(sim.judge().find(({ rule }) => rule.id === 'S10')).toMatchObject({ verdict: 'held' });
});

test.each(['soon', '-5', '25h', '5m..10m'])('%j is no such clock', async (clockSkew) => {
  await expect(simulate({ clockSkew })).rejects.toThrow('simulate({ clockSkew })');
});
