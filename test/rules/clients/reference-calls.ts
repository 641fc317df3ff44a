import type { ClientEnv } from '../../../src/index.ts';
import type { Body, Form, Reply, Behavior } from './behavior.ts';

/** How the reference client, and the wrong ones that are made of it, send requests. */

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

export const send = async (behavior: Behavior, url: string, init: RequestInit = {}): Promise<Reply> => {
  try {
    const limits = behavior.timeout < Number.POSITIVE_INFINITY ? [AbortSignal.timeout(behavior.timeout)] : [];
    const response = await behavior.fetch(url, { ...init, signal: AbortSignal.any([behavior.signal, ...limits]) });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  } catch {
    behavior.signal.throwIfAborted();
    return { status: 0, body: {} };
  }
};

const parse = (text: string): Body => {
  try {
    return (JSON.parse(text) ?? {}) as Body;
  } catch {
    return {};
  }
};

/** Sends it, and again after the documented waits as long as the answer asks for that. */
export const persist = async (behavior: Behavior, attempt: () => Promise<Reply>): Promise<Reply> => {
  for (let retries = 0; ; retries++) {
    const reply = await attempt();
    if (retries >= behavior.mostRetries(reply)) return reply;
    await pause(behavior.waits[Math.min(retries, behavior.waits.length - 1)] ?? 0);
  }
};

/** Waits until one more call stays within a limit of so many in a stretch of time. */
const createPace = (limits: readonly { readonly most: number; readonly within: number }[]) => {
  const sent: number[] = [];
  return async (): Promise<void> => {
    for (const { most, within } of limits) {
      const earlier = sent.at(-most);
      const wait = earlier === undefined ? 0 : earlier + within - Date.now();
      if (wait > 0) await pause(wait);
    }
    sent.push(Date.now());
  };
};

export const fail = (what: string, { status, body }: Reply): Error =>
  new Error(`${what}: ${status === 0 ? 'no answer' : status} ${body.type ?? body.error ?? ''} ${body.message ?? ''}`);

export const requestToken = async (behavior: Behavior, env: ClientEnv, form: Form): Promise<Body> => {
  const { url, init } = behavior.tokenRequest(env, form);
  const reply = await persist(behavior, async () => {
    const answer = await send(behavior, url, init);
    return answer.status === 200 && answer.body.access_token === undefined ? { status: 0, body: {} } : answer;
  });
  if (reply.status !== 200) throw fail('token', reply);
  return reply.body;
};

type Pace = () => Promise<void>;

/** Shared by all customers, as the limits are. */
export const createPaces = ({ pace }: Behavior): Readonly<Record<'GET' | 'POST', Pace>> => {
  const none = (): Promise<void> => Promise.resolve();
  if (!pace) return { GET: none, POST: none };
  return {
    GET: createPace([{ most: 10, within: 1000 }]),
    POST: createPace([
      { most: 5, within: 1000 },
      { most: 20, within: 20 * 60_000 },
    ]),
  };
};

export interface Session {
  /** The answer, when it has the status and can be read. Throws an error that names any other. */
  readonly call: (method: 'GET' | 'POST', path: string) => Promise<Reply>;
  readonly token: () => string;
}

/** Calls of interface C for one customer. */
export const openSession = (
  behavior: Behavior,
  env: ClientEnv,
  customer: ClientEnv['customer'],
  paces: ReturnType<typeof createPaces>,
): Session => {
  let token = behavior.firstToken(customer);
  let { refreshToken } = customer;
  let region = 0;
  let renewal: Promise<string> | undefined;

  const renew = async (): Promise<string> => {
    const fresh = await requestToken(behavior, env, { grant_type: 'refresh_token', refresh_token: refreshToken });
    refreshToken = fresh.refresh_token ?? refreshToken;
    if (behavior.keepsNewToken) token = fresh.access_token ?? token;
    return token;
  };
  const renewOnce = (): Promise<string> => {
    if (!behavior.sharesRefresh) return renew();
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };

  const attempt = async (method: 'GET' | 'POST', path: string): Promise<Reply> => {
    await paces[method]();
    const base = env.regions[behavior.regions[region % behavior.regions.length] ?? 'eu-west-1'];
    const headers = { authorization: behavior.authorization(token) };
    const reply = await send(behavior, `${base}/${customer.scope}/data-queries${path}`, { method, headers });
    const isReadable = reply.status >= 300 || (method === 'POST' ? reply.body.id : reply.body.records) !== undefined;
    if (reply.status === 0) region += 1;
    return isReadable ? reply : { status: 0, body: {} };
  };

  return {
    call: async (method, path) => {
      if (behavior.refreshesFirst) await renewOnce();
      for (let refreshes = 0; ; refreshes++) {
        const reply = await persist(behavior, () => attempt(method, path));
        if (!behavior.isExpired(reply) || refreshes === behavior.mostRefreshes) return reply;
        await renewOnce();
      }
    },
    token: () => token,
  };
};
