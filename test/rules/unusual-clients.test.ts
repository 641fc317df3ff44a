import { expect, test } from 'vitest';
import { runTrial } from '../../src/check/trial/run-trial.ts';
import { scenario, simulate, type Scenario } from '../../src/index.ts';
import { asTransport, openTransport } from '../../src/simulation/open-transport.ts';
import { create } from '../simulation/calls.ts';
import { pause } from './clients/reference-calls.ts';
import { unusualClients } from './clients/unusual-clients.ts';

/** What looks wrong, and is not: neither by a rule nor by the limits of a trial. */

const six = Array.from({ length: 6 }, (_, index) => ({ id: `c${index}`, records: 1, collects: '10m' }) as const);
const two = [
  { id: 'ann', records: 45, collects: '10m' },
  { id: 'bob', records: 3, collects: '10m' },
] as const;

const stories: readonly (readonly [keyof typeof unusualClients, string, Scenario])[] = [
  [
    'givesEachADay',
    'no notification ever comes',
    scenario('all are lost').customers(six).on('notification').loseNotification({ times: 6 }).build(),
  ],
  [
    'givesEachADay',
    'the service goes on failing',
    scenario('it fails').customers(six).on('createDataQuery').beginFault('backendFails').build(),
  ],
  [
    'abortsOthers',
    'one customer is refused while the token of the other expires',
    scenario('bob has withdrawn')
      .latency('50ms..400ms')
      .customers(two)
      .on('listDataQueryRecords')
      .expireToken({ customer: 'ann' })
      .on('listDataQueryRecords')
      .revokeToken({ customer: 'bob' })
      .build(),
  ],
  [
    'abortsOthers',
    'one customer is refused while the other is throttled',
    scenario('bob has withdrawn')
      .latency('50ms..400ms')
      .customers(two)
      .at('0s')
      .revokeConsent({ customer: 'bob' })
      .on('createDataQuery')
      .fail('scopeThrottled')
      .build(),
  ],
  [
    'abortsOthers',
    'answers take no time',
    scenario('bob is refused').customers(two).on('listDataQueryRecords').revokeToken({ customer: 'bob' }).build(),
  ],
  [
    'halvesPages',
    'a page is too much',
    scenario('504')
      .customer({ records: 45, collects: '10m' })
      .on('listDataQueryRecords', { nth: 2 })
      .fail('integrationTimeout')
      .build(),
  ],
  [
    'beginsAnewInTime',
    'the hour is over',
    scenario('too late')
      .latency('50ms')
      .customer({ records: 3, collects: '10m' })
      .on('notification')
      .elapse('61m')
      .build(),
  ],
  [
    'racesItsCalls',
    'answers are slower than it waits',
    scenario('slow').latency('10s..20s').customer({ records: 1, collects: '10m' }).build(),
  ],
  [
    'racesItsCalls',
    'what it has given up was refused for good',
    scenario('slow refusals')
      .latency('10s..20s')
      .customer({ records: 1, collects: '10m' })
      .at('0s')
      .delistApp()
      .build(),
  ],
  ['mailsIfItCan', 'its mail is refused', scenario('400').customers(two).on('sendEmail').fail('badRequest').build()],
  [
    'mailsBeforehand',
    'the consent is withdrawn',
    scenario('canceled').customers(two).after('created', { wait: '1m' }).revokeConsent().build(),
  ],
];

const play = async (name: keyof typeof unusualClients, told: Scenario): Promise<readonly string[]> => {
  const transport = asTransport((await openTransport('fetch')).attach);
  const ends = { ...told, expect: { ...told.expect, client: { outcome: 'ends' } } } as const;
  const { symptoms } = await runTrial(ends, { client: unusualClients[name], transport, rules: 'all', series: '0' });
  return symptoms.map(({ key, evidence }) => `${key} ${evidence.join('; ')}`);
};

test.each(stories)('%s, where %s', async (name, _story, told) => {
  expect(await play(name, told)).toEqual([]);
});

test('requests that a client gave up and never called off are under way still: it is told of the limit, and of nothing else', async () => {
  const late = scenario('an hour late')
    .customer({ records: 1, collects: '10m' })
    .on('listDataQueryRecords')
    .fault('late', { by: '61m', times: 6 });

  expect(await play('racesItsCalls', late.build())).toEqual([
    'C14 at 11m37.000s, #7: listDataQueryRecords number 6 at the same time',
  ]);
});

test('a refusal that has not arrived yet was heard by nobody', async () => {
  await using sim = await simulate({ transport: 'fetch' });
  sim.on('createDataQuery').beginFault('backendFails');
  sim.on('createDataQuery').fault('late', { by: '61m' });
  const givesUp = sim.run(async () => {
    const asked = create(sim.env).catch(() => undefined);
    await Promise.race([asked, pause(10_000)]);
    throw new Error('create: no answer within ten seconds');
  });
  await expect(givesUp).rejects.toThrow('ten seconds');

  expect(sim.judge().filter(({ verdict }) => verdict === 'broken')).toEqual([]);
  expect(sim.trace.entries).toContainEqual(
    expect.objectContaining({ kind: 'answer', answer: expect.objectContaining({ status: 500 }) as unknown }),
  );
});
