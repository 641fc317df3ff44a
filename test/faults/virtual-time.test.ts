import { describe, expect, test } from 'vitest';
import { simulate, type SimulateOptions, type Simulation } from '../../src/index.ts';
import { create, list, nextNotification } from '../simulation/calls.ts';
import { askers } from './askers.ts';
import { sampled } from '../sampled.ts';
import { openReference } from './references.ts';
import { verdictOf } from './verdict.ts';

/** What faults take is virtual time, to the millisecond, whatever the client. */

const begin = (options: SimulateOptions = {}): Promise<Simulation> =>
  simulate({ customer: { records: 1, collects: '0s' }, ...options });

/** The address of the only file: what can be had with a plain GET. */
const findFile = async ({ env }: Simulation): Promise<string> => {
  const notified = nextNotification(env);
  const { body } = await create(env);
  await notified;
  const page = await list(env, body['id']);
  return (page.body['records'] as readonly { readonly file: string }[])[0]?.file ?? '';
};

/** What the client makes of it, and how many virtual milliseconds it took. */
const time = async (sim: Simulation, work: (file: string) => Promise<unknown>) => {
  const file = await sim.run(() => findFile(sim));
  const before = sim.elapsed;
  const verdict = await sim.run(() => verdictOf(() => work(file)));
  return { verdict, took: sim.elapsed - before };
};

type On = ReturnType<Simulation['on']>;

const faults: readonly [string, (on: On) => Simulation, number][] = [
  ['refused', (on) => on.fault('refused'), 0],
  ['unresolved', (on) => on.fault('unresolved'), 0],
  ['timeout', (on) => on.fault('timeout'), 127_000],
  ['timeout by 20s', (on) => on.fault('timeout', { by: '20s' }), 20_000],
  ['reset', (on) => on.fault('reset'), 0],
  ['closed', (on) => on.fault('closed'), 0],
  ['late', (on) => on.fault('late'), 10_000],
  ['delayAnswer', (on) => on.fault('late', { by: '3s' }), 3000],
  ['slowHeaders', (on) => on.fault('slowHeaders'), 10_000],
  ['slowHeaders in 7 pieces', (on) => on.fault('slowHeaders', { by: '300ms', pieces: 7 }), 2100],
  ['drip', (on) => on.fault('drip'), 10_000],
  ['drip in 4 pieces', (on) => on.fault('drip', { by: '2s', pieces: 4 }), 8000],
  ['resetInBody', (on) => on.fault('resetInBody'), 0],
  ['truncated', (on) => on.fault('truncated'), 0],
  ['emptyBody', (on) => on.fault('emptyBody'), 0],
];

const timed = [...Object.keys(askers), 'sim.fetch'];

/** Those that wait ten seconds for a connection, by timers that are coarse: half a second, in reality as well. */
const impatient = ['fetch', 'ky', 'undici', 'sim.fetch'];

describe.each(faults.map((fault, place) => [...fault, place] as const))('%s', (what, tell, length, place) => {
  test.each(sampled(timed, { every: 5, from: place }))('%s', async (client) => {
    await using sim = await begin();
    tell(sim.on('downloadFile'));
    const ask = askers[client] ?? (async (url: string) => (await sim.fetch(url)).json());

    const { took } = await time(sim, ask);

    expect(took).toBe(what.startsWith('timeout') && impatient.includes(client) ? 10_479 : length);
  });
});

/** Milliseconds after which a client gives up that is told to after five seconds. */
const patience: Readonly<Record<string, number>> = {
  fetch: 5000,
  'node:http': 5000,
  axios: 5000,
  // It lets one more timer pass, of no length, which is a millisecond.
  got: 5001,
  // Its timers are coarse: half a second, in reality as well.
  undici: 5489,
  ky: 5000,
};

describe('silence', () => {
  test.each(Object.entries(askers))('%s gives up as it does with a real server', async (client, ask) => {
    await using real = await openReference('silence');
    const expected = await verdictOf(() => ask(real.url, 50));
    await using sim = await begin();
    sim.on('downloadFile').fault('silence');

    const { verdict, took } = await time(sim, (file) => ask(file, 5000));

    expect(verdict).toEqual(
      JSON.parse(JSON.stringify(expected).replaceAll(/\b50 ?ms/g, (text) => text.replace('50', '5000'))),
    );
    expect(took).toBe(patience[client]);
  });
});

describe.each(['fetch', 'node:http', 'axios', 'undici'])('%s', (client) => {
  const ask = askers[client] as (url: string, patience?: number) => Promise<unknown>;

  test('an attempt to connect that times out says so, on whatever scheme', async () => {
    await using sim = await begin();
    sim.on('downloadFile').fault('timeout', { by: '5s' });

    const { verdict } = await time(sim, ask);

    const error = 'error' in verdict ? (verdict.error.cause ?? verdict.error) : undefined;
    expect(error).toMatchObject({ code: 'ETIMEDOUT', syscall: 'connect' });
  });
});

describe('latency', () => {
  const drawn = async (seed: number): Promise<readonly number[]> => {
    await using sim = await begin({ seed, latency: '50ms..400ms' });
    const lengths: number[] = [];
    await sim.run(async () => {
      for (let call = 0; call < 40; call++) {
        const before = sim.elapsed;
        await create(sim.env);
        lengths.push(sim.elapsed - before);
      }
    });
    return lengths;
  };

  test('is drawn for each answer from the seed, within its bounds', async () => {
    const first = await drawn(1);

    expect(Math.min(...first)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...first)).toBeLessThanOrEqual(400);
    expect(new Set(first).size).toBeGreaterThan(20);
    expect(await drawn(1)).toEqual(first);
    expect(await drawn(2)).not.toEqual(first);
  });

  test('comes before a body that drips, and a connection that is refused has none', async () => {
    await using sim = await begin({ latency: '100ms' });
    sim.on('downloadFile').fault('drip');
    sim.on('downloadFile', { nth: 2 }).fault('refused');
    const read = async (file: string): Promise<string> => (await fetch(file)).text();

    const { took } = await time(sim, async (file) => {
      await read(file);
      await verdictOf(() => read(file));
    });

    expect(took).toBe(10_100);
  });
});
