import { checkClient } from '../../../src/check/check-client.ts';
import type { RuleChoice } from '../../../src/rules/rule-choice.ts';
import { importWith } from '../../../test/rules/clients/reference-client.ts';
import { byFetch, type Send } from '../clients.ts';
import { type Contender, each, measure } from '../contender.ts';
import { begin, type Requests, requestsOf } from '../exchanges.ts';
import { fetchInterceptor } from './canned.ts';

/** Whole runs of a client. */

const exchanges = ['token', 'create', 'refused'] as const;

const run = async (send: Send, requests: Requests): Promise<void> => {
  for (let round = 0; round < 10; round++) for (const name of exchanges) await send(requests.again(name));
};

/** As a check plays them: beside a simulation that it keeps, so that nobody has to patch the process for each. */
export const runs = async (): Promise<Contender> => {
  await begin({ transport: 'none' });
  const play = (transport: 'fetch' | 'none') => async (): Promise<void> => {
    const sim = await begin({ transport, customers: [{ records: 3 }] });
    const fetch: typeof globalThis.fetch =
      transport === 'none' ? sim.fetch : (...request) => globalThis.fetch(...request);
    await sim.run(() => run(byFetch(fetch), requestsOf(sim.env, '')));
    await sim.stop();
  };
  return { cases: { fetch: each(100, play('fetch')), 'sim.fetch': each(100, play('none')) } };
};

export const cannedRuns = async (): Promise<Contender> => {
  const { cases } = await fetchInterceptor();
  const { token, create, refused } = cases;
  // Ten of each are as long as a thousand of each, divided by a hundred.
  const thirty = async (): Promise<number> =>
    10 * ((await token?.()) ?? 0) + 10 * ((await create?.()) ?? 0) + 10 * ((await refused?.()) ?? 0);
  return { cases: { fetch: thirty } };
};

/** So many that what comes between two samples, such as a collection of garbage, comes in each. */
const drawn = 200;

export const check = async (): Promise<Contender> => {
  const client = importWith();
  const scenarios = (rules?: RuleChoice) => async (): Promise<number> =>
    (await measure(() => checkClient(client, { transport: 'fetch', runs: drawn, ...(rules && { rules }) }))) / drawn;
  return { cases: { bare: scenarios('none'), judged: scenarios() } };
};
