import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { importCustomer } from './import-customer.ts';
import { sendByFetch } from './senders.ts';

/** The part of a token's life after which its successor is got, whether or not anybody is about to call. */
const part = 0.8;
/** What tokens live for that nobody has said anything about, in seconds. */
const usualLife = 3600;

/** Beside each import a loop keeps its token fresh by the clock; it ends with the import, and calls find out for themselves where it has failed. */
export const importBesideRenewals: Client = async (env) => {
  const hear = parts.openInbox(env, 9 * 3_600_000);
  const limits = calls.openLimits();
  const get = calls.openGet(sendByFetch, env.signal);
  const imported: unknown[] = [];
  for (const customer of env.customers) {
    const isDone = new AbortController();
    const { tokens, loop } = keepFresh(env, customer, AbortSignal.any([env.signal, isDone.signal]));
    const line = { customer, send: sendByFetch, limits, tokens, regions: calls.stayWithRegion(env), stop: env.signal };
    const { id, scope } = customer;
    try {
      const records = await importCustomer({ call: calls.openCall(line), get, hear, stop: env.signal });
      imported.push({ customer: id, scope, records });
    } catch (error) {
      imported.push({ customer: id, scope, failed: calls.messageOf(error) });
    } finally {
      isDone.abort();
      await loop;
    }
  }
  return imported;
};

const keepFresh = (env: ClientEnv, { accessToken, refreshToken }: calls.Customer, stop: AbortSignal) => {
  let dueAt = Date.now() + usualLife * part * 1000;
  let renewal: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const grant = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const fresh = await calls.requestToken(sendByFetch, env, grant, stop);
    accessToken = fresh.access_token;
    refreshToken = fresh.refresh_token ?? refreshToken;
    dueAt = Date.now() + Math.max(1, (fresh.expires_in ?? usualLife) * part) * 1000;
  };
  /** What was refused for good is not asked for again. */
  const isFinal = (error: unknown): boolean => /: 40[01]/.test(calls.messageOf(error));
  const renewOnce = async (): Promise<void> => {
    renewal ??= renew();
    try {
      await renewal;
      renewal = undefined;
    } catch (error) {
      if (!isFinal(error)) renewal = undefined;
      throw error;
    }
  };
  const goOn = async (): Promise<void> => {
    for (;;) {
      await sleep(dueAt - Date.now(), undefined, { signal: stop });
      // A call that was refused may have renewed it meanwhile.
      if (Date.now() >= dueAt) await renewOnce();
    }
  };
  const tokens: calls.Tokens = {
    current: () => accessToken,
    renew: async (dead) => {
      if (dead === accessToken) await renewOnce();
    },
  };
  return { tokens, loop: goOn().catch(() => undefined) };
};
