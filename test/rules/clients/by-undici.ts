import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Client, ClientEnv } from '../../../src/index.ts';
import * as parts from './correct-parts.ts';

/** Pages come out of a generator, over a dispatcher of its own; customers are imported one after the other. */
export const importByUndici: Client = async (env) => {
  const dispatcher = new Agent({ connections: 4, headersTimeout: 25_000, bodyTimeout: 25_000 });
  try {
    const hear = parts.openInbox(env);
    const io = openConnection(env, dispatcher);
    for (const customer of env.customers) await importCustomer(env, openSession(env, customer, io), io, hear);
    const mail = { toEmailAddress: 'a@example.com', fromEmailAddress: 'b@example.com', emailContent: 'done' };
    const headers = { 'content-type': 'application/json' };
    const answer = await io.send(env.emailUrl, { method: 'POST', headers, body: JSON.stringify(mail) });
    if (answer?.status !== 200) throw new Error(`mail: ${answer?.status ?? 'no answer'}`);
  } finally {
    await dispatcher.destroy();
  }
};

interface Sending {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Connection {
  /** The answer, or nothing when none came. */
  readonly send: (url: string, sending: Sending) => Promise<parts.Answer | undefined>;
  readonly gates: Readonly<Record<'GET' | 'POST', ReturnType<typeof parts.openGate>>>;
}

const openConnection = ({ signal }: ClientEnv, dispatcher: Agent): Connection => ({
  gates: { POST: parts.openGate(...parts.createLimits), GET: parts.openGate(...parts.listLimits) },
  send: async (url, { method, headers = {}, body = null }) => {
    try {
      const response = await request(url, { method, headers: { ...headers }, body, dispatcher, signal });
      return { status: response.statusCode, text: await response.body.text() };
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  },
});

/** Sends a call of interface C until its answer is final. */
type Session = (method: 'GET' | 'POST', path: string) => Promise<parts.Answer>;

const openSession = (env: ClientEnv, customer: ClientEnv['customer'], { send, gates }: Connection): Session => {
  const bases = Object.values(env.regions);
  let { accessToken, refreshToken } = customer;
  let region = 0;

  const refresh = async (): Promise<void> => {
    const { clientId: client_id, clientSecret: client_secret } = env;
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id, client_secret };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await send(env.tokenUrl, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
    const fresh = parts.readBody<{ access_token: string; refresh_token: string }>(answer?.text ?? '');
    if (fresh.access_token === undefined)
      throw new Error(`refresh: ${answer?.status ?? 'no answer'} ${answer?.text ?? ''}`);
    accessToken = fresh.access_token;
    refreshToken = fresh.refresh_token ?? refreshToken;
  };

  return async (method, path) => {
    let refreshes = 0;
    let silences = 0;
    for (let retries = 0; ; ) {
      await gates[method](env.signal);
      const url = `${bases[region % bases.length]}/${customer.scope}/data-queries${path}`;
      const answer = await send(url, { method, headers: { authorization: `Bearer ${accessToken}` } });
      if (answer === undefined) {
        region += 1;
        silences += 1;
        if (silences === bases.length) throw new Error(`${method} ${path}: no region answers`);
      } else if (parts.isExpired(answer) && refreshes < 3) {
        refreshes += 1;
        await refresh();
      } else if (retries < parts.mostRetries(answer)) {
        await sleep(parts.waits[retries], undefined, { signal: env.signal });
        retries += 1;
      } else {
        return answer;
      }
    }
  };
};

const importCustomer = async (
  { signal }: ClientEnv,
  session: Session,
  io: Connection,
  hear: (query: string) => Promise<string>,
): Promise<number> => {
  let queries = 0;
  for (;;) {
    const id = await create(session, signal);
    queries += 1;
    if ((await hear(id)) === 'CANCELED') throw new Error('the query was CANCELED');
    try {
      let records = 0;
      for await (const page of pagesOf(session, io, id, signal)) records += page.records.length;
      return records;
    } catch (error) {
      const isTooLate = error instanceof parts.Refused && error.type === 'ACCESS_TIME_ELAPSED';
      if (!isTooLate || queries === 4) throw error;
    }
  }
};

const create = async (session: Session, signal: AbortSignal): Promise<string> => {
  for (let conflicts = 0; ; conflicts++) {
    const answer = await session('POST', '');
    const { id } = parts.readBody<{ id: string }>(answer.text);
    if (answer.status === 201 && id !== undefined) return id;
    if (answer.status !== 409 || conflicts === 30) throw new parts.Refused('create', answer);
    await sleep(301_000, undefined, { signal });
  }
};

const pagesOf = async function* (
  session: Session,
  { send }: Connection,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<parts.Page> {
  const get = async (url: string): Promise<number> => {
    const answer = (await send(url, { method: 'GET' })) ?? (await send(url, { method: 'GET' }));
    if (answer === undefined) throw new Error('download: the connection broke twice');
    return answer.status;
  };
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = new URLSearchParams({ maxResults: '250', ...(token !== '' && { nextPageToken: token }) });
    const list = async (): Promise<parts.Page> => {
      const answer = await session('GET', `/${id}/records?${query.toString()}`);
      const page = parts.readBody<parts.Page>(answer.text);
      if (answer.status !== 200 || page.records === undefined) throw new parts.Refused('list', answer);
      return page as parts.Page;
    };
    const page = await parts.downloadPage(await list(), list, get, signal);
    yield page;
    token = parts.nextOf(page);
  }
};
