import { describe, expect, test } from 'vitest';
import type { Entry, SimulateOptions, Simulation } from '../../src/index.ts';
import { simulate } from '../../src/simulate.ts';
import { sampled } from '../sampled.ts';
import { create, sleep } from './calls.ts';
import { type Deed, deeds, functions, speakers } from './endpoints.ts';

/** The service posts its notification to the application's endpoint, whatever that is made of. (Events) */

const minute = 60_000;
const second = 1000;

/** Ten minutes of collecting, then the notification; the client is there for twelve. */
const play = async (options: SimulateOptions, prepare = (_sim: Simulation): void => undefined): Promise<Simulation> => {
  const sim = await simulate({ customer: { collects: '10m' }, ...options });
  try {
    prepare(sim);
    await sim.run(async () => {
      await create(sim.env);
      await sleep(12 * minute);
    });
  } finally {
    await sim.stop();
  }
  return sim;
};

/** How notifications fared, with the time since the end of the collection. */
const fates = ({ trace }: Simulation): readonly string[] =>
  trace.entries.flatMap((entry: Entry) => {
    const at = `${entry.at - 10 * minute}ms`;
    if (entry.kind === 'notification') return [`${at} sent`];
    if (entry.kind === 'delivered') return [`${at} ${entry.status}${entry.why === undefined ? '' : ` ${entry.why}`}`];
    return entry.kind === 'undelivered' ? [`${at} ${entry.why}`] : [];
  });

const expected: Readonly<Record<keyof typeof deeds, string>> = {
  'answers 200': '0ms 200',
  'answers 204': '0ms 204',
  'answers 302': '0ms 302',
  'answers 500': '0ms 500',
  'never answers': '10000ms no answer within 10s',
  throws: '0ms 500',
  'sleeps 700 ms': '700ms 200',
  'reads a file': '0ms 200',
};

const cases = Object.entries(deeds).map(([what, deed]) => ({ what: what as keyof typeof deeds, deed: deed as Deed }));

const kinds = Object.entries(speakers).map(([kind, open], place) => [kind, open, place] as const);

describe.each(kinds)('%s', (kind, open, place) => {
  test.each(sampled(cases, { every: 3, from: place }))(
    'that $what: told as it is, at its exact virtual time',
    async ({ what, deed }) => {
      await using endpoint = await open(deed);

      const sim = await play({ notify: endpoint.target });

      const why = what === 'throws' && kind === 'a plain listener' ? ' no room' : '';
      expect(fates(sim)).toEqual(['0ms sent', `${expected[what]}${why}`]);
    },
  );

  test('gets subject and message as JSON', async () => {
    const heard: unknown[] = [];
    await using endpoint = await open(deeds['answers 200'], (body) => heard.push(body));

    const { queries } = await play({ notify: endpoint.target });

    const message = JSON.stringify({ id: queries[0]?.id, version: '1.0', status: 'COMPLETED' });
    expect(heard).toEqual([{ Subject: 'Data Portability Notification 1.0', Message: message }]);
  });

  test('is asked again after 1, 2, 4, 10 and 30 s until it accepts', async () => {
    await using endpoint = await open(async (attempt) => (attempt < 6 ? 500 : 204));

    const sim = await play({ notify: endpoint.target, assumptions: { 'notification.retry': 'until-accepted' } });

    const times = [0, 1, 3, 7, 17].flatMap((at) => [`${at * second}ms sent`, `${at * second}ms 500`]);
    expect(fates(sim)).toEqual([...times, '47000ms sent', '47000ms 204']);
  });

  test('that never answers is given ten seconds before each wait', async () => {
    await using endpoint = await open(deeds['never answers']);

    const sim = await play({ notify: endpoint.target, assumptions: { 'notification.retry': 'until-accepted' } });

    const sent = [0, 11, 23, 37, 57, 97];
    expect(fates(sim)).toEqual(
      sent.flatMap((at) => [`${at * second}ms sent`, `${(at + 10) * second}ms no answer within 10s`]),
    );
  });
});

describe.each(Object.entries(functions))('%s', (_kind, open) => {
  test.each(cases)('that $what: returning is accepting, throwing is not', async ({ what, deed }) => {
    await using endpoint = await open(deed);

    const sim = await play({ notify: endpoint.target });

    const told = what === 'throws' ? '0ms no room' : expected[what].replace(/302|204|500/, '200');
    expect(fates(sim)).toEqual(['0ms sent', told]);
  });
});

test('a client registers an Express app of its own, or a URL, as it would a function', async () => {
  for (const open of [speakers['an Express app'], speakers['a server at a URL'], speakers['a Koa app']]) {
    await using endpoint = (await open?.(deeds['answers 204'])) ?? expect.unreachable();

    const sim = await play({}, ({ env }) => env.onNotification(endpoint.target as string));

    expect(fates(sim)).toEqual(['0ms sent', '0ms 204']);
  }
});

test('an endpoint may call the service before it answers', async () => {
  const sim = await simulate({ customer: { collects: '10m' } });
  const statuses: number[] = [];
  sim.env.onNotification(async () => {
    statuses.push((await create(sim.env)).status);
    return new Response(null, { status: 204 });
  });

  await sim.run(async () => {
    await create(sim.env);
    await sleep(11 * minute);
  });
  await sim.stop();

  expect(statuses).toEqual([201]);
  expect(fates(sim)).toEqual(['0ms sent', '0ms 204']);
});

test.each([
  ['a slow network', { latency: '20s' }, undefined],
  ['a late answer', {}, (sim: Simulation) => void sim.on('createDataQuery').fault('late', { by: '20s' })],
] as const)('with %s the notification comes before the answer to the create', async (_name, options, prepare) => {
  const sim = await simulate({ customer: { collects: '5s' }, ...options });
  prepare?.(sim);
  const order: string[] = [];
  sim.env.onNotification(() => {
    order.push(`notified at ${sim.elapsed}`);
    return new Response(null, { status: 204 });
  });

  await sim.run(async () => {
    const { status } = await create(sim.env);
    order.push(`${status} at ${sim.elapsed}`);
  });
  await sim.stop();

  expect(order).toEqual(['notified at 5000', '201 at 20000']);
});
