import { expect, test } from 'vitest';
import { type ClientEnv, simulate } from '../../src/index.ts';
import { readFacts } from '../../src/play/facts.ts';
import { create, list, nextNotification, sleep } from '../simulation/calls.ts';
import { createIn, mail } from './acts.ts';

/** Imports what there is, and gives the links of the only page. */
const listFiles = async (env: ClientEnv): Promise<readonly string[]> => {
  const notified = nextNotification(env);
  await create(env);
  const { records } = (await list(env, (await notified).id)).body as { records: { file: string }[] };
  return records.map(({ file }) => file);
};

const fetchAll = async (urls: readonly string[]): Promise<void> => {
  for (const url of urls) {
    try {
      await (await fetch(url)).text();
    } catch {
      // What breaks off is not imported.
    }
  }
};

test('a record counts once it has arrived whole, and only once', async () => {
  await using sim = await simulate({ customer: { records: 5 } });
  sim.on('downloadFile', { where: { record: 2 } }).fault('truncated');
  sim.on('downloadFile', { where: { record: 3 } }).fail(503);
  sim.on('downloadFile', { where: { record: 4 } }).fault('drip');

  await sim.run(async () => {
    const files = await listFiles(sim.env);
    await fetchAll([...files.slice(0, 4), ...files.slice(0, 1)]);
  });

  // The first, and the fourth, which came drop by drop.
  expect(readFacts(sim.trace.entries, sim.outbox).imported).toBe(2);
});

test('the same record of a new query counts once', async () => {
  await using sim = await simulate({ customer: { records: 2 } });

  await sim.run(async () => {
    await fetchAll(await listFiles(sim.env));
    await sleep(600_000);
    await fetchAll(await listFiles(sim.env));
  });

  expect(sim.queries).toHaveLength(2);
  expect(readFacts(sim.trace.entries, sim.outbox).imported).toBe(2);
});

test('records of two customers count each', async () => {
  await using sim = await simulate({
    customers: [
      { id: 'ann', records: 2 },
      { id: 'bob', records: 1 },
    ],
  });
  const { env } = sim;
  const [, bob] = env.customers;

  await sim.run(async () => {
    await fetchAll(await listFiles(env));
    await fetchAll(await listFiles({ ...env, customer: bob ?? env.customer }));
  });

  expect(readFacts(sim.trace.entries, sim.outbox).imported).toBe(3);
});

test('exchanges are told by when they began, notifications among them', async () => {
  await using sim = await simulate();
  const { env } = sim;

  await sim.run(async () => {
    await mail(env);
    await sleep(1500);
    await mail(env);
    await createIn(env, 'eu-west-1');
    await sleep(3_600_000);
  });

  const { times } = readFacts(sim.trace.entries, sim.outbox);
  expect(times.sendEmail).toEqual([0, 1500]);
  expect(times.createDataQuery).toEqual([1500]);
  expect(times.notification).toHaveLength(1);
  expect(times.downloadFile).toBeUndefined();
});

test('queries count by the state they are left in', async () => {
  await using sim = await simulate({ customers: [{ id: 'ann' }, { id: 'bob' }, { id: 'cid', collects: 'held' }] });
  sim.at('1s').revokeConsent({ customer: 'bob' });
  const { env } = sim;

  await sim.run(async () => {
    for (const customer of env.customers) await createIn(env, 'eu-west-1', customer);
    await sleep(3_600_000);
  });

  const { queries, mails } = readFacts(sim.trace.entries, sim.outbox);
  expect(queries).toEqual({ inProgress: 1, completed: 1, canceled: 1 });
  expect(mails).toEqual([]);
});
