import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientCustomer, ClientEnv } from 'stunt-double';

const minute = 60_000;

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
  const results = [];
  for (const customer of env.customers) results.push(await importData(env, customer, statuses));
  return results;
}

async function importData(env: ClientEnv, customer: ClientCustomer, statuses: ReadonlyMap<string, string>) {
  const call = openSession(env, customer);
  for (let queries = 1; ; queries++) {
    const { id } = await call<{ id: string }>('POST', '');
    for (let waited = 0; !statuses.has(id); waited++) {
      if (waited === 4 * 60) throw new Error(`no notification of query ${id} in four hours`);
      await sleep(minute);
    }
    const status = statuses.get(id);
    try {
      const records = status === 'COMPLETED' ? await download(id, call) : 0;
      return { customer: customer.id, scope: customer.scope, status, records };
    } catch (error) {
      // Records are listed for an hour after the notification; then it takes a new query.
      if ((error as Refusal).type !== 'ACCESS_TIME_ELAPSED' || queries === 3) throw error;
    }
  }
}

async function download(id: string, call: Call) {
  let count = 0;
  for (let token: string | undefined = ''; token !== undefined; ) {
    const list = () => call<Page>('GET', `/${id}/records?maxResults=50&nextPageToken=${encodeURIComponent(token ?? '')}`);
    let page = await list();
    for (let at = 0, died = 0; at < page.records.length; ) {
      try {
        const { file, schema } = page.records[at] as Page['records'][number];
        for (const link of [file, schema]) await retry(isDead, () => send(link));
        at += 1;
      } catch (error) {
        // Links live for five minutes, and for as long the same list has the same links.
        if (!isDead(error as Refusal) || ++died > 5) throw error;
        await sleep(5 * minute);
        page = await list();
      }
    }
    count += page.records.length;
    token = page.nextPageToken || undefined;
  }
  return count;
}

/** Calls for one customer: within the limits, in another region at each retry, and with a new token when one has expired. */
function openSession(env: ClientEnv, customer: ClientCustomer): Call {
  let { accessToken, refreshToken } = customer;
  const refresh = async () => {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const body = new URLSearchParams({ ...grant, client_id: env.clientId, client_secret: env.clientSecret });
    const tokens = await retry(isFinal, async () => JSON.parse(await send(env.tokenUrl, { method: 'POST', body })) as Tokens);
    accessToken = tokens.access_token;
    refreshToken = tokens.refresh_token ?? refreshToken;
  };
  const regions = Object.values(env.regions);
  return (method, path) =>
    retry(isFinal, async (tries) => {
      await sleep(method === 'POST' ? minute : 100); // 20 creates in 20 minutes are allowed, and 10 lists in a second
      const url = `${regions[tries % regions.length]}/${customer.scope}/data-queries${path}`;
      try {
        return JSON.parse(await send(url, { method, headers: { authorization: `Bearer ${accessToken}` } }));
      } catch (error) {
        if (isExpired(error as Refusal)) await refresh();
        throw error;
      }
    });
}

/** Waits longer before each retry, as the interface suggests, and for the query under way where that is in conflict. */
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

async function send(url: string, init?: RequestInit) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(minute / 2) });
  const text = await response.text();
  if (response.ok) return text;
  const [, type] = /"(?:type|error)":\s*"(\w+)"/.exec(text) ?? [];
  throw Object.assign(new Error(`${response.status} ${text}`), { status: response.status, type });
}

const isDead = ({ status = 0 }: Refusal) => [400, 401, 403, 404, 410, 413].includes(status);
const isExpired = ({ message }: Refusal) => message.includes('Access token is expired');
/** What says why, and would say so again. */
const isFinal = (refusal: Refusal) =>
  isDead(refusal) && refusal.type !== undefined && refusal.type !== 'BLOCKED_REQUEST' && !isExpired(refusal);

type Refusal = Error & { status?: number; type?: string };
type Call = <T>(method: 'GET' | 'POST', path: string) => Promise<T>;
type Page = { records: { file: string; schema: string }[]; nextPageToken?: string | null };
type Tokens = { access_token: string; refresh_token?: string };
