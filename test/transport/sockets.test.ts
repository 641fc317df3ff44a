import { attachSockets } from '../../src/transport/sockets.ts';
import { clients } from './clients.ts';
import { contract } from './contract.ts';
import { stories } from './stories.ts';

for (const [name, client] of Object.entries(clients))
  contract(`sockets, ${name}`, async (door) => ({ client, undo: await attachSockets(door) }));

stories('sockets', 'sockets');
