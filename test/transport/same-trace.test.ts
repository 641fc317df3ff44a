// First, as for whatever keeps the timers it finds when it is loaded.
import '../../src/register.ts';
import './with-resolvers.ts';
import { resolve } from 'node:path';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import nock from 'nock';
import * as undici from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import importOrders from '../../scenarios/clients/import-orders.ts';
import type { Scenario, Simulation } from '../../src/index.ts';
import { settingsOf } from '../../src/language/settings.ts';
import type { SimulateOptions } from '../../src/simulation/options.ts';
import { viaMsw } from '../../src/transport/msw.ts';
import { viaNock } from '../../src/transport/nock.ts';
import { viaUndici } from '../../src/transport/undici.ts';
import { loadScenarios } from '../../src/language/load-scenarios.ts';
import { simulate } from '../../src/simulate.ts';
import { sampled } from '../sampled.ts';
import { bearer, sleep } from '../simulation/calls.ts';
import { callsOf } from './crowd.ts';
import { type Fetch, importWith } from './fetch-client.ts';

/** The same client and seed leave the same trace, to the byte, by every way in. */

type Transport = NonNullable<SimulateOptions['transport']>;

const server = setupServer();
beforeAll(() => nock.restore());
afterAll(() => nock.restore());

/** Nock 14 is not among them: each of its answers takes two milliseconds. */
const ways: Readonly<Record<string, Transport>> = {
  none: 'none',
  fetch: 'fetch',
  sockets: 'sockets',
  server: 'server',
  undici: viaUndici(undici),
  'nock 15': viaNock(nock),
  msw: async (gateway) => {
    server.listen({ onUnhandledRequest: 'bypass' });
    const undo = await viaMsw({ http, server })(gateway);
    return async () => {
      await undo();
      server.close();
    };
  },
};

/**
 * The trace as bytes. Two things are not the service's. The addresses: a trace tells the ones that the client was given, and a
 * server stands where a port is free. And of the client's end all but how it ended: each library words a broken connection its
 * own way, and who waits for ever is found out once the last timer of his library has gone off: undici keeps connections for 4 s.
 */
const readTrace = ({ trace, gateway }: Simulation): readonly string[] => {
  const addresses = [...gateway.addresses.entries()].sort(([, one], [, other]) => other.length - one.length);
  const text = addresses.reduce((told, [number, address]) => told.replaceAll(address, `<${number}>`), trace.toJSONL());
  return text.split('\n').map((line) => line.replace(/^.*("kind":"ended","outcome":"\w+").*$/, '$1'));
};

type Drive = (sim: Simulation, fetch: Fetch) => Promise<unknown>;

const leaveTrace = async (transport: Transport, options: SimulateOptions, drive: Drive): Promise<readonly string[]> => {
  await using sim = await simulate({ ...options, instance: 'one', transport, unfired: 'ignore' });
  const ownFetch: Fetch = transport === 'none' ? sim.fetch : (url, init) => fetch(url, init);
  await sim.run(() => drive(sim, ownFetch)).catch(() => undefined);
  return readTrace(sim);
};

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Does all that can be done at once, again and again: chains beside each other, and more than the limits allow. */
const crowd: Drive = async (sim, fetch) => {
  // How it takes an answer that got lost is another matter: each way breaks connections with an error of its own.
  const patient: Fetch = (url, init) => fetch(url, init).catch(() => new Response('{}', { status: 599 }));
  const { call, create, list, token, mail } = callsOf(sim, patient);
  const { env } = sim;
  const [ann = env.customer, bob = env.customer, cleo = env.customer] = env.customers;
  const ids: string[] = [];
  env.onNotification(async (request) => {
    ids.push((JSON.parse(((await request.json()) as { Message: string }).Message) as { id: string }).id);
    await create(cleo);
    return new Response(null, { status: 204 });
  });
  const chain = async (): Promise<void> => {
    await token({ grant_type: 'unknown' });
    await Promise.all([list('x', ann), mail('in a chain')]);
    await create(bob, 'us-west-2');
  };
  for (const round of numbers(2)) {
    await Promise.all([
      create(ann),
      create(bob, 'us-east-1'),
      token({ grant_type: 'refresh_token', refresh_token: ann.refreshToken }),
      mail(`in round ${round}`),
      create(cleo),
      create(cleo),
      call(`${env.storeUrls.submission}/apps`),
      ...numbers(10).map((page) => list('00000000-0000-4000-8000-000000000000', ann, `?nextPageToken=${page}`)),
      chain(),
    ]);
    await sleep(1000);
  }
  await sleep(20 * 60_000);
  await Promise.all(
    ids.map(async (id, index) => {
      const { text } = await list(id, env.customers[index % 3]);
      const { records = [] } = JSON.parse(text) as { records?: { file: string; schema: string }[] };
      await Promise.all(records.flatMap(({ file, schema }) => [call(file), call(schema, { headers: bearer('none') })]));
    }),
  );
};

describe('a client that does everything at once leaves the same trace', () => {
  const begin = (sim: Simulation): Simulation =>
    sim
      .on('listDataQueryRecords', { nth: 2 })
      .fail('integrationTimeout', { times: 3 })
      .on('createDataQuery', { nth: 3 })
      .fault('reset')
      .after('created', { nth: 2 })
      .finishCollection({ customer: 'bob' })
      .on('sendEmail', { nth: 2 })
      .fault('late', { by: '1s' });
  const options: SimulateOptions = { customers: [{ id: 'ann' }, { id: 'bob' }, { id: 'cleo', collects: '5m' }] };
  const drive: Drive = (sim, fetch) => crowd(begin(sim), fetch);
  let expected: readonly string[] = [];
  beforeAll(async () => {
    expected = await leaveTrace('none', options, drive);
  });

  test.each(Object.entries(ways))('%s', async (_name, transport) => {
    const told = await leaveTrace(transport, options, drive);

    expect(told.some((line) => line.includes('"row":"tooManyRequests"'))).toBe(true);
    expect(told).toEqual(expected);
  });
});

const scenarios = await loadScenarios([resolve(import.meta.dirname, '../../scenarios')]);

const playedBy =
  (client: (sim: Simulation, fetch: Fetch) => Promise<unknown>) =>
  (scenario: Scenario, transport: Transport): Promise<readonly string[]> =>
    leaveTrace(transport, settingsOf(scenario), (sim, fetch) => {
      for (const step of scenario.steps) sim.add(step);
      return client(sim, fetch);
    });

/** Libraries that intercept whole requests break connections, and bodies on their way, with errors of their own. */
const breaksNothing = ({ steps }: Scenario): boolean => !/"(?:fault|regionDown)"/.test(JSON.stringify(steps));

/** Where a trace is another one, and why that is nobody's fault. */
const exceptions: readonly {
  readonly way: string;
  readonly client: string;
  readonly scenario: string;
  readonly because: string;
}[] = [
  {
    way: 'nock 15',
    client: 'axios',
    scenario: 'dead links are found dead (links.expiredAnswer is gone-410)',
    because:
      'nock ends an empty answer by a timer; after a pause within the exchange the time limit of axios is due before it',
  },
  ...['nobody takes the connection for a listing', 'a region takes no connections for ten minutes'].map((scenario) => ({
    way: 'server',
    client: 'fetch',
    scenario,
    because: 'the connection is there before the request, so that the limit of fetch for connecting does not fall',
  })),
];

/** By each way one of so many scenarios; in depth all. */
const tell = (
  client: string,
  every: number,
  names: readonly (keyof typeof ways)[],
  play: ReturnType<typeof playedBy>,
  reference: Transport,
): void => {
  const expectedOf = new Map<Scenario, readonly string[]>();
  test.each(names.map((name, way) => ({ name, way })))('$name', async ({ name, way }) => {
    const possible = name === 'msw' || name === 'nock 15' ? scenarios.filter(breaksNothing) : scenarios;
    const others: object[] = [];
    for (const scenario of sampled(possible, { every: every * names.length, from: every * way })) {
      const trace = await play(scenario, ways[name] ?? 'none');
      const expected = expectedOf.get(scenario) ?? (await play(scenario, reference));
      expectedOf.set(scenario, expected);
      const at = trace.findIndex((line, index) => line !== expected[index]);
      const isSame = at < 0 && trace.length === expected.length;
      const exception = exceptions.find(
        (one) => one.way === name && one.client === client && one.scenario === scenario.name,
      );
      if (isSame !== (exception === undefined))
        others.push({ name: scenario.name, at, told: trace[at], expected: expected[at] });
    }
    expect(others).toEqual([]);
  });
};

describe('the example client, on axios, leaves the same trace of each scenario', () => {
  tell(
    'axios',
    30,
    ['server', 'nock 15', 'msw'],
    playedBy(({ env }) => importOrders(env)),
    'sockets',
  );
});

describe('a client on fetch leaves the same trace of each scenario', () => {
  const plain = playedBy(({ env }, fetch) => importWith(fetch)(env));
  tell('fetch', 16, ['fetch', 'sockets', 'server', 'undici', 'nock 15', 'msw'], plain, 'none');
});
