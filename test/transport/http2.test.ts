import { Agent, fetch as undiciFetch } from 'undici';
import { attachSockets } from '../../src/transport/sockets.ts';
import { shareOf } from '../sampled.ts';
import { contract } from './contract.ts';
import type { Fetch } from './fetch-client.ts';
import { http2Clients } from './http2-clients.ts';
import { scenarios } from './scenarios.ts';

for (const [from, [name, client]] of Object.entries(http2Clients).entries())
  contract(
    `sockets over HTTP/2, ${name}`,
    async (gateway) => ({ client, undo: await attachSockets(gateway) }),
    [],
    shareOf(4, from),
  );

const dispatcher = new Agent({ allowH2: true });

scenarios(
  'sockets over HTTP/2',
  'sockets',
  () => ((url: string, init: RequestInit) => undiciFetch(url, { ...init, dispatcher } as never)) as unknown as Fetch,
  { share: shareOf(3, 1) },
);
