import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import type { Send, Sending } from './senders.ts';

/** How clients of the other kinds call: what they send by, whose tokens and which region they take is their own affair. */

export type Method = Sending['method'];
export type Customer = ClientEnv['customer'];

/** What may be sent, and when: below the limits, for all customers together. */
export type Limits = (
  method: Method,
  work: () => Promise<parts.Answer | undefined>,
  stop: AbortSignal,
) => Promise<parts.Answer | undefined>;

const mostAtOnce = 5;
/** Creates and listings together. */
export const mostUnderWay = 2 * mostAtOnce;

export const openLimits = (): Limits => {
  const open = (limits: readonly parts.Limit[]) => ({
    pass: parts.openGate(...limits),
    lane: new PQueue({ concurrency: mostAtOnce }),
  });
  const gates = { POST: open(parts.createLimits), GET: open(parts.listLimits) };
  return (method, work, stop) =>
    gates[method].lane.add(async () => {
      await gates[method].pass(stop);
      return work();
    }) as Promise<parts.Answer | undefined>;
};

/** A customer's access token, and how to come to another one. */
export interface Tokens {
  readonly current: () => string | Promise<string>;
  readonly renew: (dead: string) => Promise<void>;
  /** Whether a token that was refused was one remembered from elsewhere, and another is there now. */
  readonly forget?: (dead: string) => boolean;
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
}

/** A grant may be asked for again when its answer was lost. */
export const requestToken = async (
  send: Send,
  { tokenUrl, clientId, clientSecret }: ClientEnv,
  grant: Readonly<Record<string, string>>,
  stop: AbortSignal,
): Promise<TokenAnswer> => {
  const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  for (let retries = 0; ; retries++) {
    const answer = await send(tokenUrl, { method: 'POST', headers, body }, stop);
    const fresh = parts.readBody<TokenAnswer & { error: string }>(answer?.text ?? '');
    if (answer?.status === 200 && fresh.access_token !== undefined) return fresh as TokenAnswer;
    const isPassing = answer === undefined || answer.status < 300 || answer.status === 429 || answer.status >= 500;
    if (!isPassing || retries === parts.waits.length) {
      throw new Error(`no new token: ${answer?.status ?? 'no answer'} ${fresh.error ?? ''}`);
    }
    await sleep(parts.waits[retries], undefined, { signal: stop });
  }
};

/** However many calls find the token expired, it is renewed once. */
export const tokensOf = (send: Send, env: ClientEnv, customer: Customer, stop = env.signal): Tokens => {
  let { accessToken, refreshToken } = customer;
  let renewal: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const fresh = await requestToken(send, env, grant, stop);
    accessToken = fresh.access_token;
    refreshToken = fresh.refresh_token ?? refreshToken;
  };
  return {
    current: () => accessToken,
    renew: async (dead) => {
      if (dead !== accessToken) return;
      renewal ??= renew().finally(() => (renewal = undefined));
      await renewal;
    },
  };
};

/** Which region is asked: `base` each time that something is sent, `lost` when no answer came. */
export interface Regions {
  readonly base: () => string;
  readonly lost: () => void;
}

/** Stays with a region until it does not answer. */
export const stayWithRegion = ({ regions }: ClientEnv): Regions => {
  const bases = Object.values(regions);
  let at = 0;
  return { base: () => bases[at % bases.length] ?? '', lost: () => void (at += 1) };
};

export interface Line {
  readonly customer: Customer;
  readonly send: Send;
  readonly limits: Limits;
  readonly tokens: Tokens;
  readonly regions: Regions;
  readonly stop: AbortSignal;
}

/** Calls interface C until the answer is what was asked for, or one that does not change. */
export type Call = <Body>(method: Method, path: string, expected: keyof Body) => Promise<Body>;

const mostSilences = 6;
const mostRefreshes = 3;

export const openCall = ({ customer, send, limits, tokens, regions, stop }: Line): Call => {
  return async <Body>(method: Method, path: string, expected: keyof Body) => {
    let retries = 0;
    let silences = 0;
    let refreshes = 0;
    for (;;) {
      const token = await tokens.current();
      const headers = { authorization: `Bearer ${token}` };
      const ask = () => send(`${regions.base()}/${customer.scope}/data-queries${path}`, { method, headers }, stop);
      const answer = await limits(method, ask, stop);
      const body = parts.readBody<Body>(answer?.text ?? '');
      if (answer === undefined || (answer.status < 300 && body[expected] === undefined)) {
        regions.lost();
        silences += 1;
        if (silences === mostSilences) throw new Error(`${method} ${path}: no region answers`);
        if (silences > 2) await sleep(parts.waits[silences - 3], undefined, { signal: stop });
      } else if (answer.status < 300) {
        return body as Body;
      } else if (parts.isExpired(answer) && refreshes < mostRefreshes) {
        refreshes += 1;
        await tokens.renew(token);
      } else if (parts.isUnknown(answer) && tokens.forget?.(token) === true) {
        continue;
      } else if (retries < parts.mostRetries(answer)) {
        await sleep(parts.waits[retries], undefined, { signal: stop });
        retries += 1;
      } else {
        throw new parts.Refused(`${method} ${path}`, answer);
      }
    }
  };
};

/** The status of a download; a connection that breaks is tried again. */
export const openGet =
  (send: Send, stop: AbortSignal) =>
  async (url: string): Promise<number> => {
    for (let tries = 0; ; tries++) {
      const answer = await send(url, { method: 'GET' }, stop);
      if (answer !== undefined && answer.status < 500) return answer.status;
      if (tries === 3) throw new Error(`download: ${answer?.status ?? 'the connection breaks'} again and again`);
      await sleep(parts.waits[tries], undefined, { signal: stop });
    }
  };

export const isRefused = (error: unknown, type: string): boolean =>
  error instanceof parts.Refused && error.type === type;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
