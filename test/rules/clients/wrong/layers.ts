import PQueue from 'p-queue';
import type { ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as read from './readings.ts';

/** A client's calls as layers around `fetch`, each of which a team may have written, bought or left at its defaults. */

export interface Call {
  readonly kind: read.Kind;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Send = (call: Call) => Promise<read.Answer>;
type Layer = (send: Send, env: ClientEnv) => Send;

export interface Layers {
  readonly transport: (env: ClientEnv) => Send;
  readonly pace: Layer;
  readonly regions: Layer;
  readonly cache: Layer;
  readonly retry: Layer;
  readonly authorize: (send: Send, env: ClientEnv, account: read.Account, layers: Layers) => Send;
  readonly renew: (send: Send, env: ClientEnv, account: read.Account) => Promise<void>;
}

/** The answer to one request, or silence when there is none after so many milliseconds. */
export const fetchWithin =
  (timeout: number): Layers['transport'] =>
  (env) =>
  async ({ kind, url, method, headers = {}, body }) => {
    try {
      const signal = AbortSignal.any([env.signal, AbortSignal.timeout(timeout)]);
      const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
      const text = await response.text();
      const retryAfter = response.headers.get('retry-after') ?? undefined;
      return read.legible(kind, { status: response.status, text, retryAfter });
    } catch {
      env.signal.throwIfAborted();
      return read.silence;
    }
  };

/** All of an application share its limits. (Limits, interface C) */
const pace: Layer = (send, env) => {
  const lines = {
    create: { pass: parts.openGate(...parts.createLimits), lane: new PQueue({ concurrency: 5 }) },
    list: { pass: parts.openGate(...parts.listLimits), lane: new PQueue({ concurrency: 5 }) },
  };
  return (call) => {
    if (call.kind !== 'create' && call.kind !== 'list') return send(call);
    const { pass, lane } = lines[call.kind];
    return lane.add(async () => {
      await pass(env.signal);
      return send(call);
    }) as Promise<read.Answer>;
  };
};

/** In the first region that answers. */
const regions: Layer = (send, env) => {
  const bases = Object.values(env.regions);
  return async (call) => {
    const home = bases.find((base) => call.url.startsWith(base));
    if (home === undefined) return send(call);
    for (const base of bases) {
      const answer = await send({ ...call, url: base + call.url.slice(home.length) });
      if (answer.status !== 0) return answer;
    }
    return read.silence;
  };
};

/** Repeats as often as `most` allows, after `waits` milliseconds each. */
export const retryWith =
  (most: (call: Call, answer: read.Answer) => number, waits: readonly number[] = parts.waits): Layer =>
  (send, env) =>
  async (call) => {
    for (let retries = 0; ; retries++) {
      const answer = await send(call);
      if (retries >= most(call, answer)) return answer;
      await read.pause(waits[Math.min(retries, waits.length - 1)] ?? 0, env);
    }
  };

export const mostRetries = ({ kind }: Call, answer: read.Answer): number => read.retriesFor(kind, answer);

/** Renews the token when it is said to have expired, so often at most for one call. */
export const authorizeWhen =
  (isDead: (answer: read.Answer) => boolean, most = 3): Layers['authorize'] =>
  (send, env, account, layers) =>
  async (call) => {
    for (let renewals = 0; ; renewals++) {
      const answer = await send({ ...call, headers: { authorization: `Bearer ${account.accessToken}` } });
      if (!isDead(answer) || renewals >= most) return answer;
      await layers.renew(send, env, account);
    }
  };

export const askForToken = async (send: Send, env: ClientEnv, refreshToken: string): Promise<Tokens> => {
  const body = read.refreshForm(env, refreshToken);
  const answer = await send({ kind: 'token', method: 'POST', url: env.tokenUrl, headers: read.formHeaders, body });
  const fresh = parts.readBody<Tokens>(answer.text);
  if (answer.status !== 200 || fresh.access_token === undefined) throw refusedRenewal(answer);
  return { ...fresh, access_token: fresh.access_token };
};

const refusedRenewal = (answer: read.Answer): Error => new Error(`refresh: ${answer.status} ${answer.text}`);

interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
}

const renew: Layers['renew'] = async (send, env, account) => {
  const fresh = await askForToken(send, env, account.refreshToken);
  account.accessToken = fresh.access_token;
  account.refreshToken = fresh.refresh_token ?? account.refreshToken;
};

export const soundLayers: Layers = {
  transport: fetchWithin(30_000),
  pace,
  regions,
  cache: (send) => send,
  retry: retryWith(mostRetries),
  authorize: authorizeWhen(parts.isExpired),
  renew,
};

export interface Stack {
  /** What needs no customer's token. */
  readonly send: Send;
  readonly as: (account: read.Account) => Send;
}

export const openStack = (env: ClientEnv, layers: Layers): Stack => {
  const sent = layers.regions(layers.pace(layers.transport(env), env), env);
  const send = layers.retry(layers.cache(sent, env), env);
  return { send, as: (account) => layers.authorize(send, env, account, layers) };
};
