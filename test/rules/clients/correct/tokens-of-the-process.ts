import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { importCustomer } from './import-customer.ts';
import { openReports, sendMail, type Shelf } from './report.ts';
import { sendByNodeFetch as send } from './senders.ts';

interface Kept {
  accessToken: string;
  refreshToken: string;
  renewal?: Promise<void> | undefined;
}

/** For as long as the process lives, as an SDK has it: by the refresh token that the customer gave, and by client id. */
const customerTokens = new Map<string, Kept>();
const storeTokens: Shelf = new Map();
const mostKept = 500;

/**
 * Tokens are kept for the process: "the application stores the access_token and sends it in every API request". What has not been
 * used for longest is forgotten first. What turns out to be none that is known here gives way to what was configured.
 */
const keptTokensOf = (env: ClientEnv, { accessToken, refreshToken }: calls.Customer): calls.Tokens => {
  const key = `${env.clientId} ${refreshToken}`;
  const given = (): Kept => ({ accessToken, refreshToken });
  const recall = (): Kept => {
    const kept = customerTokens.get(key) ?? given();
    customerTokens.delete(key);
    customerTokens.set(key, kept);
    const [oldest = key] = customerTokens.keys();
    if (customerTokens.size > mostKept) customerTokens.delete(oldest);
    return kept;
  };
  const refresh = async (kept: Kept): Promise<void> => {
    const grant = { grant_type: 'refresh_token', refresh_token: kept.refreshToken };
    const fresh = await calls.requestToken(send, env, grant, env.signal);
    Object.assign(kept, { accessToken: fresh.access_token });
    if (fresh.refresh_token !== undefined) kept.refreshToken = fresh.refresh_token;
  };
  return {
    current: () => recall().accessToken,
    renew: async (dead) => {
      const kept = recall();
      if (kept.accessToken !== dead) return;
      kept.renewal ??= refresh(kept).finally(() => (kept.renewal = undefined));
      await kept.renewal;
    },
    forget: (dead) => {
      const kept = customerTokens.get(key);
      if (dead === accessToken || kept?.accessToken !== dead) return false;
      customerTokens.set(key, given());
      return true;
    },
  };
};

/** Two customers at a time, each with what the process has kept of their tokens. */
export const importWithKeptTokens: Client = async (env) => {
  const hear = parts.openInbox(env, 4 * 3_600_000);
  const limits = calls.openLimits();
  const get = calls.openGet(send, env.signal);
  const left = [...env.customers];
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let customer = left.shift(); customer !== undefined; customer = left.shift()) {
      const tokens = keptTokensOf(env, customer);
      const line = { customer, send, limits, tokens, stop: env.signal };
      const call = calls.openCall({ ...line, regions: calls.stayWithRegion(env) });
      try {
        await importCustomer({ call, get, hear, stop: env.signal });
      } catch (error) {
        failed.push(`${customer.id}: ${calls.messageOf(error)}`);
      }
    }
  };
  await Promise.all([work(), work()]);
  const report = openReports(send, env, storeTokens);
  const reports: string[] = [];
  for (const { id } of env.customers) reports.push(await report({ id }));
  if (failed.length > 0) throw new Error(`not imported: ${failed.join('; ')}`);
  return { reports, mail: await sendMail(send, env, `${env.customers.length} customers are imported`) };
};
