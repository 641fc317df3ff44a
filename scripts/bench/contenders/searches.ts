import { checkClient } from '../../../src/check/check-client.ts';
import { correctClients, transportOf } from '../../../test/rules/clients/correct-clients.ts';
import { type Contender, each } from '../contender.ts';

const runs = 50;
const microsecondsAnHour = 3_600_000_000;

/** Core hours for a million scenarios that are drawn and judged by all rules, as a check plays them. */
export const search = async (name: string): Promise<Contender> => {
  const client = correctClients[name];
  if (client === undefined) throw new Error(`no client is called ${name}`);
  const check = each(1, () => checkClient(client, { transport: transportOf(name), runs }));
  return { cases: { million: async () => (((await check()) / runs) * 1_000_000) / microsecondsAnHour } };
};
