import { attachSockets } from '../../src/transport/sockets.ts';
import { clients } from './clients.ts';
import { contract } from './contract.ts';
import { scenarios } from './scenarios.ts';

for (const [name, client] of Object.entries(clients))
  contract(`sockets, ${name}`, async (gateway) => ({ client, undo: await attachSockets(gateway) }));

scenarios('sockets', 'sockets');
