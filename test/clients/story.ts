import { describe, expect, test } from 'vitest';
import { type Entry, type Simulation, simulate } from '../../src/index.ts';
import type { SimulateOptions } from '../../src/simulation/options.ts';
import { nextNotification } from '../simulation/calls.ts';
import { type Case, clients, findGap } from './all-clients.ts';
import { type WayName, wayOf } from './ways.ts';
import { type Calls, type Page, pageSize, type WildClient, waits } from './wild-client.ts';

/** The same story for every client, in virtual time. */

type RequestEntry = Entry & { readonly kind: 'request' };

const requests = (sim: Simulation, operation: string): readonly RequestEntry[] =>
  sim.trace.entries.filter((entry): entry is RequestEntry => entry.kind === 'request' && entry.operation === operation);

/** The instants of the requests, in milliseconds since the simulation began. */
const instants = (sim: Simulation, operation: string): readonly number[] =>
  requests(sim, operation).map(({ at }) => at);

/** When requests are sent that are repeated as the document suggests. (Errors, interface C) */
const suggested = waits.reduce<readonly number[]>((sent, wait) => [...sent, (sent.at(-1) ?? 0) + wait], [0]);

/** Creates a query, hears of its end and reads all its pages. */
const listAll = async ({ env }: Simulation, calls: Calls): Promise<readonly Page[]> => {
  const heard = nextNotification(env);
  const token = await calls.token(env);
  const id = await calls.create(env, token);
  await heard;
  const pages = [await calls.page(env, token, id)];
  for (let next = pages[0]?.nextPageToken; next !== undefined; next = pages.at(-1)?.nextPageToken) {
    pages.push(await calls.page(env, token, id, next));
  }
  return pages;
};

const linksOf = (pages: readonly Page[]): readonly string[] =>
  pages.flatMap(({ records }) => records.map(({ file }) => file));

const parse = (texts: readonly string[]): readonly unknown[] => texts.map((text) => JSON.parse(text) as unknown);

const downloadAll = async (links: readonly string[], download: (url: string) => Promise<string>) => {
  const texts: string[] = [];
  for (const link of links) texts.push(await download(link));
  return texts;
};

const records = 2 * pageSize + 1;

/** What a story is told with: options of `simulate`, and which calls of a client lead there. */
interface Telling {
  readonly options: SimulateOptions;
  readonly callsOf: (client: WildClient, sim: Simulation) => Calls;
  /** Virtual milliseconds from a request to its answer. */
  readonly answerTakes: number;
}

const noLag = { before: 0, after: 0 };

/** What each case asks of a client. */
const stories: Readonly<Record<Case, (client: WildClient, telling: Telling) => Promise<void>>> = {
  token: async (client, { options, callsOf, answerTakes }) => {
    const { lag = noLag } = client;
    await using sim = await simulate(options);
    const calls = callsOf(client, sim);

    const token = await sim.run(() => calls.token(sim.env));

    const [sent, ...more] = requests(sim, 'requestToken');
    expect(more).toEqual([]);
    expect(sent?.request.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/);
    expect(token).not.toBe(sim.env.customer.accessToken);
    expect(await sim.run(() => calls.create(sim.env, token))).toBe(sim.queries[0]?.id);
    expect(sim.elapsed).toBe(lag.before + lag.after + 2 * answerTakes);
  },

  'retried create': async (client, { options, callsOf, answerTakes }) => {
    const { lag = noLag } = client;
    await using sim = await simulate(options);
    const calls = callsOf(client, sim);
    sim.on('createDataQuery').fail('integrationTimeout', { times: waits.length });

    const id = await sim.run(() => calls.create(sim.env, sim.env.customer.accessToken));

    expect(suggested).toEqual([0, 1000, 3000, 7000, 17_000, 47_000]);
    expect(instants(sim, 'createDataQuery')).toEqual(
      suggested.map((instant, nth) => instant + lag.before + nth * answerTakes),
    );
    expect(sim.queries.map((query) => query.id)).toEqual([id]);
    expect(sim.elapsed).toBe(lag.before + 47_000 + lag.after + 6 * answerTakes);
  },

  'paged list': async (client, { options, callsOf }) => {
    await using sim = await simulate({ ...options, customer: { records } });
    const calls = callsOf(client, sim);

    const texts = await sim.run(async () => {
      const pages = await listAll(sim, calls);
      expect(pages.map((page) => page.records.length)).toEqual([pageSize, pageSize, 1]);
      return downloadAll(linksOf(pages), async (url) => (await sim.fetch(url)).text());
    });

    expect(parse(texts)).toEqual(sim.customer.records);
    expect(requests(sim, 'listDataQueryRecords')).toHaveLength(3);
  },

  download: async (client, { options, callsOf }) => {
    await using sim = await simulate({ ...options, customer: { records } });
    const calls = callsOf(client, sim);

    const texts = await sim.run(async () => downloadAll(linksOf(await listAll(sim, calls)), calls.download));

    expect(parse(texts)).toEqual(sim.customer.records);
  },

  'own time-out': async (client, { options, callsOf, answerTakes }) => {
    const { timeout, lag = noLag } = client;
    if (timeout === 'none') return;
    const { error, grid = 1, grace = 0 } = timeout;
    const limit = Math.ceil(5000 / grid) * grid + grace;
    {
      await using sim = await simulate({ ...options, latency: `${limit - 1 - answerTakes}ms` });
      const calls = callsOf(client, sim);

      const token = await sim.run(() => calls.token(sim.env, 5000));

      expect(token).not.toBe('');
      expect(sim.elapsed).toBe(lag.before + limit - 1 + lag.after);
    }
    await using sim = await simulate({ ...options, latency: `${limit + 1}ms` });
    const calls = callsOf(client, sim);

    const failure: unknown = await sim.run(() =>
      calls.token(sim.env, 5000).catch((reason: unknown) => ({ reason, at: sim.elapsed })),
    );

    const { message, ...rest } = error;
    const reason = { ...rest, ...(message && { message: expect.stringMatching(message) as unknown }) };
    expect(failure).toEqual({ at: lag.before + limit + lag.after, reason: expect.objectContaining(reason) as unknown });
  },
};

interface Choices extends Partial<Telling> {
  /** Only these clients; all. */
  readonly only?: (client: WildClient) => boolean;
  /** What sets this suite apart from another of the same way. */
  readonly of?: string;
  /** That `stunt-double/register` was imported before everything else. */
  readonly isRegistered?: true;
}

/** A suite that tells these cases to every client that a way reaches; one that has a gap there has to fail. */
export const tell = (way: WayName, names: readonly Case[], choices: Choices = {}): void => {
  const { reaches, answerTakes = 0 } = wayOf(way);
  const { options = {}, callsOf = ({ calls }: WildClient) => calls, only = () => true, of, isRegistered } = choices;
  describe.each(clients.filter(reaches).filter(only))(`${way}${of === undefined ? '' : ` ${of}`}, $name`, (client) => {
    for (const name of names) {
      if (name === 'own time-out' && client.timeout === 'none') continue;
      const gap = findGap(client, name, way, isRegistered);
      const telling = { options, callsOf, answerTakes };
      if (gap === undefined) test(name, () => stories[name](client, telling));
      else {
        const soon = { ...telling, options: { ...options, stuckAfter: 200 } };
        test.fails(`${name} (not: ${gap.because})`, () => stories[name](client, soon));
      }
    }
  });
};
