import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEnv } from '../../../src/index.ts';
import type { Context } from '../../../src/rules/history.ts';
import { simulate } from '../../../src/simulate.ts';
import type { Simulation } from '../../../src/simulation/simulation.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/spec/assumptions.ts';
import { limits } from '../../../src/spec/limits.ts';
import type { Entry } from '../../../src/trace/entry.ts';
import type { TraceRecorder } from '../../../src/trace/trace.ts';

/** What happened, and what it was played on. */
export interface Run {
  readonly entries: readonly Entry[];
  readonly context: Context;
}

export const minute = 60_000;

type Region = keyof ClientEnv['regions'];

/** A client that asks for what a test wants to see, whether or not a good client would. */
export interface Asker {
  readonly sim: Simulation;
  readonly env: ClientEnv;
  /** Sleeps until so many milliseconds after the beginning. */
  readonly until: (at: number) => Promise<void>;
  readonly create: (token?: string, region?: Region) => Promise<{ readonly id: string }>;
  readonly list: (id: string, search?: string, region?: Region, token?: string) => Promise<Page>;
  readonly get: (url: string, token?: string) => Promise<number>;
  readonly token: (fields: Readonly<Record<string, string>>) => Promise<{ readonly access_token: string }>;
}

export interface Page {
  readonly records: readonly { readonly file: string; readonly schema: string }[];
  readonly nextPageToken?: string;
}

export const play = async (
  options: Parameters<typeof simulate>[0],
  client: (asker: Asker) => Promise<unknown>,
): Promise<Run> => {
  await using sim = await simulate({
    transport: 'fetch',
    instance: 'one',
    unfired: 'ignore',
    notify: () => new Response(null, { status: 204 }),
    ...options,
  });
  await sim.run(() => client(ask(sim)));
  const assumptions: Assumptions = { ...defaultAssumptions, ...options?.assumptions };
  return { entries: [...(sim.trace as TraceRecorder).raw], context: { assumptions, limits } };
};

const ask = (sim: Simulation): Asker => {
  const { env } = sim;
  const call = async (method: string, url: string, token: string): Promise<never> => {
    const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as never;
  };
  const scopeAt = (region: Region): string => `${env.regions[region]}/${env.customer.scope}/data-queries`;
  return {
    sim,
    env,
    until: (at) => sleep(at - sim.elapsed),
    create: (token = env.customer.accessToken, region = 'eu-west-1') => call('POST', scopeAt(region), token),
    list: async (id, search = '', region = 'eu-west-1', token = env.customer.accessToken) => {
      const page: Partial<Page> = await call('GET', `${scopeAt(region)}/${id}/records${search}`, token);
      return { records: [], ...page };
    },
    get: async (url, token) => {
      const answer = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
      return answer.status;
    },
    token: async (fields) => {
      const secrets = { client_id: env.clientId, client_secret: env.clientSecret };
      const body = new URLSearchParams({ ...secrets, ...fields });
      const answer = await fetch(env.tokenUrl, { method: 'POST', body });
      return (await answer.json()) as { readonly access_token: string };
    },
  };
};

/**
 * A run in which every rule about the service has an occasion to be broken: twelve records in pages of five, collected
 * within ten minutes. The numbers of the exchanges are in the comments.
 */
export const playWholeRun = (assumptions: Partial<Assumptions> = {}): Promise<Run> =>
  play({ customer: { records: 12, collects: '10m' }, assumptions }, async (asker) => {
    const { env, until, create, list, get, token } = asker;
    const { id } = await create(); // 1
    await create(undefined, 'us-east-1'); // 2: remembered
    await list(id, '?maxResults=7'); // 3: too early
    const store = await token({ grant_type: 'client_credentials', scope: 'store::apps:readwrite' }); // 4
    await get(`${env.storeUrls.submission}/apps`, store.access_token); // 5
    await token({ grant_type: 'client_credentials', scope: 'nothing' }); // 6: refused
    await until(6 * minute);
    await create(); // 7: refused with 409
    await until(11 * minute);
    const first = await list(id, '?maxResults=5'); // 8
    await until(11 * minute + 1000);
    await list(id, '?maxResults=5'); // 9: remembered
    await list(id, '?maxResults=6', 'us-west-2'); // 10
    const second = await list(id, `?maxResults=5&nextPageToken=${first.nextPageToken}`); // 11
    await list(id, `?maxResults=5&nextPageToken=${second.nextPageToken}`, 'us-east-1'); // 12
    const link = first.records[0]?.file ?? env.tokenUrl;
    await get(link); // 13
    await until(16 * minute);
    await get(link); // 14: dead
    await until(17 * minute);
    await list(id, '?maxResults=5'); // 15: new links
    await until(30 * minute);
    for (let size = 1; size <= 11; size++) await list(id, `?maxResults=${size}`); // 16 to 26, the last one throttled
    await until(60 * minute);
    await create(); // 27: the token has expired
    await get(`${env.storeUrls.submission}/apps`, store.access_token); // 28: as has this one
    const { refreshToken } = env.customer;
    const fresh = await token({ grant_type: 'refresh_token', refresh_token: refreshToken }); // 29
    await until(70 * minute + 1);
    await list(id, '?maxResults=8', 'eu-west-1', fresh.access_token); // 30: the hour is over
    await asker.sim.now.revokeToken();
    await until(71 * minute);
    await create(fresh.access_token); // 31: revoked
    await get(link); // 32: dead for long
    await get(`${env.storeUrls.submission}/apps`, store.access_token); // 33: expired for long
  });
