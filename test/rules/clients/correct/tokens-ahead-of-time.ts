import * as openid from 'openid-client';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { importCustomer } from './import-customer.ts';
import { sendMail } from './report.ts';
import { sendByFetch } from './senders.ts';

/** The part of its life after which a token is renewed before it is used again. */
const part = 0.9;
/** What tokens live for that nobody has said anything about. */
const usualLife = 3600;

/** Renews tokens ahead of their end, by `expires_in`; one that is refused before its time is renewed all the same. */
export const importAheadOfExpiry: Client = async (env) => {
  const server = { issuer: new URL(env.tokenUrl).origin, token_endpoint: env.tokenUrl };
  const config = new openid.Configuration(server, env.clientId, undefined, openid.ClientSecretPost(env.clientSecret));
  const hear = parts.openInbox(env, 9 * 3_600_000);
  const limits = calls.openLimits();
  const get = calls.openGet(sendByFetch, env.signal);
  const imported = await Promise.all(
    env.customers.map(async (customer) => {
      const tokens = tokensAhead(env, config, customer);
      const line = { customer, send: sendByFetch, limits, tokens, stop: env.signal };
      const call = calls.openCall({ ...line, regions: calls.stayWithRegion(env) });
      try {
        return { id: customer.id, records: await importCustomer({ call, get, hear, stop: env.signal }) };
      } catch (error) {
        return { id: customer.id, refused: calls.messageOf(error) };
      }
    }),
  );
  const refused = imported.filter((one) => 'refused' in one);
  if (refused.length > 0) throw new Error(refused.map(({ id, refused: why }) => `${id}: ${why}`).join('; '));
  return { imported, mail: await sendMail(sendByFetch, env, JSON.stringify(imported)) };
};

const tokensAhead = (env: ClientEnv, config: openid.Configuration, customer: calls.Customer): calls.Tokens => {
  let { accessToken, refreshToken } = customer;
  let dueAt = Date.now() + usualLife * part * 1000;
  let renewal: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const fresh = await persist(() => openid.refreshTokenGrant(config, refreshToken), env.signal);
    accessToken = fresh.access_token;
    refreshToken = fresh.refresh_token ?? refreshToken;
    dueAt = Date.now() + (fresh.expires_in ?? usualLife) * part * 1000;
  };
  const renewOnce = (): Promise<void> => {
    renewal ??= renew().finally(() => (renewal = undefined));
    return renewal;
  };
  return {
    current: async () => {
      if (Date.now() >= dueAt) await renewOnce();
      return accessToken;
    },
    renew: async (dead) => {
      if (dead === accessToken) await renewOnce();
    },
  };
};

/** A grant is asked for again when its answer was lost, or is one that passes. */
const persist = async <T>(ask: () => Promise<T>, stop: AbortSignal): Promise<T> => {
  for (let retries = 0; ; retries++) {
    try {
      return await ask();
    } catch (error) {
      stop.throwIfAborted();
      const status = error instanceof openid.ResponseBodyError ? error.status : 0;
      const isFinal = status >= 400 && status < 500 && status !== 429;
      if (isFinal || retries === parts.waits.length) {
        const why = error instanceof openid.ResponseBodyError ? error.error : calls.messageOf(error);
        throw new Error(`no new token: ${why}`, { cause: error });
      }
      await sleep(parts.waits[retries], undefined, { signal: stop });
    }
  }
};
