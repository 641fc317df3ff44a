import { byDoor, byFetch, type Send } from '../clients.ts';
import type { Contender } from '../contender.ts';
import { begin, complete, forget, requestsOf } from '../exchanges.ts';
import type { Simulation } from '../../../src/index.ts';
import { requestCases } from '../trips.ts';

const sends: Readonly<Record<'fetch' | 'sim.fetch' | 'door', (sim: Simulation) => Send>> = {
  fetch: () => byFetch((...request) => globalThis.fetch(...request)),
  'sim.fetch': (sim) => byFetch(sim.fetch),
  door: (sim) => byDoor(sim.gateway),
};

/** A whole simulation, and a way in. It is asked for thousands of pages of 95 kB, which no test keeps. */
export const simulated = async (way: keyof typeof sends): Promise<Contender> => {
  const sim = await begin({ transport: way === 'fetch' ? 'fetch' : 'none', keep: 1000 });
  const send = sends[way](sim);
  const requests = requestsOf(sim.env, await complete(sim));
  return { cases: requestCases(send, requests, { renew: () => forget(sim), settle: () => complete(sim) }) };
};
