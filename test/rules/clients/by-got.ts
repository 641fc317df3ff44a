import { setTimeout as sleep } from 'node:timers/promises';
import { type Got, got, HTTPError } from 'got';
import PQueue from 'p-queue';
import type { Client, ClientEnv } from '../../../src/index.ts';
import * as parts from './correct-parts.ts';

/** Got retries by itself; all customers are imported at the same time. */
export const importByGot: Client = async (env) => {
  const gates = { POST: openGate(...parts.createLimits), GET: openGate(...parts.listLimits) };
  const http = createHttp(env, gates);
  const hear = parts.openInbox(env);
  const imports = await Promise.allSettled(
    env.customers.map((customer) => importCustomer(openSession(http, env, customer, gates), hear, env.signal)),
  );
  const failed = imports.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  await mail(http, env);
  return imports.length;
};

const createHttp = ({ signal }: ClientEnv, gates: Gates): Got =>
  got.extend({
    signal,
    // A retry counts like any other request.
    hooks: {
      beforeRetry: [
        async ({ options: { method } }) => void (await gates[method === 'POST' ? 'POST' : 'GET'].pass(signal)),
      ],
    },
    timeout: { request: 20_000 },
    retry: {
      limit: parts.waits.length,
      methods: ['GET', 'POST'],
      calculateDelay: ({ attemptCount, error }) => {
        if (!(error instanceof HTTPError)) return 0;
        const { statusCode: status, body: text } = error.response;
        const most = parts.mostRetries({ status, text: String(text) });
        return attemptCount > most ? 0 : (parts.waits[attemptCount - 1] ?? 0);
      },
    },
  });

/** A limit of none would not be asked for, where the delay is reckoned by a function. */
const once = { calculateDelay: () => 0 };

/** The answer whatever its status; nothing when none came. */
const answerOf = async (request: Promise<{ statusCode: number; body: string }>): Promise<parts.Answer | undefined> => {
  try {
    const { statusCode, body } = await request;
    return { status: statusCode, text: body };
  } catch (error) {
    if (error instanceof HTTPError) return { status: error.response.statusCode, text: String(error.response.body) };
    return undefined;
  }
};

interface Session {
  readonly get: (url: string) => Promise<number>;
  readonly call: <Body>(method: 'GET' | 'POST', path: string, expected: keyof Body) => Promise<Body>;
}

/** `pass` lets one after the other through, in `lane` are never more at once than may be. */
const openGate = (...limits: readonly parts.Limit[]) => ({
  pass: parts.openGate(...limits),
  lane: new PQueue({ concurrency: 5 }),
});

type Gates = Readonly<Record<'GET' | 'POST', ReturnType<typeof openGate>>>;

const openSession = (http: Got, env: ClientEnv, customer: ClientEnv['customer'], gates: Gates): Session => {
  let { accessToken, refreshToken } = customer;
  const refresh = async (): Promise<void> => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const secrets = { client_id: env.clientId, client_secret: env.clientSecret };
    const plain = { form: { ...form, ...secrets }, retry: once };
    const answer = await answerOf(http.post(env.tokenUrl, plain));
    const fresh = parts.readBody<{ access_token: string; refresh_token: string }>(answer?.text ?? '');
    if (fresh.access_token === undefined)
      throw new Error(`refresh: ${answer?.status ?? 'no answer'} ${answer?.text ?? ''}`);
    accessToken = fresh.access_token;
    refreshToken = fresh.refresh_token ?? refreshToken;
  };
  const attempt = async (method: 'GET' | 'POST', path: string): Promise<parts.Answer | undefined> => {
    for (const base of Object.values(env.regions)) {
      const { pass, lane } = gates[method];
      const answer = await lane.add(async () => {
        await pass(env.signal);
        const headers = { authorization: `Bearer ${accessToken}` };
        return answerOf(http(`${base}/${customer.scope}/data-queries${path}`, { method, headers }));
      });
      if (answer !== undefined) return answer;
      env.signal.throwIfAborted();
    }
    return undefined;
  };
  return {
    call: async <Body>(method: 'GET' | 'POST', path: string, expected: keyof Body) => {
      let answer = await attempt(method, path);
      if (answer !== undefined && parts.isExpired(answer)) {
        await refresh();
        answer = await attempt(method, path);
      }
      if (answer === undefined) throw new Error(`${method} ${path}: no region answers`);
      const body = parts.readBody<Body>(answer.text);
      if (answer.status >= 300 || body[expected] === undefined) throw new parts.Refused(`${method} ${path}`, answer);
      return body as Body;
    },
    get: async (url) => {
      for (let tries = 0; ; tries++) {
        const answer = await answerOf(http(url, { retry: once }));
        if (answer !== undefined) return answer.status;
        if (tries === 2) throw new Error('download: the connection breaks again and again');
        await sleep(1000, undefined, { signal: env.signal });
      }
    },
  };
};

const importCustomer = async (
  session: Session,
  hear: (query: string) => Promise<string>,
  signal: AbortSignal,
): Promise<void> => {
  for (let queries = 0; ; queries++) {
    const id = await create(session, signal);
    const outcome = await hear(id);
    if (outcome !== 'COMPLETED') throw new Error(`query ${id} is ${outcome}: ask the customer`);
    try {
      return await readPages(session, id, signal);
    } catch (error) {
      if (!(error instanceof parts.Refused) || error.type !== 'ACCESS_TIME_ELAPSED' || queries === 2) throw error;
    }
  }
};

const create = async (session: Session, signal: AbortSignal): Promise<string> => {
  for (let conflicts = 0; ; conflicts++) {
    try {
      return (await session.call<{ id: string }>('POST', '', 'id')).id;
    } catch (error) {
      if (!(error instanceof parts.Refused) || error.type !== 'REQUEST_CONFLICT' || conflicts === 12) throw error;
      await sleep(10 * 60_000, undefined, { signal });
    }
  }
};

const readPages = async (session: Session, id: string, signal: AbortSignal): Promise<void> => {
  for (let token: string | undefined = ''; token !== undefined; ) {
    const parameters = token === '' ? '' : `?nextPageToken=${encodeURIComponent(token)}`;
    const list = (): Promise<parts.Page> => session.call<parts.Page>('GET', `/${id}/records${parameters}`, 'records');
    const page = await parts.downloadPage(await list(), list, session.get, signal);
    token = parts.nextOf(page);
  }
};

/** Never a second time: without an answer nobody knows whether it went out. */
const mail = async (http: Got, env: ClientEnv): Promise<void> => {
  const json = { toEmailAddress: 'a@example.com', fromEmailAddress: 'b@example.com', emailContent: 'imported' };
  const answer = await answerOf(http.post(env.emailUrl, { json, retry: once }));
  if (answer?.status !== 200) throw new Error(`mail: ${answer?.status ?? 'no answer'}`);
};
