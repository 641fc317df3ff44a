import type { Client, ClientEnv } from '../../../src/index.ts';
import { createPaces, openSession, pause, type Session } from './reference-calls.ts';
import { type Reply, reference } from './behavior.ts';
import { importWith } from './reference-client.ts';
import { Fleet, importByFleet } from './wrong/fleet.ts';

/** Correct clients of which each does one thing that looks wrong, until one knows why. */

type Endpoint = (request: Request) => Response | Promise<Response>;

/** Environments with one customer each; what is notified is told to all of them. */
const splitEnv = (env: ClientEnv): readonly ClientEnv[] => {
  const endpoints: Endpoint[] = [];
  env.onNotification(async (request: Request) => {
    for (const endpoint of endpoints) await endpoint(request.clone());
    return new Response(null, { status: 204 });
  });
  return env.customers.map((customer) => ({
    ...env,
    customer,
    customers: [customer],
    onNotification: (endpoint: unknown) => void endpoints.push(endpoint as Endpoint),
  }));
};

const day = 24 * 3_600_000;

/** One customer after the other, and for each of them it waits a day for the notification, and as long for what fails. */
const givesEachADay: Client = async (env) => {
  const missed: string[] = [];
  const mostRetries = (reply: Reply): number => (reply.status === 500 ? day / 90_000 : reference.mostRetries(reply));
  for (const one of splitEnv(env)) {
    try {
      await importWith({ patience: day, mostRetries, waits: [...reference.waits, 90_000] })(one);
    } catch (error) {
      missed.push(String(error));
    }
  }
  if (missed.length > 0) throw new Error(missed.join('; '));
};

/** All customers at once; the first that fails for good stops the others in the midst of what they do. */
const abortsOthers: Client = async (env) => {
  const abort = new AbortController();
  const signal = AbortSignal.any([env.signal, abort.signal]);
  const imports = splitEnv(env).map(async (one) => importWith({ signal })(one));
  const outcomes = Promise.allSettled(imports);
  try {
    await Promise.all(imports);
  } catch (error) {
    abort.abort();
    throw error;
  } finally {
    if (!abort.signal.aborted) await outcomes;
  }
};

interface Parts {
  readonly session: Session;
  readonly heard: (query: string) => Promise<void>;
}

const openParts = (env: ClientEnv): Parts => {
  const behavior = { ...reference, signal: env.signal, mostRetries: () => 0 };
  const done = new Set<string>();
  env.onNotification(async (request: Request) => {
    done.add((JSON.parse(((await request.json()) as { Message: string }).Message) as { id: string }).id);
    return new Response(null, { status: 204 });
  });
  const heard = async (query: string): Promise<void> => {
    while (!done.has(query)) await pause(1000);
  };
  return { session: openSession(behavior, env, env.customer, createPaces(behavior)), heard };
};

const fetchAll = async (links: readonly { readonly file: string; readonly schema: string }[]): Promise<void> => {
  for (const { file, schema } of links) for (const link of [file, schema]) await (await fetch(link)).text();
};

/** Where a page is too much for the service, it asks for half of it. */
const halvesPages: Client = async (env) => {
  const { session, heard } = openParts(env);
  const { id = '' } = (await session.call('POST', '')).body;
  await heard(id);
  let token = '';
  let size = 20;
  do {
    const query = new URLSearchParams({ maxResults: String(size), ...(token !== '' && { nextPageToken: token }) });
    const { status, body } = await session.call('GET', `/${id}/records?${query.toString()}`);
    if (status === 504) {
      size /= 2;
      await pause(1000);
      continue;
    }
    await fetchAll(body.records ?? []);
    token = body.nextPageToken ?? '';
    if (token === '') return { records: 'all' };
  } while (size > 1);
  throw new Error(`504: query ${id} cannot be listed`);
};

/** After an hour it tries the old query, and begins a new one at the same time. */
const beginsAnewInTime: Client = async (env) => {
  const { session, heard } = openParts(env);
  const { id = '' } = (await session.call('POST', '')).body;
  await heard(id);
  const [, created] = await Promise.all([session.call('GET', `/${id}/records`), session.call('POST', '')]);
  await heard(created.body.id ?? '');
  throw new Error(`query ${id} ran out; query ${created.body.id ?? ''} is left to the next run`);
};

/** A mail is a courtesy to it: the document says how one is refused, and asks nothing of whom that happens to. */
const mailsIfItCan: Client = importByFleet(
  class extends Fleet {
    protected override mail(text: string): Promise<void> {
      return super.mail(text).catch(() => this.env.signal.throwIfAborted());
    }
  },
);

/** A mail before the import and one after it: when one is sent, and what its content says, the document leaves open. */
const mailsBeforehand: Client = importByFleet(
  class extends Fleet {
    override async run(): Promise<unknown> {
      await this.mail('all records are here');
      return super.run();
    }
  },
);

/** It gives a request up after ten seconds, and never calls it off: what comes of it later it does not hear. */
const racesItsCalls: Client = async (env) => {
  const { heard } = openParts(env);
  const { scope, accessToken } = env.customer;
  const call = async (method: string, path: string): Promise<Reply['body']> => {
    const url = `${env.regions['eu-west-1']}/${scope}/data-queries${path}`;
    for (const wait of [...reference.waits, 0]) {
      const answer = fetch(url, { method, headers: { authorization: `Bearer ${accessToken}` } });
      const response = await Promise.race([answer, pause(10_000)]);
      if (response?.ok === true) return (await response.json()) as Reply['body'];
      if (response !== undefined) throw new Error(`${response.status} ${await response.text()}`);
      await pause(wait);
    }
    throw new Error(`${method}${path}: no answer within ten seconds`);
  };
  const { id = '' } = await call('POST', '');
  await heard(id);
  const { records = [] } = await call('GET', `/${id}/records`);
  await fetchAll(records);
  return { records: records.length };
};

export const unusualClients = {
  givesEachADay,
  abortsOthers,
  halvesPages,
  beginsAnewInTime,
  mailsIfItCan,
  racesItsCalls,
  mailsBeforehand,
} as const;
