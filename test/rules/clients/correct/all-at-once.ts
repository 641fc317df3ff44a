import type { Client } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { importCustomer } from './import-customer.ts';
import { openReports, sendMail } from './report.ts';
import { sendByAxios, sendByFetch } from './senders.ts';

/** Why a customer's import was stopped that would have gone on. */
class Stopped extends Error {}

/** All customers and scopes at once. When one fails for good the others are stopped, and the error names each of them. */
export const importAllOrNothing: Client = async (env) => {
  const stopping = new AbortController();
  const stop = AbortSignal.any([stopping.signal, env.signal]);
  const hear = parts.openInbox(env);
  const limits = calls.openLimits();
  const get = calls.openGet(sendByFetch, stop);
  const imports = env.customers.map(async (customer) => {
    const tokens = calls.tokensOf(sendByFetch, env, customer, stop);
    const regions = calls.stayWithRegion(env);
    const call = calls.openCall({ customer, send: sendByFetch, limits, tokens, regions, stop });
    try {
      return await importCustomer({ call, get, hear, stop });
    } catch (error) {
      stopping.abort(new Stopped(`stopped, since ${customer.id} (${customer.scope}) could not be imported`));
      throw error;
    }
  });
  const ended = await Promise.allSettled(imports);
  const failed = ended.flatMap((one, index) =>
    one.status === 'rejected' ? [{ index, error: one.reason as unknown }] : [],
  );
  if (failed.length > 0) {
    const why = failed.map(({ index, error }) => {
      const { id = '', scope = '' } = env.customers[index] ?? {};
      return `${id} (${scope}): ${calls.messageOf(isStop(error) ? stopping.signal.reason : error)}`;
    });
    throw new AggregateError(
      failed.map(({ error }) => error),
      `not imported: ${why.join('; ')}`,
    );
  }
  return { customers: ended.length, mail: await sendMail(sendByFetch, env, 'all customers are imported') };
};

const isStop = (error: unknown): boolean =>
  error instanceof Stopped || (error instanceof Error && error.name === 'AbortError');

/** All customers and scopes at once. Each is finished as far as it goes, and the result says how each of them ended. */
export const importWhatCanBe: Client = async (env) => {
  const hear = parts.openInbox(env, 6 * 3_600_000);
  const limits = calls.openLimits();
  const get = calls.openGet(sendByAxios, env.signal);
  const customers = await Promise.all(
    env.customers.map(async (customer) => {
      const { id, scope } = customer;
      const tokens = calls.tokensOf(sendByAxios, env, customer);
      const line = { customer, send: sendByAxios, limits, tokens, stop: env.signal };
      const call = calls.openCall({ ...line, regions: calls.stayWithRegion(env) });
      try {
        return { id, scope, records: await importCustomer({ call, get, hear, stop: env.signal, pageSize: 200 }) };
      } catch (error) {
        return { id, scope, refused: calls.messageOf(error) };
      }
    }),
  );
  const report = await openReports(sendByAxios, env)({ customers }).catch(calls.messageOf);
  const mail = await sendMail(sendByAxios, env, JSON.stringify(customers));
  return { customers, report, mail };
};
