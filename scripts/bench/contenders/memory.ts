import { byFetch } from '../clients.ts';
import { simulate, type Simulation } from '../../../src/index.ts';
import { type Contender, measure } from '../contender.ts';
import { begin, complete, type ExchangeName, requestsOf } from '../exchanges.ts';

const million = 1_000_000;

/** What a simulation holds for each request that it has answered. */
export const memory = async (): Promise<Contender> => {
  const held = (): number => {
    for (let round = 0; round < 3; round++) globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const grow = (name: ExchangeName, times: number) => async (): Promise<number> => {
    const sim = await begin({ transport: 'none' });
    const send = byFetch(sim.fetch);
    const requests = requestsOf(sim.env, await complete(sim));
    for (let at = 0; at < 2000; at++) await send(requests.again(name));
    const before = held();
    for (let at = 0; at < times; at++) await send(requests.again(name));
    const grown = held() - before;
    await sim.stop();
    return grown / times;
  };
  const crowded = (told: (seconds: number, bytes: number) => number) => async (): Promise<number> => {
    const before = held();
    let sim: Simulation | undefined;
    const spent = await measure(async () => {
      sim = await simulate({ transport: 'none', unfired: 'ignore', customer: { count: million, consent: false } });
    });
    const grown = held() - before;
    await sim?.stop();
    return told(spent / 1e6, grown / million);
  };
  const worlds = { begin: crowded((seconds) => seconds), customer: crowded((_, bytes) => bytes) };
  return {
    cases: { ...worlds, refused: grow('refused', 10_000), list: grow('list', 10_000) },
    rounds: 2,
    isCold: true,
  };
};
