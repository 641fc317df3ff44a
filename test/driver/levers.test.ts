import { expect, test } from 'vitest';
import type { Action } from '../../src/core/action.ts';
import { simulate, type Simulation } from '../../src/index.ts';
import { create, nextNotification, requestToken, sleep } from '../simulation/calls.ts';
import { misuseOf } from '../misuse-of.ts';

test('a fault that no request has met has not fired, however it hurts', async () => {
  await using sim = await simulate({ unfired: 'ignore' });
  sim.at('1s').fail(503, { operation: 'sendEmail' });
  sim.at('1s').fault('reset', { operation: 'createDataQuery', times: 2 });
  sim.at('1s').fault('late', { by: '10s', operation: 'listDataQueryRecords' });
  sim.at('2s').fault('late', { by: '10s', operation: 'requestToken' });

  await sim.elapse('3s');
  await sim.run(() => requestToken(sim.env, { grant_type: 'client_credentials', scope: 'reporting::store:marketer' }));

  expect(sim.unfired.map(({ action }) => action.do)).toEqual(['fail', 'fault', 'fault']);
});

test('what no notification has met has not fired either', async () => {
  await using sim = await simulate({ unfired: 'ignore' });
  sim.at('1s').loseNotification().at('1s').delayNotification('1s').at('1s').repeatNotification();
  sim.on('createDataQuery').repeatNotification();

  await sim.elapse('3s');
  await sim.run(async () => {
    await create(sim.env);
    await sleep(600_000);
  });

  expect(sim.unfired.map(({ action }) => action.do)).toEqual([
    'delayNotification',
    'repeatNotification',
    'repeatNotification',
  ]);
});

test('a fault that has met one request of two has fired', async () => {
  await using sim = await simulate();
  sim.on('createDataQuery').fault('reset', { times: 2 });

  await expect(sim.run(() => create(sim.env))).rejects.toThrow();

  expect(sim.unfired).toEqual([]);
});

test('two faults of one kind are told apart: the older one is used up first', async () => {
  await using sim = await simulate({ unfired: 'ignore' });
  sim.at('1s').fault('late', { by: '1s', operation: 'createDataQuery' });
  sim.at('1s').fault('late', { by: '1s', operation: 'createDataQuery' });

  await sim.elapse('1s');
  await sim.run(() => create(sim.env));

  expect(sim.unfired).toHaveLength(1);
});

test('a lost answer is one to a request that the service has dealt with', async () => {
  await using sim = await simulate();
  sim.on('createDataQuery').fault('reset');

  await expect(sim.run(() => create(sim.env))).rejects.toThrow();

  expect(sim.queries).toHaveLength(1);
});

test('an answer delayed by ten seconds arrives ten seconds after the service gave it', async () => {
  await using sim = await simulate();
  sim.on('createDataQuery').fault('late', { by: '10s' });

  const status = await sim.run(async () => (await create(sim.env)).status);

  expect([status, sim.elapsed]).toEqual([201, 10_000]);
});

test('what a client sends at its very start comes before a step at 0s, and after one of the request or of now', async () => {
  const sendAtOnce = async (plan: (sim: Simulation) => unknown): Promise<readonly number[]> => {
    await using sim = await simulate({ unfired: 'ignore' });
    await plan(sim);
    return await sim.run(async () => [(await create(sim.env)).status, (await create(sim.env)).status]);
  };
  const lasting = { operation: 'createDataQuery', for: '1h' } as const;

  expect(await sendAtOnce((sim) => sim.at('0s').fail(503, lasting))).toEqual([201, 201]);
  expect(await sendAtOnce((sim) => sim.on('createDataQuery').fail(503, { for: '1h' }))).toEqual([503, 503]);
  expect(await sendAtOnce((sim) => sim.now.fail(503, lasting))).toEqual([503, 503]);
});

test.each<[string, (sim: Simulation) => unknown, number]>([
  ['a step at 0s, and a client that needs no time', (sim) => sim.at('0s').holdAccount(), 0],
  ['a step after the end of the query', (sim) => sim.after('created', { wait: '10m' }).holdAccount(), 600_000],
  ['a sleep of the client', (sim) => sim.after('created', { wait: '10m' }).elapse('1h'), 4_200_000],
])('what is due in the very instant in which a run ends happens before it is over: %s', async (_what, plan, endsAt) => {
  await using sim = await simulate();
  plan(sim);

  await sim.run(async () => {
    const isNotified = nextNotification(sim.env);
    await create(sim.env);
    if (endsAt > 0) await isNotified;
  });

  expect({ at: sim.elapsed, last: sim.trace.entries.at(-1)?.kind }).toEqual({ at: endsAt, last: 'ended' });
  expect(sim.unfired).toEqual([]);
});

test('a region is down for as long as the step says, and with the error it names', async () => {
  await using sim = await simulate();
  sim.at('0s').regionDown('eu-west-1', { for: '5m', fails: 'integrationTimeout' });

  const statuses = await sim.run(async () => {
    await sleep(1);
    const first = (await create(sim.env)).status;
    await sleep(299_999);
    return [first, (await create(sim.env)).status];
  });

  expect(statuses).toEqual([504, 201]);
});

// What is pulled, and what the service is told to do: names filled in, lengths of time in milliseconds.
const levers: readonly (readonly [(now: Simulation['now']) => Promise<void>, Action])[] = [
  [
    (now) => now.expireToken({ application: 'application-1' }),
    { do: 'expireToken', customer: 'ann', application: 'application-1' },
  ],
  [(now) => now.blankToken('profileId'), { do: 'blankToken', customer: 'ann', lacks: 'profileId' }],
  [(now) => now.garbleToken('customerId'), { do: 'garbleToken', customer: 'ann', garbles: 'customerId' }],
  [(now) => now.revokeConsent(), { do: 'revokeConsent', customer: 'ann' }],
  [
    (now) => now.grantConsent({ customer: 'bob', scope: 'reviews', application: 'application-1', for: '1h30m' }),
    { do: 'grantConsent', customer: 'bob', scope: 'reviews', application: 'application-1', for: 5_400_000 },
  ],
  [(now) => now.finishCollection({ scope: 'orders' }), { do: 'finishCollection', customer: 'ann', scope: 'orders' }],
  [(now) => now.createProfile('shop-b'), { do: 'createProfile', application: 'shop-b' }],
  [(now) => now.delistApp(), { do: 'delistApp', application: 'application-1' }],
  [(now) => now.disableScope('reviews'), { do: 'disableScope', application: 'application-1', scope: 'reviews' }],
  [(now) => now.detachProfile('reporting'), { do: 'detachProfile', application: 'application-1', api: 'reporting' }],
  [(now) => now.beginFault('serviceThrows', { for: '2s' }), { do: 'beginFault', fault: 'serviceThrows', for: 2000 }],
  [(now) => now.endFault('serviceThrows'), { do: 'endFault', fault: 'serviceThrows' }],
  [
    (now) => now.regionDown('us-east-1'),
    { do: 'regionDown', region: 'us-east-1', failure: { kind: 'status', status: 503 } },
  ],
  [
    (now) => now.regionDown('us-east-1', { fails: 'timeout' }),
    {
      do: 'regionDown',
      region: 'us-east-1',
      failure: { kind: 'connection', fault: { name: 'timeout', by: 127_000 } },
    },
  ],
  [(now) => now.regionUp('us-east-1'), { do: 'regionUp', region: 'us-east-1' }],
  [
    (now) => now.fault('silence', { operation: 'sendEmail' }),
    { do: 'fault', operation: 'sendEmail', fault: { name: 'silence' }, times: 1 },
  ],
  [
    (now) => now.fault('drip', { operation: 'downloadFile', pieces: 5 }),
    { do: 'fault', operation: 'downloadFile', fault: { name: 'drip', by: 1000, pieces: 5 }, times: 1 },
  ],
  [
    (now) => now.fault('refused', { operation: 'requestToken', times: 3 }),
    { do: 'fault', operation: 'requestToken', fault: { name: 'refused' }, times: 3 },
  ],
  [(now) => now.loseNotification({ times: 2 }), { do: 'loseNotification', times: 2 }],
  [(now) => now.delayNotification('1m'), { do: 'delayNotification', by: 60_000, times: 1 }],
  [(now) => now.repeatNotification({ by: '2s' }), { do: 'repeatNotification', copies: 2, by: 2000, times: 1 }],
  [
    (now) => now.fault('late', { by: '1m', operation: 'sendEmail', times: 2 }),
    { do: 'fault', operation: 'sendEmail', fault: { name: 'late', by: 60_000 }, times: 2 },
  ],
];

test.each(levers)('%s does what an action of the world does, with all it left out', async (pull, action) => {
  const customers = [{ id: 'ann' }, { id: 'bob', scope: 'reviews' }];
  await using sim = await simulate({ customers, unfired: 'ignore' });

  await pull(sim.now);

  expect(sim.trace.entries.filter((entry) => entry.kind === 'action').map((entry) => entry.action)).toEqual([action]);
});

test('without a name the console means the first application', async () => {
  await using sim = await simulate();
  const before = sim.env.clientSecret;

  await sim.now.rotateSecret();

  expect(sim.env.clientSecret).not.toBe(before);
});

test.each([
  ['rotateSecret', { application: 'application-2' }],
  ['expireToken', { application: 'application-2' }],
  ['grantConsent', { application: 'application-2' }],
] as const)('%s for an application that there is not is refused at once', async (verb, options) => {
  await using sim = await simulate();

  const { code, hint } = misuseOf(() => sim.at('1s')[verb](options));

  expect([code, hint]).toEqual(['UNKNOWN_APPLICATION', 'did you mean "application-1"?']);
});

test('what a step told before will create may be named by the next', async () => {
  await using sim = await simulate();
  sim.at('1s').createProfile('shop-b').at('2s').enableScope('reviews', { application: 'shop-b' });
  sim.at('3s').disableScope('reviews', { application: 'shop-b' });

  await sim.elapse('2s');
  const enabled = sim.world.applications.find(({ id }) => id === 'shop-b');
  await sim.elapse('1s');

  expect(enabled?.scopes).toEqual(['reviews']);
  expect(sim.unfired).toEqual([]);
});

test('a profile that has been deleted when a step needs it is a mistake, told when the simulation stops', async () => {
  const sim = await simulate();
  sim.at('1s').deleteProfile().at('2s').rotateSecret();

  await sim.elapse('3s').catch(() => undefined);

  await expect(sim.stop()).rejects.toMatchObject({ code: 'UNKNOWN_APPLICATION', place: "at('2s')" });
});

test('a new profile needs a name that is free: never given, or of a profile that was deleted', async () => {
  await using sim = await simulate({ unfired: 'ignore' });

  expect(misuseOf(() => sim.at('1s').createProfile('application-1')).code).toBe('SCENARIO_INVALID');
  sim.at('1s').createProfile('shop-b');
  expect(misuseOf(() => sim.at('2s').createProfile('shop-b')).what).toContain('"shop-b" already');
  sim.at('2s').deleteProfile({ application: 'shop-b' }).at('3s').createProfile('shop-b');
});

test('a scope that nobody has cannot be disabled', async () => {
  await using sim = await simulate();

  const { code, hint } = misuseOf(() => sim.at('1s').disableScope('ordrs'));

  expect([code, hint]).toEqual(['UNKNOWN_SCOPE', 'did you mean "orders"?']);
});

test('a failure of one interface cannot hit another', async () => {
  await using sim = await simulate();

  const { code, what } = misuseOf(() => sim.on('createDataQuery').fail('invalidClient'));

  expect([code, what]).toEqual(['SCENARIO_INVALID', '"invalidClient" is no refusal of createDataQuery']);
});

test.each([
  ['a longer one extends the hold', '10m', '20m', 25],
  ['a shorter one ends it', '10m', '1m', 6],
  ['one without end keeps it', '10m', undefined, undefined],
  ['one with an end ends one without', undefined, '10m', 15],
] as const)('of lasting states that overlap, the last word counts: %s', async (_, first, second, ends) => {
  await using sim = await simulate({ limits: { answerMemory: '1s' } });
  const lasting = (length: typeof first | typeof second) => (length === undefined ? {} : { for: length });
  sim.at('0s').holdAccount(lasting(first)).at('5m').holdAccount(lasting(second));
  sim.at('0s').regionDown('eu-west-1', lasting(first)).at('5m').regionDown('eu-west-1', lasting(second));

  const states: (readonly boolean[])[] = [];
  for (let minute = 1; minute < 30; minute++) {
    await sim.elapse('59s');
    const { status } = await sim.run(() => create(sim.env));
    states.push([sim.world.customers[0]?.onHold === true, status === 503]);
    await sim.elapse('1s');
  }

  const lasts = states.map((_state, index) => ends === undefined || index < ends);
  expect(states).toEqual(lasts.map((isOn) => [isOn, isOn]));
});
