import type { ClientEnv } from '../../src/index.ts';

/**
 * Clients that are each wrong in one way, and right in all others that matter to the scenarios they are shown. None of
 * them looks after its links, its pace or a refresh token that changes; the last two exports are named after that.
 */

interface Ways {
  readonly mayRetry: (status: number) => boolean;
  readonly refreshes: boolean;
  readonly followsPages: boolean;
  readonly startsOver: boolean;
  readonly waits: 'forNotification' | 'not' | 'forEver';
  readonly heedsCancellation: boolean;
}

interface Body {
  readonly id: string;
  readonly message?: string;
  readonly type?: string;
  readonly access_token: string;
  readonly records: readonly { readonly file: string; readonly schema: string }[];
  readonly nextPageToken?: string;
}

const right: Ways = {
  mayRetry: (status) => status === 429 || status >= 500,
  refreshes: true,
  followsPages: true,
  startsOver: true,
  waits: 'forNotification',
  heedsCancellation: true,
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const importWith = async (
  env: ClientEnv,
  ways: Ways,
): Promise<{ readonly records: number; readonly queries: number }> => {
  let token = env.customer.accessToken;
  const heard = new Map<string, (status: string) => void>();
  env.onNotification(async (request) => {
    const { Message } = (await request.json()) as { readonly Message: string };
    const { id, status } = JSON.parse(Message) as { readonly id: string; readonly status: string };
    heard.get(id)?.(status);
    return new Response();
  });

  const call = async (method: string, path: string, tries = 5): Promise<Body> => {
    const url = `${env.regions['eu-west-1']}/${env.customer.scope}/data-queries${path}`;
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
    const body = (await response.json()) as Body;
    if (response.ok) return body;
    if (ways.refreshes && body.message?.includes('expired') === true) {
      token = await refresh(env);
      return call(method, path, tries);
    }
    if (tries === 0 || !ways.mayRetry(response.status)) throw new Error(String(body.type));
    await pause(1000);
    return call(method, path, tries - 1);
  };

  for (let queries = 1; ; queries++) {
    const { id } = await call('POST', '');
    const status = ways.waits === 'not' ? 'COMPLETED' : await new Promise<string>((resolve) => heard.set(id, resolve));
    if (ways.waits === 'forEver') await new Promise(() => undefined);
    if (status === 'CANCELED' && ways.heedsCancellation) throw new Error('canceled');
    try {
      return { records: await readPages(call, id, ways.followsPages), queries };
    } catch (error) {
      if (!ways.startsOver || !String(error).includes('ACCESS_TIME_ELAPSED')) throw error;
    }
  }
};

const readPages = async (
  call: (method: string, path: string) => Promise<Body>,
  id: string,
  followsPages: boolean,
): Promise<number> => {
  let records = 0;
  let token: string | undefined = '';
  while (token !== undefined) {
    const page: Body = await call('GET', `/${id}/records?nextPageToken=${token}`);
    for (const { file, schema } of page.records) await Promise.all([fetch(file), fetch(schema)]);
    records += page.records.length;
    token = followsPages ? page.nextPageToken : undefined;
  }
  return records;
};

const refresh = async ({ tokenUrl, clientId, clientSecret, customer }: ClientEnv): Promise<string> => {
  const form = { grant_type: 'refresh_token', refresh_token: customer.refreshToken };
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
  return ((await (await fetch(tokenUrl, { method: 'POST', body })).json()) as Body).access_token;
};

export const neverRetries = (env: ClientEnv): unknown => importWith(env, { ...right, mayRetry: () => false });
export const retriesEverything = (env: ClientEnv): unknown => importWith(env, { ...right, mayRetry: () => true });
export const neverRefreshes = (env: ClientEnv): unknown => importWith(env, { ...right, refreshes: false });
export const readsOnePage = (env: ClientEnv): unknown => importWith(env, { ...right, followsPages: false });
export const neverStartsOver = (env: ClientEnv): unknown => importWith(env, { ...right, startsOver: false });
export const listsAtOnce = (env: ClientEnv): unknown => importWith(env, { ...right, waits: 'not' });
export const waitsForEver = (env: ClientEnv): unknown => importWith(env, { ...right, waits: 'forEver' });
export const ignoresCancellation = (env: ClientEnv): unknown => importWith(env, { ...right, heedsCancellation: false });
export const neverListsAgain = (env: ClientEnv): unknown => importWith(env, right);
export const keepsRefreshToken = (env: ClientEnv): unknown => importWith(env, right);
