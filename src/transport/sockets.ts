import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { claimSocket } from '../clock/patches/socket-timeouts.ts';
import type { Transport } from './gateway.ts';
import { peerOf, ServerConnection } from './http/connection.ts';
import { openHttpServer } from './http/server.ts';
import { noServer } from './network-errors.ts';
import { isServed, type Origin, readOrigins } from './origins.ts';
import { allowReset, breakConnection } from './sockets/break-connection.ts';
import { carryBytes } from './sockets/carry-bytes.ts';
import { registerHosts } from './sockets/host-registry.ts';
import type { HeldConnection } from './http/held-connection.ts';
import { loadInterception } from './sockets/interception.ts';
import { identify } from './tls/peer.ts';

/**
 * Brings the requests of every HTTP client of this process to a gateway, below all of them: at the socket. Clients need no
 * option, and it does not matter when they were loaded; connections to other hosts go where they would have gone.
 *
 * A named host is owned on all ports, and one that no address names refuses connections; on this machine
 * (`localhost`, `127.0.0.1`, `::1`, however written) only the very port is owned. HTTP/2 and HTTP/1.1. The TLS handshake is
 * emulated: the host shows a certificate of its own, which every client trusts. What is asked of a proxy for one of the
 * hosts is served in its place. Out of reach are worker threads and child processes; what is sent on connections that were
 * open before is refused.
 * The undo breaks the gateway's connections; the last undo in the process leaves nothing patched.
 *
 * @throws Misuse `HOST_TAKEN` when another gateway of this process owns one of the hosts, `BAD_OPTION` when an address is
 * not one of HTTP, `INTERCEPTORS_CONFLICT` when a second copy of the interceptor is active.
 *
 * @example
 * const undo = await attachSockets(gateway);
 * await fetch('https://token.stunt-double.test/'); // answered by gateway.receive
 * await undo();
 */
export const attachSockets: Transport = async (gateway) => {
  const origins = readOrigins(gateway.addresses);
  const interception = await loadInterception();
  const server = openHttpServer(gateway);
  const { connecting } = gateway;
  const accept = (client: Socket, origin: Origin, written?: Buffer, held?: HeldConnection): void => {
    gateway.enter(() => claimSocket(client));
    allowReset(client);
    carryBytes(client);
    const objection = isTls(client) ? identify(client, origin.host, (work) => gateway.enter(work)) : undefined;
    // Its 'end' would tell of the server's own end, for it is the client's own, seen from the other side.
    const peer = peerOf(client, 'finish', (error) => breakConnection(client, error), { objection, written });
    const refusal = isServed(origins, origin) ? undefined : noServer(origin, origins);
    const connection = new ServerConnection(held?.between(peer) ?? peer, origin);
    server.serve(connection, refusal);
    if (connecting !== undefined) held?.begin(connecting, connection, gateway);
  };
  const closesNetwork = gateway.closesNetwork === true;
  const mayFail = ({ host, port }: Origin): boolean => connecting?.mayFail(`${host}:${port}`) === true;
  const leave = registerHosts({ addresses: gateway.addresses, origins, closesNetwork, accept, mayFail }, interception);
  return async () => {
    leave();
    await server.close();
  };
};

/** Those of other realms, and those seen through a proxy, are instances of no class of this one. */
const isTls = (socket: Socket): socket is TLSSocket => 'encrypted' in socket;
