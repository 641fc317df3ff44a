import { expect, test } from 'vitest';
import { type ClientEnv, simulate } from '../../src/index.ts';
import { observe } from '../../src/play/observations.ts';
import { create, list, nextNotification, sleep } from '../simulation/calls.ts';
import { createIn, mail } from '../driver/acts.ts';

interface Links {
  readonly file: string;
  readonly schema: string;
}

/** Imports what there is, and gives the links of the only page. */
const listLinks = async (env: ClientEnv): Promise<readonly Links[]> => {
  const notified = nextNotification(env);
  await create(env);
  return ((await list(env, (await notified).id)).body as { records: Links[] }).records;
};

const fetchAll = async (links: readonly Links[]): Promise<void> => {
  for (const url of links.flatMap(({ file, schema }) => [file, schema])) {
    try {
      await (await fetch(url)).text();
    } catch {
      // What breaks off does not arrive.
    }
  }
};

test('a record counts once it has arrived whole, and only once', async () => {
  await using sim = await simulate({ customer: { records: 5 } });
  sim.on('downloadFile', { where: { record: 2 } }).fault('truncated');
  sim.on('downloadFile', { where: { record: 3 } }).fail(503);
  sim.on('downloadFile', { where: { record: 4 } }).fault('drip');

  await sim.run(async () => {
    const links = await listLinks(sim.env);
    await fetchAll([...links.slice(0, 4), ...links.slice(0, 1)]);
  });

  // The first, and the fourth, which came drop by drop.
  expect(observe(sim.trace.entries, sim.outbox).arrived).toEqual({ 'customer-1': 2 });
});

test('a record without its schema has not arrived', async () => {
  await using sim = await simulate({ customer: { records: 3 } });
  sim.on('downloadSchema', { where: { record: 2 } }).fault('truncated');

  await sim.run(async () => {
    const [first, second, third] = await listLinks(sim.env);
    if (first !== undefined && second !== undefined) await fetchAll([first, second]);
    await fetch(third?.file ?? '');
  });

  expect(Object.values(observe(sim.trace.entries, sim.outbox).arrived)).toEqual([1]);
});

test('the same record of a new query counts once', async () => {
  await using sim = await simulate({ customer: { records: 2 } });

  await sim.run(async () => {
    await fetchAll(await listLinks(sim.env));
    await sleep(600_000);
    await fetchAll(await listLinks(sim.env));
  });

  expect(sim.queries).toHaveLength(2);
  expect(observe(sim.trace.entries, sim.outbox).arrived).toEqual({ 'customer-1': 2 });
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
    await fetchAll(await listLinks(env));
    await fetchAll(await listLinks({ ...env, customer: bob ?? env.customer }));
  });

  expect(observe(sim.trace.entries, sim.outbox).arrived).toEqual({ ann: 2, bob: 1 });
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

  const { times } = observe(sim.trace.entries, sim.outbox);
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

  const { queries, mails } = observe(sim.trace.entries, sim.outbox);
  expect(queries).toEqual({ inProgress: 1, completed: 1, canceled: 1 });
  expect(mails).toEqual([]);
});
