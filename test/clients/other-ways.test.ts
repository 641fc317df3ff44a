import * as undici from 'undici';
import { viaUndici } from '../../src/transport/undici.ts';
import { clients, fewCases } from './all-clients.ts';
import { sampled } from '../sampled.ts';
import { tell } from './story.ts';
import type { WildClient } from './wild-client.ts';

/** Ways in beside the socket: a request that missed one would go out to a host that does not exist. */

/** One in four of the clients of each layer, and all of them in depth. */
const few = sampled(clients, { every: 4, kind: ({ layer }) => layer });
const only = (client: WildClient): boolean => few.includes(client);

tell('sim.fetch', fewCases, {
  only,
  options: { transport: 'none' },
  callsOf: ({ over, calls }, sim) => over?.(sim.fetch) ?? calls,
});

tell('fetch', fewCases, { only, options: { transport: 'fetch' } });

tell('undici', fewCases, { only, options: { transport: viaUndici(undici) } });

tell('server', fewCases, { only, options: { transport: 'server' } });
