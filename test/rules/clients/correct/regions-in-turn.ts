import { Agent } from 'undici';
import type { Client, ClientEnv } from '../../../../src/index.ts';
import * as parts from '../correct-parts.ts';
import * as calls from './calls.ts';
import { importCustomer } from './import-customer.ts';
import { sendMail } from './report.ts';
import { sendByUndici } from './senders.ts';

/** How long a region is left alone that did not answer. */
const rest = 60_000;

/**
 * Each call goes to the next region; one that did not answer is passed over for a while. An endpoint for each of them. No call
 * waits for a connection, or it would go out later than it was paced, and with others: "5 requests per second".
 */
export const importFromAllRegions: Client = async (env) => {
  const dispatcher = new Agent({ connections: calls.mostUnderWay, pipelining: 1 });
  try {
    const send = sendByUndici(dispatcher);
    const hear = parts.openInbox(inEveryRegion(env), 8 * 3_600_000);
    const limits = calls.openLimits();
    const regions = takeTurns(env);
    const get = calls.openGet(send, env.signal);
    const imports = env.customers.map(async (customer) => {
      const tokens = calls.tokensOf(send, env, customer);
      const call = calls.openCall({ customer, send, limits, tokens, regions, stop: env.signal });
      return importCustomer({ call, get, hear, stop: env.signal, pageSize: 250 });
    });
    const ended = await Promise.allSettled(imports);
    const why = ended.flatMap((one, index) =>
      one.status === 'rejected' ? [`${env.customers[index]?.id}: ${calls.messageOf(one.reason)}`] : [],
    );
    if (why.length > 0) throw new Error(`not imported: ${why.join('; ')}`);
    return { customers: ended.length, mail: await sendMail(send, env, `${ended.length} customers`) };
  } finally {
    await dispatcher.destroy();
  }
};

/** Registers the endpoint with every region by its name. */
const inEveryRegion = (env: ClientEnv): Pick<ClientEnv, 'onNotification' | 'signal'> => ({
  signal: env.signal,
  onNotification: (endpoint) => {
    for (const region of Object.keys(env.regions)) {
      env.onNotification(endpoint, { region: region as keyof ClientEnv['regions'] });
    }
  },
});

const takeTurns = ({ regions }: ClientEnv): calls.Regions => {
  const places = Object.values(regions).map((base) => ({ base, lostAt: Number.NEGATIVE_INFINITY }));
  let turn = 0;
  let last = places[0];
  return {
    base: () => {
      turn += 1;
      const inOrder = places.map((_, index) => places[(turn + index) % places.length]);
      const isRested = (place: (typeof places)[number] | undefined): boolean =>
        Date.now() - (place?.lostAt ?? 0) >= rest;
      last = inOrder.find(isRested) ?? inOrder[0];
      return last?.base ?? '';
    },
    lost: () => {
      if (last !== undefined) last.lostAt = Date.now();
    },
  };
};
