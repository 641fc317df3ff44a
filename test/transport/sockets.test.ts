import { attachSockets } from '../../src/transport/sockets.ts';
import { sampled } from '../sampled.ts';
import { clients } from './clients.ts';
import { contract } from './contract.ts';
import { scenarios } from './scenarios.ts';

for (const [name, client] of sampled(Object.entries(clients), { every: 3 }))
  contract(`sockets, ${name}`, async (gateway) => ({ client, undo: await attachSockets(gateway) }));

scenarios('sockets', 'sockets');
