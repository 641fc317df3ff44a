import { expect, test } from 'vitest';
import { simulate, type Simulation } from '../../src/index.ts';
import { readStyle } from '../../src/print/style.ts';
import { drawTimeline } from '../../src/print/timeline/swimlane.ts';
import { create, sleep } from '../simulation/calls.ts';
import { actionsOf, createIn, mail, mails } from './acts.ts';

const byFetch = { transport: 'fetch' } as const;

/** Sends an e-mail at each of these instants, in milliseconds. */
const mailsAt = async (sim: Simulation, instants: readonly number[]): Promise<readonly number[]> =>
  sim.run(async () => {
    const statuses: number[] = [];
    for (const instant of instants) {
      await sleep(instant - sim.elapsed);
      statuses.push(await mail(sim.env));
    }
    return statuses;
  });

test('a fault hits all that come while it lasts, up to its end and not into it', async () => {
  await using sim = await simulate(byFetch);
  sim.at('1m').fail(503, { operation: 'sendEmail', for: '5m' });

  const statuses = await mailsAt(sim, [59_999, 60_001, 200_000, 359_999, 360_000]);

  expect(statuses).toEqual([200, 503, 503, 503, 200]);
});

test('a fault that is told to last and how many to hit ends with the first of the two', async () => {
  await using sim = await simulate(byFetch);
  sim.at('1s').fail(503, { operation: 'sendEmail', for: '5m', times: 2 });
  sim.at('10m').fail(504, { operation: 'sendEmail', for: '1m', times: 2 });

  const statuses = await mailsAt(sim, [2000, 3000, 4000, 600_001, 660_001]);

  expect(statuses).toEqual([503, 503, 200, 504, 200]);
});

test('a fault on a request begins with that request', async () => {
  await using sim = await simulate(byFetch);
  sim.on('sendEmail', { nth: 2 }).fault('reset', { for: '1m' });

  expect(await mailsAt(sim, [0, 10_000, 20_000, 69_999, 70_000])).toEqual([200, 0, 0, 0, 200]);
});

test('notifications get lost while it lasts', async () => {
  await using sim = await simulate({ ...byFetch, customers: [{ id: 'ann' }, { id: 'bob' }, { id: 'cid' }] });
  sim.at('0s').loseNotification({ for: '15m' });
  const { env } = sim;
  let heard = 0;

  await sim.run(async () => {
    env.onNotification(() => {
      heard += 1;
      return new Response(null, { status: 204 });
    });
    for (const customer of env.customers) {
      await createIn(env, 'eu-west-1', customer);
      await sleep(400_000);
    }
    await sleep(3_600_000);
  });

  const lost = sim.trace.entries.filter(({ kind }) => kind === 'notificationFault').map(({ at }) => at);
  expect(lost.length + heard).toBe(3);
  expect(lost.length).toBeGreaterThan(0);
  expect(Math.max(...lost)).toBeLessThan(900_000);
});

test('two of a kind are used up one after the other, the older one first', async () => {
  await using sim = await simulate(byFetch);
  sim.at('0s').fail(503, { operation: 'sendEmail', for: '1h', times: 2 });
  sim.at('0s').fail(504, { operation: 'sendEmail', for: '1h', times: 1 });

  expect(await mailsAt(sim, [1, 2, 3, 4])).toEqual([503, 503, 504, 200]);
});

test('what waits for the next is used up before what goes on', async () => {
  await using sim = await simulate(byFetch);
  sim.at('0s').fail(504, { operation: 'sendEmail' });
  sim.at('0s').fail(503, { operation: 'sendEmail', for: '1h', times: 1 });

  expect(await mailsAt(sim, [1, 2, 3])).toEqual([504, 503, 200]);
});

test('a fault that lasted and met nothing has not happened', async () => {
  await using sim = await simulate({ ...byFetch, unfired: 'ignore' });
  sim.at('1s').fail(503, { operation: 'sendEmail', for: '1m' });

  await mailsAt(sim, [61_000]);

  expect(sim.unfired).toHaveLength(1);
});

test('a lever pulled now can last, too', async () => {
  await using sim = await simulate(byFetch);

  await sim.now.fail(503, { operation: 'sendEmail', for: '1m' });

  expect(await mailsAt(sim, [1, 59_999, 60_000])).toEqual([503, 503, 200]);
});

const spread = async (seed: number, chance: `${number}%`): Promise<readonly number[]> => {
  await using sim = await simulate({ ...byFetch, seed, unfired: 'ignore' });
  sim.on('sendEmail', { nth: 'every', chance }).fail(503);
  return await sim.run(() => mails(sim.env, 200));
};

test('a chance of 30% hits about three of ten, the same ones for the same seed', async () => {
  const first = await spread(1, '30%');

  const hit = first.filter((status) => status === 503).length;
  // 60 are to be expected; so far off is one run in a million.
  expect(hit).toBeGreaterThan(28);
  expect(hit).toBeLessThan(92);
  expect(await spread(1, '30%')).toEqual(first);
  expect(await spread(2, '30%')).not.toEqual(first);
});

test('a chance of 100% hits all', async () => {
  expect(new Set(await spread(3, '100%'))).toEqual(new Set([503]));
});

test('two steps of the same chance have luck of their own', async () => {
  await using sim = await simulate({ ...byFetch, unfired: 'ignore' });
  sim.on('sendEmail', { nth: 'every', chance: '50%' }).fail(503);
  sim.on('sendEmail', { nth: 'every', chance: '50%' }).fault('late', { by: '1s' });

  await sim.run(() => mails(sim.env, 60));

  const hitBy = (verb: string): readonly unknown[] =>
    sim.trace.entries.flatMap((entry) =>
      entry.kind === 'action' && entry.action.do === verb && 'only' in entry.action ? [entry.action.only] : [],
    );
  expect(hitBy('fail').length).toBeGreaterThan(10);
  expect(hitBy('fault').length).toBeGreaterThan(10);
  expect(hitBy('fail')).not.toEqual(hitBy('fault'));
});

test('among those that have luck, the n-th is the one', async () => {
  const lucky = [...(await spread(1, '30%')).entries()].filter(([, status]) => status === 503).map(([at]) => at);
  await using sim = await simulate({ ...byFetch, seed: 1 });
  sim.on('sendEmail', { nth: 2, chance: '30%' }).fail(503);

  const hit = [...(await sim.run(() => mails(sim.env, 100))).entries()].filter(([, status]) => status === 503);

  expect(hit.map(([at]) => at)).toEqual([lucky[1]]);
});

test('at a time, a chance is drawn once for what is no fault', async () => {
  const happened: boolean[] = [];
  for (let seed = 0; seed < 40; seed++) {
    await using sim = await simulate({ ...byFetch, seed });
    sim.at('1s', { chance: '50%' }).holdAccount();
    await sim.elapse('2s');
    happened.push(actionsOf(sim).length === 1);
    expect(sim.unfired).toEqual([]);
  }

  const count = happened.filter(Boolean).length;
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThan(35);
});

test('of a group at a time, a chance is drawn once for all of it', async () => {
  const told: (readonly [number, number])[] = [];
  for (let seed = 0; seed < 20; seed++) {
    await using sim = await simulate({ ...byFetch, seed, unfired: 'ignore' });
    sim
      .at('1s', { chance: '50%' })
      .together((all) => all.holdAccount().fail(503, { operation: 'sendEmail', times: 3 }));
    const statuses = await mailsAt(sim, [1001, 1002, 1003]);
    told.push([
      actionsOf(sim).filter(([, verb]) => verb === 'holdAccount').length,
      statuses.filter((one) => one === 503).length,
    ]);
  }

  expect(new Set(told.map((pair) => pair.join()))).toEqual(new Set(['0,0', '1,3']));
});

test('at a time, a chance is drawn for each request that a fault could hit', async () => {
  await using sim = await simulate({ ...byFetch, seed: 4 });
  sim.at('0s', { chance: '50%' }).fail(503, { operation: 'sendEmail', for: '1h' });

  const statuses = await mailsAt(
    sim,
    Array.from({ length: 40 }, (_, index) => index + 1),
  );

  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});

test('what the seed spared is not missing, what never had the chance is', async () => {
  await using sim = await simulate({ ...byFetch, unfired: 'ignore' });
  sim.on('createDataQuery', { chance: '0.001%' }).fail(503);
  sim.on('sendEmail', { chance: '0.001%' }).fail(503);

  const { status } = await sim.run(() => create(sim.env));

  expect(status).toBe(201);
  expect(sim.unfired.map(({ place }) => place)).toEqual(["on('sendEmail', chance 0.001%)"]);
});

test('how long a fault goes on is told with the first that it hits, and a hold with its length', async () => {
  await using sim = await simulate(byFetch);
  sim.at('1m').fail(503, { operation: 'sendEmail', for: '5m' });
  sim.at('2m').holdAccount({ for: '2h' });

  await mailsAt(sim, [90_000, 200_000]);

  const told = sim.trace.entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []));
  expect(told.map((action) => [action.do, 'for' in action ? action.for : 'nothing'])).toEqual([
    ['fail', 270_000],
    ['holdAccount', 7_200_000],
    ['fail', 'nothing'],
  ]);
  const text = drawTimeline(sim.trace.entries, { isEnd: true }, readStyle({ columns: 100 } as never, {})).join('\n');
  expect(text).toContain('fail 503 sendEmail for 4m30s');
  expect(text).toContain('holdAccount for 2h');
});
