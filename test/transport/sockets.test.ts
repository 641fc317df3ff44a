import { attachSockets } from '../../src/transport/sockets.ts';
import { shareOf } from '../sampled.ts';
import { clients } from './clients.ts';
import { contract } from './contract.ts';
import { scenarios } from './scenarios.ts';

for (const [from, [name, client]] of Object.entries(clients).entries())
  contract(
    `sockets, ${name}`,
    async (gateway) => ({ client, undo: await attachSockets(gateway) }),
    [],
    shareOf(8, from),
  );

scenarios('sockets', 'sockets');
