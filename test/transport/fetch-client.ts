import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEnv } from '../../src/index.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const waits = [1000, 2000, 4000];

interface Link {
  readonly file: string;
  readonly schema: string;
}

/** A small client on nothing but a `fetch`: it imports one customer, and looks at the first records of each page. */
export const importWith =
  (fetch: Fetch) =>
  async (env: ClientEnv): Promise<{ readonly records: number; readonly queries: number }> => {
    const { scope, refreshToken } = env.customer;
    let token = env.customer.accessToken;
    const completed = new Map<string, () => void>();
    const heard = new Set<string>();
    env.onNotification(async (request) => {
      const { id } = JSON.parse(((await request.json()) as { Message: string }).Message) as { id: string };
      heard.add(id);
      // It goes on once the service has its answer, so that their order does not hang on the way of its next request.
      setImmediate(() => completed.get(id)?.());
      return new Response(null, { status: 204 });
    });

    /** Half a minute for each attempt; what is lost or throttled is tried again. */
    const send = async (url: string, init: RequestInit, attempt = 0): Promise<Response> => {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(new Error('no answer')), 30_000);
      try {
        const response = await fetch(url, { ...init, signal: limit.signal });
        if (response.status !== 429 || attempt === waits.length) return response;
        await response.text();
      } catch (error) {
        if (attempt === waits.length) throw error;
      } finally {
        clearTimeout(timer);
      }
      await sleep(waits[attempt]);
      return send(url, init, attempt + 1);
    };

    const renew = async (): Promise<void> => {
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: env.clientId,
        client_secret: env.clientSecret,
      }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await send(env.tokenUrl, { method: 'POST', headers, body });
      token = ((await response.json()) as { access_token: string }).access_token;
    };

    const call = async <T>(method: string, path: string, mayRenew = true): Promise<T> => {
      const url = `${env.regions['eu-west-1']}/${scope}${path}`;
      const response = await send(url, { method, headers: { authorization: `Bearer ${token}` } });
      if (response.ok) return (await response.json()) as T;
      const text = await response.text();
      if (!mayRenew || !text.includes('Access token is expired')) throw new Error(text);
      await renew();
      return call(method, path, false);
    };

    const read = async (queries: number): Promise<{ readonly records: number; readonly queries: number }> => {
      const { id } = await call<{ id: string }>('POST', '/data-queries');
      await new Promise<void>((resolve) => (heard.has(id) ? resolve() : completed.set(id, resolve)));
      let records = 0;
      let next = '';
      do {
        const page = await call<{ records: Link[]; nextPageToken?: string | null }>(
          'GET',
          `/data-queries/${id}/records?maxResults=250${next}`,
        );
        records += page.records.length;
        for (const { file, schema } of page.records.slice(0, 3))
          for (const url of [file, schema]) await (await send(url, { method: 'GET' })).text();
        next = page.nextPageToken ? `&nextPageToken=${encodeURIComponent(page.nextPageToken)}` : '';
      } while (next !== '');
      return { records, queries };
    };

    try {
      return await read(1);
    } catch (error) {
      if (!String(error).includes('ACCESS_TIME_ELAPSED')) throw error;
      return read(2);
    }
  };
