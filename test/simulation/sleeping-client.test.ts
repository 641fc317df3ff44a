import { expect, test } from 'vitest';
import { type ClientEnv, type Simulation, simulate } from '../../src/index.ts';
import { create, list, sleep } from './calls.ts';

/** As a laptop whose lid is shut: what the service has sent meanwhile is there when it is opened. */

const minute = 60_000;

const twoCustomers = (bert: '10m' | '20m') =>
  simulate({
    customers: [
      { id: 'anna', collects: '10m' },
      { id: 'bert', collects: bert },
    ],
  });

const minutes = (sim: Simulation): number => sim.elapsed / minute;

/** Creates a query for each customer, and lists from its endpoint: when each notification came, and the answer to the list. */
const listUponNotice = async (sim: Simulation): Promise<readonly unknown[]> => {
  const { env } = sim;
  const heard: unknown[] = [];
  const created = new Map<unknown, ClientEnv>();
  await sim.run(async () => {
    const all = new Promise<void>((resolve) => {
      env.onNotification(async (request) => {
        const { Message } = (await request.json()) as { Message: string };
        const { id } = JSON.parse(Message) as { id: string };
        const its = created.get(id) as ClientEnv;
        heard.push([its.customer.id, minutes(sim), (await list(its, id)).status]);
        if (heard.length === created.size) resolve();
        return new Response(null, { status: 204 });
      });
    });
    for (const customer of env.customers) {
      const its = { ...env, customer };
      created.set((await create(its)).body['id'], its);
    }
    await all;
  });
  return heard;
};

const times = (sim: Simulation, kind: string): readonly number[] =>
  sim.trace.entries.filter((entry) => entry.kind === kind).map(({ at }) => at / minute);

test.each(['10m', '20m'] as const)(
  'a notification of another customer, due after %s, is not heard in a sleep that began after 10m',
  async (bert) => {
    await using sim = await twoCustomers(bert);
    sim.on('notification').elapse('71m');

    expect(await listUponNotice(sim)).toEqual([
      ['anna', 81, 403],
      ['bert', 81, 403],
    ]);
    expect(times(sim, 'notification')).toEqual([10, bert === '10m' ? 10 : 20]);
    expect(times(sim, 'delivered')).toEqual([81, 81]);
  },
);

test('a client that sleeps from the creation on hears at its end that the query was completed', async () => {
  await using sim = await simulate({ customer: { collects: '10m' } });
  sim.after('created').elapse('71m');

  expect(await listUponNotice(sim)).toEqual([[sim.customer.id, 71, 403]]);
  expect(times(sim, 'notification')).toEqual([10]);
});

test('the service waits ten seconds for an answer from when the client is awake', async () => {
  await using sim = await simulate({ customer: { collects: '10m' } });
  sim.after('created').elapse('71m');

  await sim.run(async () => {
    sim.env.onNotification(async () => {
      await sleep(11_000);
      return new Response(null, { status: 204 });
    });
    await create(sim.env);
    await sleep(minute);
  });

  expect(times(sim, 'undelivered')).toEqual([71 + 10 / 60]);
});

test('an answer that is on its way when the client falls asleep is heard at the end, before timers that are late', async () => {
  await using sim = await simulate();
  sim.on('createDataQuery').fault('late', { by: '2m' });
  sim.on('requestToken').elapse('10m');
  const heard: unknown[] = [];

  await sim.run(async () => {
    const timer = sleep(minute).then(() => heard.push(['timer', minutes(sim)]));
    const created = create(sim.env).then(() => heard.push(['created', minutes(sim)]));
    await fetch(sim.env.tokenUrl, { method: 'POST' });
    heard.push(['token', minutes(sim)]);
    await Promise.all([timer, created]);
  });

  expect(heard).toEqual([
    ['token', 10],
    ['created', 10],
    ['timer', 10],
  ]);
});

test('who falls asleep again at once hears nothing in between', async () => {
  await using sim = await twoCustomers('20m');
  sim.on('notification').sequence((first) => first.elapse('20m').wait('0s').elapse('20m'));

  expect(await listUponNotice(sim)).toEqual([
    ['anna', 50, 200],
    ['bert', 50, 200],
  ]);
});
