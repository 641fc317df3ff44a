import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** The free port of this machine that a server, of whatever kind, listens at from now on. */
export const portOf = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  await once(server.listen(0, host), 'listening');
  return (server.address() as AddressInfo).port;
};
