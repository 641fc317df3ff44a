import { pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ClientEnv, Simulation } from '../../src/index.ts';
import type { SimulateOptions } from '../../src/simulation/options.ts';
import { limits } from '../../src/spec/limits.ts';
import { simulate } from '../../src/simulate.ts';
import { sample, whole } from '../sample.ts';
import { bearer, sleep } from '../simulation/calls.ts';
import type { Fetch } from './fetch-client.ts';

/** What becomes of requests that are under way together: the same by every way in. (Limits, interface C) */

export interface CrowdParts {
  readonly transport: NonNullable<SimulateOptions['transport']>;
  readonly fetchOf: (sim: Simulation) => Fetch;
}

interface Told {
  readonly status: number;
  readonly text: string;
}

/** The calls of a client in one simulation. */
export const callsOf = (sim: Simulation, fetch: Fetch) => {
  const { env } = sim;
  const call = async (url: string, init: RequestInit = {}): Promise<Told> => {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  };
  const queries = ({ scope }: ClientEnv['customer'], region: keyof ClientEnv['regions'] = 'eu-west-1') =>
    `${env.regions[region]}/${scope}/data-queries`;
  const create = (customer = env.customer, region: keyof ClientEnv['regions'] = 'eu-west-1') =>
    call(queries(customer, region), { method: 'POST', headers: bearer(customer.accessToken) });
  const list = (id: string, customer = env.customer, parameters = '') =>
    call(`${queries(customer)}/${id}/records${parameters}`, { headers: bearer(customer.accessToken) });
  const token = (fields: Readonly<Record<string, string>>) =>
    call(env.tokenUrl, { method: 'POST', body: new URLSearchParams(fields) });
  const mail = (content: string) => {
    const body = JSON.stringify({ toEmailAddress: 'a@b.test', fromEmailAddress: 'c@d.test', emailContent: content });
    return call(env.emailUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  };
  /** The id of a query that has been completed. */
  const complete = async (): Promise<string> => {
    const { id } = JSON.parse((await create()).text) as { id: string };
    await sleep(20 * 60_000);
    return id;
  };
  return { call, create, list, token, mail, complete };
};

const ten = Array.from({ length: 10 }, (_, index) => index);
const { value: atOnce } = limits.listBurst;

const count = (told: readonly Told[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of told) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const verdictOf = (sim: Simulation, rule: string): string | undefined =>
  sim.judge().find((one) => one.rule.id === rule)?.verdict;

/** Real work that stands before each request, and ends for each at a moment of its own. */
const realWork: readonly (readonly [string, (index: number) => Promise<unknown>])[] = [
  ['nothing', async () => undefined],
  ['a file that is read', () => readFile(import.meta.filename)],
  ['a key that is derived', (index) => promisify(pbkdf2)('a', 'b', 300 * (1 + (index % 4)), 64, 'sha512')],
];

export const crowd = (name: string, { transport, fetchOf }: CrowdParts, share = whole): void => {
  const cases: (() => void)[] = [];
  const check = (title: string, keep: () => Promise<void>): void => void cases.push(() => test(title, keep));
  const begin = (options: SimulateOptions = {}): Promise<Simulation> =>
    simulate({ unfired: 'ignore', ...options, transport });

  describe(`${name} knows who is there at the same time`, () => {
    const listBehind = async (work: (index: number) => Promise<unknown>): Promise<void> => {
      await using sim = await begin();
      const { complete, list } = callsOf(sim, fetchOf(sim));

      const told = await sim.run(async () => {
        const id = await complete();
        return Promise.all(
          ten.map(async (index) => {
            await work(index);
            return list(id);
          }),
        );
      });

      expect(count(told)).toEqual({ 200: atOnce, 429: ten.length - atOnce });
      expect(verdictOf(sim, 'C14')).toBe('broken');
      expect(verdictOf(sim, 'S10')).toBe('held');
    };
    for (const [what, work] of realWork)
      check(`of ten lists at once five are throttled, behind ${what}`, () => listBehind(work));

    check('of ten lists one after the other none is throttled, nor by five at a time', async () => {
      await using sim = await begin();
      const { complete, list } = callsOf(sim, fetchOf(sim));

      const told = await sim.run(async () => {
        const id = await complete();
        const first: Told[] = [];
        for (const index of ten) first.push(await list(id, sim.env.customer, `?maxResults=${index + 1}`));
        await sleep(1000);
        const left = [...ten];
        const work = async (): Promise<readonly Told[]> => {
          const own: Told[] = [];
          while (left.pop() !== undefined) own.push(await list(id));
          return own;
        };
        return [first, (await Promise.all(ten.slice(0, atOnce).map(work))).flat()];
      });

      expect(told.map(count)).toEqual([{ 200: 10 }, { 200: 10 }]);
      expect(verdictOf(sim, 'C14')).toBe('held');
      expect(verdictOf(sim, 'S10')).toBe('held');
    });

    check('of ten creates at once five are throttled, of ten one after the other none', async () => {
      const customers = Array.from({ length: 20 }, (_, index) => ({ id: `customer-${index}` }));
      await using sim = await begin({ customers, limits: { createRate: 20 } });
      const { create } = callsOf(sim, fetchOf(sim));

      const told = await sim.run(async () => {
        const together = await Promise.all(sim.env.customers.slice(0, 10).map((customer) => create(customer)));
        const alone: Told[] = [];
        for (const customer of sim.env.customers.slice(10)) alone.push(await create(customer));
        return [together, alone];
      });

      expect(told.map(count)).toEqual([{ 201: 5, 429: 5 }, { 201: 10 }]);
    });

    check(
      'creates of one customer at once are one query, told to all; with the conflict first, the others meet it',
      async () => {
        await using sim = await begin();
        await using strict = await begin({ assumptions: { 'cache.beforeConflict': 'conflict' } });
        const three = (one: Simulation): Promise<readonly Told[]> => {
          const { create } = callsOf(one, fetchOf(one));
          return one.run(() => Promise.all([create(), create(), create()]));
        };

        const [told, met] = [await three(sim), await three(strict)];

        expect(count(told)).toEqual({ 201: 3 });
        expect(new Set(told.map(({ text }) => text)).size).toBe(1);
        expect(sim.queries).toHaveLength(1);
        expect(count(met)).toEqual({ 201: 1, 409: 2 });
      },
    );

    check('a fault for three falls on three of ten at once, and the third of ten is one', async () => {
      await using sim = await begin({ limits: { listBurst: 10 } });
      const { complete, list } = callsOf(sim, fetchOf(sim));
      sim.on('listDataQueryRecords').fail('integrationTimeout', { times: 3 });
      sim.on('listDataQueryRecords', { nth: 13 }).fail(500);

      const told = await sim.run(async () => {
        const id = await complete();
        const first = await Promise.all(ten.map(() => list(id)));
        await sleep(1000);
        return [first, await Promise.all(ten.map(() => list(id)))];
      });

      expect(told.map(count)).toEqual([
        { 200: 7, 504: 3 },
        { 200: 9, 500: 1 },
      ]);
    });

    check('an e-mail sent twice at once is accepted as often as the reading has it', async () => {
      await using sim = await begin();
      await using safe = await begin({ assumptions: { 'email.retrySafety': '5m' } });
      const three = (one: Simulation): Promise<readonly Told[]> => {
        const { mail } = callsOf(one, fetchOf(one));
        return one.run(() => Promise.all([mail('same'), mail('same'), mail('other')]));
      };

      const told = [await three(sim), await three(safe)];

      expect(told.map(count)).toEqual([{ 200: 3 }, { 200: 3 }]);
      expect(sim.outbox.map(({ content }) => content)).toEqual(['same', 'same', 'other']);
      expect(safe.outbox.map(({ content }) => content)).toEqual(['same', 'other']);
    });

    for (const tell of sample(cases, share)) tell();
  });
};
