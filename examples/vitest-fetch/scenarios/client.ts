import type { ClientCustomer, ClientEnv } from 'stunt-double';

const minute = 60_000;
const sleep = (length: number) => new Promise((resolve) => setTimeout(resolve, length));

/**
 * Imports the data of every customer, and says how that went. Let it call your own code instead: whatever HTTP library that
 * uses, its requests to these addresses are answered by the simulation, and its timers run in virtual time.
 */
export default async function client(env: ClientEnv) {
  const statuses = new Map<string, string>();
  // A notification may come twice, and before the answer that says the id of its query.
  env.onNotification(async (request: Request) => {
    const { Message } = (await request.json()) as { Message: string };
    const { id, status } = JSON.parse(Message) as { id: string; status: string };
    statuses.set(id, status);
    return new Response(null, { status: 204 });
  });
  const turns = { POST: 0, GET: 0 };
  const results = [];
  for (const customer of env.customers) {
    results.push(await importData(customer, openSession(env, customer, turns), statuses));
  }
  return results;
}

async function importData({ id: customer, scope }: ClientCustomer, call: Call, statuses: ReadonlyMap<string, string>) {
  for (let queries = 1; ; queries++) {
    const { id } = await call<{ id: string }>('POST', '');
    for (let waited = 0; !statuses.has(id); waited++) {
      if (waited === 4 * 60) throw new Error(`no notification of query ${id} in four hours`);
      await sleep(minute);
    }
    const status = statuses.get(id);
    try {
      return { customer, scope, status, records: status === 'COMPLETED' ? await download(id, call) : 0 };
    } catch (error) {
      // Records are listed for an hour after the notification; then it takes a new query.
      if ((error as Refusal).type !== 'ACCESS_TIME_ELAPSED' || queries === 3) throw error;
    }
  }
}

async function download(id: string, call: Call) {
  let count = 0;
  let token = '';
  do {
    const path = `/${id}/records?maxResults=50&nextPageToken=${encodeURIComponent(token)}`;
    let page = await call<Page>('GET', path);
    for (let at = 0, deaths = 0; at < page.records.length; ) {
      const { file, schema } = page.records[at] as Links;
      try {
        for (const link of [file, schema]) await retry(isDead, () => send(link));
        at += 1;
      } catch (error) {
        // Links live for five minutes, and for as long the same list has the same links.
        if (!isDead(error as Refusal) || ++deaths > 5) throw error;
        await sleep(5 * minute);
        page = await call<Page>('GET', path);
      }
    }
    count += page.records.length;
    token = page.nextPageToken ?? '';
  } while (token !== '');
  return count;
}

/** Calls for one customer: within the limits, in another region at each retry, with a new token when one has expired. */
function openSession(env: ClientEnv, customer: ClientCustomer, turns: Record<Method, number>): Call {
  let { accessToken, refreshToken } = customer;
  const refresh = async () => {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const body = new URLSearchParams({ ...grant, client_id: env.clientId, client_secret: env.clientSecret });
    const request = async () => JSON.parse(await send(env.tokenUrl, { method: 'POST', body })) as Tokens;
    const answer = await retry((refusal) => refusal.status === 401 || isFinal(refusal), request);
    accessToken = answer.access_token;
    refreshToken = answer.refresh_token ?? refreshToken;
  };
  const regions = Object.values(env.regions);
  const ask = (method: Method, path: string) =>
    retry(isFinal, async (tries) => {
      // 20 creates in 20 minutes are allowed, and 10 lists in a second.
      const turn = Math.max(turns[method], Date.now());
      turns[method] = turn + (method === 'POST' ? minute : 125);
      while (Date.now() < turn) await sleep(turn - Date.now());
      const url = `${regions[tries % regions.length]}/${customer.scope}/data-queries${path}`;
      return JSON.parse(await send(url, { method, headers: { authorization: `Bearer ${accessToken}` } }));
    });
  return async (method, path) => {
    for (let refreshes = 0; ; refreshes++) {
      try {
        return await ask(method, path);
      } catch (error) {
        if (!(error as Refusal).message.includes('Access token is expired') || refreshes === 3) throw error;
        await refresh();
      }
    }
  };
}

/** Waits longer before each retry, as the interface suggests; and in a conflict for the query that is under way. */
async function retry<T>(isHopeless: (refusal: Refusal) => boolean, attempt: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt(tries);
    } catch (error) {
      const wait = [1000, 2000, 4000, 10_000, 30_000][tries];
      if (wait === undefined || isHopeless(error as Refusal)) throw error;
      await sleep((error as Refusal).status === 409 ? 30 * minute : wait);
    }
  }
}

async function send(url: string, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(minute / 2) });
  const text = await response.text();
  if (response.ok) return text;
  const [, type] = /"(?:type|error)":\s*"(\w+)"/.exec(text) ?? [];
  throw Object.assign(new Error(`${response.status} ${text}`), { status: response.status, type });
}

const isDead = ({ status = 0 }: Refusal) => [400, 403, 404, 410, 413].includes(status);
/** It says why, and would say so again. Refusals that say nothing are worth a retry. */
const isFinal = (one: Refusal) => isDead(one) && one.type !== undefined && one.type !== 'BLOCKED_REQUEST';

type Refusal = Error & { status?: number; type?: string };
type Method = 'GET' | 'POST';
type Call = <T>(method: Method, path: string) => Promise<T>;
type Links = { file: string; schema: string };
type Page = { records: Links[]; nextPageToken?: string | null };
type Tokens = { access_token: string; refresh_token?: string };
