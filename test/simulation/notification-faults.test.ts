import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Entry, type SimulateOptions, simulate, type Simulation } from '../../src/index.ts';
import { listen } from '../transport/servers.ts';
import { portOf } from '../port-of.ts';
import { create, sleep } from './calls.ts';

/** Notifications that get lost on the network, come late, or come more than once. (Events) */

const minute = 60_000;

/** Customers whose collections take ten minutes, created a minute apart; what the application hears of them, and when. */
const hear = async (
  prepare: (sim: Simulation) => unknown,
  options: SimulateOptions = {},
  names = ['ann', 'bob'],
): Promise<{ readonly sim: Simulation; readonly heard: readonly string[] }> => {
  const heard: string[] = [];
  const customers = names.map((id) => ({ id, collects: '10m' }));
  const notify = ({ id }: { readonly id: string }): void => {
    const query = sim.queries.find((one) => one.id === id);
    heard.push(`${query?.customerId} ${(sim.elapsed - 10 * minute) / 1000}s`);
  };
  const sim: Simulation = await simulate({ customers, notify, ...options });
  try {
    prepare(sim);
    await sim.run(async () => {
      for (const customer of sim.env.customers) {
        await create({ ...sim.env, customer });
        await sleep(minute);
      }
      await sleep(30 * minute);
    });
  } finally {
    await sim.stop();
  }
  return { sim, heard };
};

const kinds = ({ trace }: Simulation): readonly string[] =>
  trace.entries.flatMap((entry: Entry) => {
    const at = `${(entry.at - 10 * minute) / 1000}s`;
    if (entry.kind === 'notification') return [`${at} ${entry.notification} sent`];
    if (entry.kind === 'notificationFault') return [`${at} ${entry.notification} ${entry.fault.name}`];
    if (entry.kind === 'delivered') return [`${at} ${entry.notification} ${entry.status}`];
    return entry.kind === 'undelivered' ? [`${at} ${entry.notification} ${entry.why}`] : [];
  });

test('the second one gets lost: it was sent, and nothing follows', async () => {
  const { sim, heard } = await hear((one) => one.on('notification', { nth: 2 }).loseNotification());

  expect(heard).toEqual(['ann 0s']);
  expect(kinds(sim)).toEqual(['0s 1 sent', '0s 1 200', '60s 2 sent', '60s 2 lost', '70s 2 no answer within 10s']);
});

test('what got lost is sent again, where the service does that: ten seconds without an answer, and one', async () => {
  const { sim, heard } = await hear(
    (one) => one.on('notification').loseNotification({ times: 2 }),
    { assumptions: { 'notification.retry': 'until-accepted' } },
    ['ann'],
  );

  expect(heard).toEqual(['ann 23s']);
  expect(kinds(sim)).toEqual([
    '0s 1 sent',
    '0s 1 lost',
    '10s 1 no answer within 10s',
    '11s 2 sent',
    '11s 2 lost',
    '21s 2 no answer within 10s',
    '23s 3 sent',
    '23s 3 200',
  ]);
});

test.each([
  ['http', 'no answer within 10s'],
  // It waits for a handshake, so that nothing of the notification has left.
  ['https', 'no connection within 10s'],
])('an endpoint that listens and says nothing, by %s: %s', async (scheme, why) => {
  const silent = createServer(() => undefined);
  const port = await portOf(silent);

  const { sim } = await hear(() => undefined, { notify: `${scheme}://127.0.0.1:${port}/` }, ['ann']);

  expect(kinds(sim)).toEqual(['0s 1 sent', `10s 1 ${why}`]);
  silent.close();
});

test('a late one is overtaken by the next', async () => {
  const { sim, heard } = await hear((one) => one.on('notification').delayNotification('5m'));

  expect(heard).toEqual(['bob 60s', 'ann 300s']);
  expect(kinds(sim)).toEqual(['0s 1 sent', '0s 1 late', '60s 2 sent', '60s 2 200', '300s 1 200']);
});

test('a late one was sent when it was sent: its hour is shorter by so much', async () => {
  const { sim } = await hear((one) => one.on('notification').delayNotification('5m'), {}, ['ann']);

  expect(sim.queries[0]).toMatchObject({ notice: { sentAt: Date.parse('2024-02-29T00:10:00.000Z') } });
});

test.each([
  ['twice, at the same instant', {}, ['ann 0s', 'ann 0s', 'bob 60s']],
  ['three times, 40 s apart', { copies: 3, by: '40s' }, ['ann 0s', 'ann 40s', 'bob 60s', 'ann 80s']],
  ['twice, and so does the next', { times: 2 }, ['ann 0s', 'ann 0s', 'bob 60s', 'bob 60s']],
])('a repeated one comes %s, and was sent once', async (_name, options, wanted) => {
  const { sim, heard } = await hear((one) => one.on('notification').repeatNotification(options));

  expect(heard).toEqual(wanted);
  expect(sim.trace.entries.filter(({ kind }) => kind === 'notification')).toHaveLength(2);
});

test('a copy that is accepted after another was not ends the sending', async () => {
  let attempts = 0;
  const notify = { fetch: () => new Response(null, { status: ++attempts === 1 ? 500 : 204 }) };

  const { sim } = await hear(
    (one) => one.on('notification').repeatNotification({ by: '500ms' }),
    { notify, assumptions: { 'notification.retry': 'until-accepted' } },
    ['ann'],
  );

  expect(kinds(sim)).toEqual(['0s 1 sent', '0s 1 repeated', '0s 1 500', '0.5s 1 204']);
});

test('the trace says what happened on the network', async () => {
  const { sim } = await hear(
    (one) => one.at('1s').loseNotification().at('2s').delayNotification('1m').at('3s').repeatNotification({ times: 2 }),
    {},
    ['ann', 'bob', 'cy'],
  );

  const lines = sim.trace.lines().filter((line) => /network|next notification/.test(line));

  expect(lines.map((line) => line.trim().replaceAll(/ {2,}/g, ' '))).toEqual([
    '1.000s scenario the next notification gets lost',
    '2.000s scenario the next notification is 1m0.000s late',
    '3.000s scenario the next notification arrives as 2 copies, 2 times',
    '10m0.000s network notification 1 gets lost',
    '11m0.000s network notification 2 is on its way for 1m0.000s',
    '12m0.000s network notification 3 arrives as 2 copies',
  ]);
});

describe('a world cannot be saved while a notification is on its way', () => {
  test.each([
    ['a late one', (sim: Simulation) => sim.on('notification').delayNotification('5m'), '5m'],
    ['a lost one', (sim: Simulation) => sim.on('notification').loseNotification(), '10s'],
  ] as const)('%s', async (_name, prepare, time) => {
    await using sim = await simulate({ customer: { collects: '10m' }, notify: () => undefined });
    prepare(sim);
    await sim.run(() => create(sim.env));
    await sim.elapse('10m');

    expect(() => sim.snapshot()).toThrow(
      expect.objectContaining({ code: 'SNAPSHOT_BUSY', what: 'notification 1 is under way' }),
    );

    await sim.elapse(time);
    expect(sim.snapshot().version).toBe(4);
  });

  test('what waits for the next notification is saved with it', async () => {
    const heard: string[] = [];
    await using first = await simulate({ customer: { collects: '10m' }, unfired: 'ignore' });
    await first.now.loseNotification();
    await first.run(() => create(first.env));

    await using second = await simulate({ from: first.snapshot(), notify: ({ id }) => heard.push(id) });
    await second.elapse('10m');

    expect(second.trace.entries.map(({ kind }) => kind)).toContain('notificationFault');
    expect(heard).toEqual([]);
  });
});

test('a simulation that ends breaks off what is being delivered, so that servers can close', async () => {
  const peer = new EventEmitter();
  const hungUp = once(peer, 'hung up');
  await using server = await listen((request) => {
    request.socket.once('close', () => peer.emit('hung up', request.url));
  });
  const sim = await simulate({ customer: { collects: '10m' }, notify: `${server.url}/v1` });
  await sim.run(async () => {
    await create(sim.env);
    await sleep(10 * minute + 5000);
  });

  await sim.stop();

  expect(await hungUp).toEqual(['/v1']);
  expect(sim.trace.entries.filter(({ kind }) => kind === 'undelivered')).toEqual([]);
});

test.each([
  [{ notify: 'https://hooks.example.com/v1' }, 'simulate({ notify })', 'notifyHosts: ["hooks.example.com"]'],
  [{ notifyHosts: ['169.254.169.254'] }, 'simulate({ notifyHosts })', 'a host of your own'],
] as const)('%j is refused when the simulation begins', async (options, place, hint) => {
  await expect(simulate(options)).rejects.toMatchObject({
    code: 'BAD_OPTION',
    place,
    hint: expect.stringContaining(hint) as string,
  });
});

test('a client may not register another machine either, unless it was allowed', async () => {
  await using sim = await simulate({ notifyHosts: ['hooks.example.com'] });

  sim.env.onNotification('https://hooks.example.com/v1');

  expect(() => sim.env.onNotification('https://example.com/v1')).toThrow(/^env\.onNotification: .*this machine/);
});
