import * as undici from 'undici';
import { viaUndici } from '../../src/transport/undici.ts';
import { fewCases } from './all-clients.ts';
import { tell } from './story.ts';

/** Ways in beside the socket: a request that missed one would go out to a host that does not exist. */

tell('sim.fetch', fewCases, {
  options: { transport: 'none' },
  callsOf: ({ over, calls }, sim) => over?.(sim.fetch) ?? calls,
});

tell('fetch', fewCases, { options: { transport: 'fetch' } });

tell('undici', fewCases, { options: { transport: viaUndici(undici) } });

tell('server', fewCases, { options: { transport: 'server' } });
