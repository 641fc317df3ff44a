import { setTimeout as sleep } from 'node:timers/promises';
import * as openid from 'openid-client';
import PQueue from 'p-queue';
import pRetry, { AbortError } from 'p-retry';
import type { Client, ClientEnv } from '../../../src/index.ts';
import * as parts from './correct-parts.ts';

/** Tokens by openid-client, retries by p-retry, pace by p-queue, downloads several at once. */
export const importByOpenid: Client = async (env) => {
  const hear = parts.openInbox(env);
  const config = configure(env);
  const queues = openQueues();
  const work = env.customers.map(async (customer) => {
    const session = openSession(env, config, customer, queues);
    const id = await createQuery(session, env.signal);
    return importQuery(env, session, hear, id);
  });
  const done = await Promise.allSettled(work);
  for (const one of done) if (one.status === 'rejected') throw one.reason;
  await report(env, config, done.length);
};

const configure = ({ tokenUrl, clientId, clientSecret }: ClientEnv): openid.Configuration => {
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  return new openid.Configuration(server, clientId, undefined, openid.ClientSecretPost(clientSecret));
};

/** It counts in stretches laid end to end, two of which lie in any stretch as long: half of each limit will do. */
const openQueues = () => {
  const rare = new PQueue({ interval: 20 * 60_000, intervalCap: 10 });
  const creates = new PQueue({ interval: 1000, intervalCap: 2, concurrency: 5 });
  const lists = new PQueue({ interval: 1000, intervalCap: 5, concurrency: 5 });
  return {
    POST: <T>(work: () => Promise<T>): Promise<T> => rare.add(() => creates.add(work) as Promise<T>) as Promise<T>,
    GET: <T>(work: () => Promise<T>): Promise<T> => lists.add(work) as Promise<T>,
  };
};

/** What doubled waits of 1, 2, 4, 8 and 16 s lack. */
const lacking = parts.waits.map((wait, index) => wait - 1000 * 2 ** index);

class Again extends Error {
  readonly answer: parts.Answer;

  constructor(answer: parts.Answer) {
    super(`answered with ${answer.status}`);
    this.answer = answer;
  }
}

/** The last answer, once nothing more is to be had by asking again. */
const persist = async (send: () => Promise<parts.Answer>, { signal }: ClientEnv): Promise<parts.Answer> => {
  try {
    return await pRetry(
      async (attempt) => {
        const answer = await send();
        if (attempt <= parts.mostRetries(answer)) throw new Again(answer);
        return answer;
      },
      {
        retries: parts.waits.length,
        minTimeout: 1000,
        factor: 2,
        signal,
        onFailedAttempt: async ({ attemptNumber }) => {
          const more = lacking[attemptNumber - 1] ?? 0;
          if (more > 0) await sleep(more, undefined, { signal });
        },
      },
    );
  } catch (error) {
    if (error instanceof Again) return error.answer;
    throw error;
  }
};

type Session = ReturnType<typeof openSession>;

const openSession = (
  env: ClientEnv,
  config: openid.Configuration,
  { scope, ...customer }: ClientEnv['customer'],
  queues: ReturnType<typeof openQueues>,
) => {
  let { accessToken, refreshToken } = customer;
  const refresh = async (): Promise<void> => {
    const fresh = await openid.refreshTokenGrant(config, refreshToken).catch((error: unknown) => {
      throw new Error(`refresh: ${error instanceof openid.ResponseBodyError ? error.error : 'no answer'}`, {
        cause: error,
      });
    });
    accessToken = fresh.access_token;
    refreshToken = fresh.refresh_token ?? refreshToken;
  };
  /** In the first region that answers. */
  const send = async (method: 'GET' | 'POST', path: string): Promise<parts.Answer> => {
    for (const base of Object.values(env.regions)) {
      const url = new URL(`${base}/${scope}/data-queries${path}`);
      const options = { signal: AbortSignal.any([env.signal, AbortSignal.timeout(40_000)]) };
      try {
        return await queues[method](async () => {
          const response = await openid.fetchProtectedResource(
            config,
            accessToken,
            url,
            method,
            undefined,
            undefined,
            options as openid.DPoPOptions,
          );
          return { status: response.status, text: await response.text() };
        });
      } catch {
        env.signal.throwIfAborted();
      }
    }
    throw new AbortError(`${method} ${path}: no region answers`);
  };
  return async (method: 'GET' | 'POST', path: string): Promise<parts.Answer> => {
    const answer = await persist(() => send(method, path), env);
    if (!parts.isExpired(answer)) return answer;
    await refresh();
    return persist(() => send(method, path), env);
  };
};

const createQuery = async (session: Session, signal: AbortSignal): Promise<string> => {
  for (let conflicts = 0; conflicts < 20; conflicts++) {
    const answer = await session('POST', '');
    const { id } = parts.readBody<{ id: string }>(answer.text);
    if (id !== undefined) return id;
    if (answer.status !== 409) throw new parts.Refused('create', answer);
    await sleep(7 * 60_000, undefined, { signal });
  }
  throw new Error('create: 409 for hours');
};

const importQuery = async (
  env: ClientEnv,
  session: Session,
  hear: (query: string) => Promise<string>,
  first: string,
): Promise<void> => {
  let id = first;
  for (let queries = 1; ; queries++) {
    if ((await hear(id)) !== 'COMPLETED') throw new Error('the query was canceled');
    try {
      return await readPages(env, session, id, '');
    } catch (error) {
      if (!(error instanceof parts.Refused) || error.type !== 'ACCESS_TIME_ELAPSED' || queries === 3) throw error;
    }
    id = await createQuery(session, env.signal);
  }
};

const readPages = async (env: ClientEnv, session: Session, id: string, token: string): Promise<void> => {
  const { signal } = env;
  const query = token === '' ? '' : `?${new URLSearchParams({ nextPageToken: token }).toString()}`;
  const list = async (): Promise<parts.Page> => {
    const answer = await session('GET', `/${id}/records${query}`);
    const page = parts.readBody<parts.Page>(answer.text);
    if (page.records === undefined) throw new parts.Refused('list', answer);
    return page as parts.Page;
  };
  const get = (url: string): Promise<number> =>
    pRetry(
      async () => {
        const response = await fetch(url, { signal });
        await response.arrayBuffer();
        return response.status;
      },
      { retries: 2, signal },
    );
  const next = parts.nextOf(await parts.downloadPage(await list(), list, get, signal));
  if (next !== undefined) await readPages(env, session, id, next);
};

/** A token for the store APIs serves for all that is reported, and gives way to a new one when it is refused. */
const report = async (env: ClientEnv, config: openid.Configuration, customers: number): Promise<void> => {
  let token = await requestStoreToken(config);
  const post = async (customer: number): Promise<number> => {
    const url = new URL(`${env.storeUrls.reporting}/imports/${customer}`);
    return (await openid.fetchProtectedResource(config, token, url, 'POST', '{}')).status;
  };
  for (let customer = 0; customer < customers; customer++) {
    let status = await post(customer);
    if (status === 403) {
      token = await requestStoreToken(config);
      status = await post(customer);
    }
    if (status >= 300) throw new Error(`report: ${status}`);
  }
};

const requestStoreToken = async (config: openid.Configuration): Promise<string> => {
  try {
    return (await openid.clientCredentialsGrant(config, { scope: 'reporting::store:marketer' })).access_token;
  } catch (error) {
    throw new Error(`store token: ${error instanceof openid.ResponseBodyError ? error.error : 'no answer'}`, {
      cause: error,
    });
  }
};
