import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { importCustomer } from './import-customer.ts';
import { sendMail } from './report.ts';
import { sendByNodeFetch } from './senders.ts';

const pauses = { POST: 61_000, GET: 250 } as const;

/** One call after the other with a pause behind each: below the limits without knowing what time it is. */
const oneAfterTheOther = (): calls.Limits => {
  const last: Record<calls.Method, Promise<unknown>> = { GET: Promise.resolve(), POST: Promise.resolve() };
  return (method, work, stop) => {
    const turn = last[method].then(work);
    last[method] = turn.then(
      () => sleep(pauses[method], undefined, { signal: stop }).catch(() => undefined),
      () => undefined,
    );
    return turn;
  };
};

/**
 * Never looks at a clock. That a link is dead, the hour over, a token expired it learns by being refused, and does then what
 * the refusal asks for.
 */
export const importWithoutClock: Client = async (env) => {
  const hear = parts.openInbox(env, 4 * 3_600_000);
  const limits = oneAfterTheOther();
  const get = calls.openGet(sendByNodeFetch, env.signal);
  let records = 0;
  for (const customer of env.customers) {
    const tokens = calls.tokensOf(sendByNodeFetch, env, customer);
    const line = { customer, send: sendByNodeFetch, limits, tokens, stop: env.signal };
    const call = calls.openCall({ ...line, regions: calls.stayWithRegion(env) });
    try {
      records += await importCustomer({ call, get, hear, stop: env.signal, pageSize: 20 });
    } catch (error) {
      const from = env.customers.indexOf(customer);
      const left = env.customers.slice(from).map(({ id }) => id);
      throw new Error(`${left.join(', ')} not imported: ${calls.messageOf(error)}`, { cause: error });
    }
  }
  return { records, mail: await sendMail(sendByNodeFetch, env, `${records} records`) };
};
