import axios from 'axios';
import { describe, expect, test } from 'vitest';
import { request as undiciRequest } from 'undici';
import type { ClientEnv, Simulation } from '../../src/index.ts';
import { simulate } from '../../src/simulate.ts';
import { bearer, nextNotification, sleep } from '../simulation/calls.ts';

/** Many simulations in one process, at the same time, each with hosts and a clock of its own. */

type Get = (url: string, token: string) => Promise<string>;

/** Clients that share agents and pools over all simulations. */
const gets: readonly Get[] = [
  async (url, token) => (await fetch(url, { headers: bearer(token) })).text(),
  async (url, token) => JSON.stringify((await axios.get<unknown>(url, { headers: bearer(token) })).data),
  async (url, token) => (await undiciRequest(url, { headers: bearer(token) })).body.text(),
];

interface Page {
  readonly records: readonly { readonly file: string }[];
}

/** Imports in its own rhythm: number `index` sleeps so many seconds between any two requests. */
const importAll = async (
  env: ClientEnv,
  index: number,
): Promise<{ readonly ids: unknown[]; readonly took: number }> => {
  const began = Date.now();
  const get = gets[index % gets.length] as Get;
  const { accessToken, scope } = env.customer;
  const notified = nextNotification(env);
  await fetch(`${env.regions['eu-west-1']}/${scope}/data-queries`, { method: 'POST', headers: bearer(accessToken) });
  const { id } = await notified;
  await sleep(index * 1000);
  const page = JSON.parse(
    await get(`${env.regions['us-east-1']}/${scope}/data-queries/${id}/records`, accessToken),
  ) as Page;
  const ids: unknown[] = [];
  for (const { file } of page.records) {
    await sleep(index * 10);
    ids.push((JSON.parse(await get(file, accessToken)) as { recordId: string }).recordId);
  }
  return { ids, took: Date.now() - began };
};

const recordsOf = (sim: Simulation): readonly unknown[] => sim.customer.records.map((record) => record['recordId']);

test('fifty simulations at once: each client gets its own data at its own times, nobody another’s', async () => {
  const sims = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      simulate({ seed: index, customer: { id: `customer-of-${index}`, records: 2 + (index % 5), collects: '10m' } }),
    ),
  );
  try {
    const imports = await Promise.all(sims.map((sim, index) => sim.run(() => importAll(sim.env, index + 1))));

    for (const [index, sim] of sims.entries()) {
      const files = sim.customer.records.length;
      expect(imports[index]).toEqual({ ids: recordsOf(sim), took: 600_000 + (index + 1) * (1000 + files * 10) });
      const asked = sim.trace.entries.filter(({ kind }) => kind === 'request');
      expect(asked).toHaveLength(2 + files);
    }
    expect(new Set(sims.map(({ env }) => env.tokenUrl)).size).toBe(50);
  } finally {
    for (const sim of sims.toReversed()) await sim.stop();
  }
});

describe('tests of one file that run at the same time', () => {
  test.concurrent.each(Array.from({ length: 8 }, (_, index) => index))('number %i keeps to itself', async (index) => {
    await using sim = await simulate({ seed: index, customer: { records: 3 } });

    const { ids, took } = await sim.run(() => importAll(sim.env, index + 1));

    expect([ids, took]).toEqual([recordsOf(sim), 600_000 + (index + 1) * 1030]);
  });
});
