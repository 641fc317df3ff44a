import { expect, test } from 'vitest';
import {
  type ClientEnv,
  type Entry,
  type Region,
  type RuleId,
  simulate,
  type Simulation,
  type Verdict,
} from '../../src/index.ts';
import { regionNames } from '../../src/spec/regions.ts';
import { createIn, sleep } from './calls.ts';

/** "Delivery: HTTP POST to the application's HTTPS endpoint, in the region the create request was sent to." (Events) */

const minute = 60_000;

const world = {
  applications: [
    { id: 'shop', customers: ['ann'] },
    { id: 'audit', customers: ['bob'] },
  ],
  customers: [
    { id: 'ann', collects: '10m' },
    { id: 'bob', collects: '10m' },
  ],
} as const;

const envs = ({ applications: [shop, audit] }: Simulation): readonly [ClientEnv, ClientEnv] =>
  shop === undefined || audit === undefined ? expect.unreachable() : [shop.env, audit.env];

/** An endpoint that notes of which queries it hears, and at which address. */
const listenFor = (heard: string[], name = '', status = 204) => {
  return async (request: Request): Promise<Response> => {
    const { Message: text } = (await request.json()) as { Message: string };
    heard.push(`${name}${(JSON.parse(text) as { id: string }).id}`);
    return new Response(null, { status });
  };
};

const undelivered = ({ trace }: Simulation): readonly string[] =>
  trace.entries.flatMap((entry: Entry) => (entry.kind === 'undelivered' ? [entry.why] : []));

const verdictOf = (sim: Simulation, rule: RuleId): Verdict =>
  sim.judge().find((judgement) => judgement.rule.id === rule) ?? expect.unreachable();

/** Both applications collect for their customer, from eu-west-1; after eleven minutes both have been notified. */
const collectBoth = (sim: Simulation): Promise<readonly string[]> =>
  sim.run(async () => {
    const ids: string[] = [];
    for (const env of envs(sim)) ids.push(await createIn(env, 'eu-west-1'));
    await sleep(11 * minute);
    return ids;
  });

test('two applications, each with an endpoint: each hears of its own query, and of no other', async () => {
  await using sim = await simulate(world);
  const heard: [string[], string[]] = [[], []];
  for (const [index, env] of envs(sim).entries()) env.onNotification(listenFor(heard[index] ?? []));

  const [first, second] = await collectBoth(sim);

  expect(heard).toEqual([[first], [second]]);
  expect([verdictOf(sim, 'S4').verdict, verdictOf(sim, 'C16').verdict]).toEqual(['held', 'held']);
});

test('simulate({ notify }) hears for applications that registered nothing', async () => {
  const heard: string[] = [];
  const own: string[] = [];
  await using sim = await simulate({ ...world, notify: ({ id }) => heard.push(id) });
  envs(sim)[1].onNotification(listenFor(own));

  const [first, second] = await collectBoth(sim);

  expect([heard, own]).toEqual([[first], [second]]);
});

test('an application without an endpoint is not heard for by another', async () => {
  await using sim = await simulate(world);
  const heard: string[] = [];
  envs(sim)[0].onNotification(listenFor(heard));

  const [first] = await collectBoth(sim);

  expect(heard).toEqual([first]);
  expect(undelivered(sim)).toEqual(['no endpoint is registered']);
  expect(verdictOf(sim, 'C16')).toMatchObject({
    verdict: 'broken',
    evidence: [{ text: expect.stringContaining('for audit was not taken: no endpoint is registered') }],
  });
});

test('registering again replaces, for that application alone', async () => {
  await using sim = await simulate(world);
  const heard: string[] = [];
  const [shop, audit] = envs(sim);
  shop.onNotification(listenFor(heard, 'shop, old: '));
  audit.onNotification(listenFor(heard, 'audit: '));
  shop.onNotification(listenFor(heard, 'shop, new: '));

  const [first, second] = await collectBoth(sim);

  expect(heard).toEqual([`shop, new: ${first}`, `audit: ${second}`]);
});

test('a trace names the application that a notification is for, and lines do where there are several', async () => {
  await using sim = await simulate(world);
  for (const env of envs(sim)) env.onNotification(listenFor([]));

  await collectBoth(sim);

  const told = sim.trace.entries.flatMap((entry) => (entry.kind === 'notification' ? [entry.application] : []));
  expect(told).toEqual(['shop', 'audit']);
  expect(sim.trace.lines().filter((line) => line.includes('COMPLETED (eu-west-1)'))).toEqual([
    expect.stringMatching(/notification 1 for shop: [0-9a-f]{8} is COMPLETED/),
    expect.stringMatching(/notification 2 for audit: [0-9a-f]{8} is COMPLETED/),
  ]);
});

/** One query in the region of choice; after eleven minutes it has been notified. */
const collectIn = (sim: Simulation, region: Region): Promise<string> =>
  sim.run(async () => {
    const id = await createIn(sim.env, region);
    await sleep(11 * minute);
    return id;
  });

test.each(regionNames)('a create in %s is announced at the endpoint of that region', async (region) => {
  await using sim = await simulate();
  const heard: string[] = [];
  for (const name of regionNames) sim.env.onNotification(listenFor(heard, `${name} `), { region: name });

  const id = await collectIn(sim, region);

  expect(heard).toEqual([`${region} ${id}`]);
});

test('the endpoint of a region goes before the one for all, whichever was registered last', async () => {
  await using sim = await simulate({ notify: () => expect.unreachable() });
  const heard: string[] = [];
  sim.env.onNotification(listenFor(heard, 'us '), { region: 'us-east-1' });
  sim.env.onNotification(listenFor(heard, 'all '));

  const first = await collectIn(sim, 'us-east-1');
  const second = await collectIn(sim, 'us-west-2');

  expect(heard).toEqual([`us ${first}`, `all ${second}`]);
});

test('registering again in a region replaces the endpoint of that region alone', async () => {
  await using sim = await simulate();
  const heard: string[] = [];
  sim.env.onNotification(listenFor(heard, 'old '), { region: 'us-east-1' });
  sim.env.onNotification(listenFor(heard, 'west '), { region: 'us-west-2' });
  sim.env.onNotification(listenFor(heard, 'new '), { region: 'us-east-1' });

  const first = await collectIn(sim, 'us-east-1');
  const second = await collectIn(sim, 'us-west-2');

  expect(heard).toEqual([`new ${first}`, `west ${second}`]);
});

test('where the notification is the same, the endpoint alone tells its region: each has an address of its own', async () => {
  await using sim = await simulate();
  const told: unknown[] = [];
  const endpoint = async (request: Request): Promise<Response> => {
    told.push([request.url, [...request.headers.keys()], Object.keys((await request.json()) as object)]);
    return new Response(null, { status: 204 });
  };
  sim.env.onNotification(endpoint);
  for (const region of ['us-east-1', 'us-west-2'] as const) sim.env.onNotification(endpoint, { region });

  for (const region of regionNames) await collectIn(sim, region);

  const post = [['content-type'], ['Subject', 'Message']];
  expect(told).toEqual([
    ['https://app.stunt-double.test/notifications/v1', ...post],
    ['https://us-east-1.app.stunt-double.test/notifications/v1', ...post],
    ['https://us-west-2.app.stunt-double.test/notifications/v1', ...post],
  ]);
});

test.each([
  ['nowhere', [], ['no endpoint is registered for eu-west-1']],
  ['another-region', ['us-east-1 '], []],
] as const)('region.missingEndpoint %s: without an endpoint in its region', async (choice, arrived, failed) => {
  await using sim = await simulate({ assumptions: { 'region.missingEndpoint': choice } });
  const heard: string[] = [];
  sim.env.onNotification(listenFor(heard, 'us-west-2 '), { region: 'us-west-2' });
  sim.env.onNotification(listenFor(heard, 'us-east-1 '), { region: 'us-east-1' });

  const id = await collectIn(sim, 'eu-west-1');

  expect(heard).toEqual(arrived.map((name) => name + id));
  expect(undelivered(sim)).toEqual(failed);
  const at = sim.trace.entries.flatMap((entry) => (entry.kind === 'delivered' ? [entry.endpoint] : []));
  expect(at).toEqual(arrived.map((name) => name.trim()));
  expect(sim.assumed).toContain('region.missingEndpoint');
  expect(verdictOf(sim, 'S4').verdict).toBe('held');
});

test.each([
  ['region-of-create', 'eu '],
  ['region-of-last-create', 'us '],
] as const)('region.notification %s: a create repeated in another region gets the same id', async (choice, heardAt) => {
  await using sim = await simulate({ assumptions: { 'region.notification': choice } });
  const heard: string[] = [];
  sim.env.onNotification(listenFor(heard, 'eu '), { region: 'eu-west-1' });
  sim.env.onNotification(listenFor(heard, 'us '), { region: 'us-east-1' });

  const ids = await sim.run(async () => {
    const given = [await createIn(sim.env, 'eu-west-1'), await createIn(sim.env, 'us-east-1')];
    await sleep(11 * minute);
    return given;
  });

  expect(ids[1]).toBe(ids[0]);
  expect(heard).toEqual([heardAt + ids[0]]);
  expect(verdictOf(sim, 'S4').verdict).toBe('held');
});

test('one that is not taken in its region is sent there again', async () => {
  await using sim = await simulate({ assumptions: { 'notification.retry': 'until-accepted' } });
  const heard: string[] = [];
  sim.env.onNotification(listenFor(heard, '', 500), { region: 'us-east-1' });
  sim.env.onNotification(listenFor(heard, 'elsewhere '), { region: 'eu-west-1' });

  const id = await collectIn(sim, 'us-east-1');

  expect(heard).toEqual(Array.from({ length: 6 }, () => id));
});

test.each([
  [{ region: 'eu-west' }, 'env.onNotification: "eu-west" is no region (did you mean "eu-west-1"?)'],
  [{ regoin: 'eu-west-1' }, 'env.onNotification: "regoin" is no option (did you mean "region"?)'],
  ['eu-west-1', 'env.onNotification: "eu-west-1" is not a set of options (write { name: value })'],
])('onNotification with %j is refused', async (options, message) => {
  await using sim = await simulate();

  const register = (): void => sim.env.onNotification(() => new Response(), options as { readonly region: Region });

  expect(register).toThrow(expect.objectContaining({ code: 'BAD_OPTION', message: expect.stringContaining(message) }));
});

test('what an endpoint throws is told where it is held against it', async () => {
  await using sim = await simulate(world);
  for (const env of envs(sim)) {
    env.onNotification(() => {
      throw new Error('the message has no field status');
    });
  }

  await collectBoth(sim);

  expect(verdictOf(sim, 'C16')).toMatchObject({
    verdict: 'broken',
    evidence: [
      { text: expect.stringContaining('the message has no field status') },
      { text: expect.stringContaining('the message has no field status') },
    ],
  });
});
