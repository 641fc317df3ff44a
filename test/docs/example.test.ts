import '../../src/runner/vitest.ts';
import { expect, test } from 'vitest';
import { type ClientEnv, simulate } from '../../src/index.ts';

test('starts over when the listing hour has passed', async () => {
  await using sim = await simulate({ customer: { records: 600 } });
  sim.on('notification').elapse('61m'); // an hour and a minute pass before the client hears of it

  const result = await sim.run(() => importOrders(sim.env)); // virtual hours, real milliseconds

  expect(result.records).toBe(sim.customer.records.length);
  expect(result.queries).toBe(2);
  expect(sim).toHaveKeptTheRules(); // what a correct client owes the service
});

interface Answer {
  readonly records?: readonly { readonly file: string; readonly schema: string }[];
  readonly nextPageToken?: string;
  readonly type?: string;
  readonly message?: string;
}

/** The client of the example: as short as it can be, and yet it refreshes, pages, and starts over. */
const importOrders = async (env: ClientEnv): Promise<{ readonly records: number; readonly queries: number }> => {
  let token = env.customer.accessToken;
  let hear: (id: string) => void = () => undefined;
  env.onNotification(async (request) => {
    const { Message } = (await request.json()) as { Message: string };
    hear((JSON.parse(Message) as { id: string }).id);
    return new Response(null, { status: 204 });
  });
  const call = async (path: string, method = 'GET'): Promise<Answer> => {
    const url = `${env.regions['eu-west-1']}/${env.customer.scope}/data-queries${path}`;
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
    const body = (await response.json()) as Answer;
    if (response.ok) return body;
    if (!String(body.message).includes('expired')) throw new Error(String(body.type));
    token = await refresh(env);
    return call(path, method);
  };
  for (let queries = 1; queries <= 3; queries++) {
    const notified = new Promise<string>((resolve) => {
      hear = resolve;
    });
    await call('', 'POST');
    const id = await notified;
    try {
      let records = 0;
      let next: string | undefined = '';
      while (next !== undefined) {
        const page = await call(`/${id}/records?nextPageToken=${next}`);
        for (const { file, schema } of page.records ?? [])
          await Promise.all([file, schema].map(async (link) => (await fetch(link)).text()));
        records += page.records?.length ?? 0;
        next = page.nextPageToken;
      }
      return { records, queries };
    } catch (error) {
      if (!String(error).includes('ACCESS_TIME_ELAPSED')) throw error;
    }
  }
  throw new Error('three queries, and none could be listed in time');
};

const refresh = async (env: ClientEnv): Promise<string> => {
  const form = { grant_type: 'refresh_token', refresh_token: env.customer.refreshToken };
  const credentials = { client_id: env.clientId, client_secret: env.clientSecret };
  const response = await fetch(env.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...credentials }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
};
