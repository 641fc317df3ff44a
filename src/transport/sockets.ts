import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { claimSocket } from '../clock/patches/socket-timeouts.ts';
import { openDesk } from './http/server.ts';
import type { Transport } from './gateway.ts';
import { loadInterception } from './sockets/interception.ts';
import { Line, type Peer } from './http/connection.ts';
import { type Place, readPlaces } from './origins.ts';
import { join } from './sockets/host-registry.ts';
import { breakConnection } from './sockets/break-connection.ts';
import { identify, type Objection } from './tls/peer.ts';

/**
 * Brings the requests of every HTTP client of this process to a door, below all of them: at the socket. Clients need no
 * option, and it does not matter when they were loaded; connections to other hosts go where they would have gone.
 *
 * A named host is owned on all ports, and one that no address names refuses connections; on this machine
 * (`localhost`, `127.0.0.1`, `::1`, however written) only the very port is owned. HTTP/2 and HTTP/1.1. The TLS handshake is
 * emulated: the host shows a certificate of its own, which every client trusts. What is asked of a proxy for one of the
 * hosts is served in its place. Out of reach are worker threads and child processes; what is sent on connections that were
 * open before is refused.
 * The undo breaks the door's connections; the last undo in the process leaves nothing patched.
 *
 * @throws Misuse `HOST_TAKEN` when another door of this process owns one of the hosts, `BAD_OPTION` when an address is
 * not one of HTTP, `INTERCEPTORS_CONFLICT` when a second copy of the interceptor is active.
 *
 * @example
 * const undo = await attachSockets(door);
 * await fetch('https://token.stunt-double.test/'); // answered by door.receive
 * await undo();
 */
export const attachSockets: Transport = async (door) => {
  const places = readPlaces(door.addresses);
  const interception = await loadInterception();
  const desk = openDesk(door);
  const accept = (client: Socket, place: Place, written?: Buffer): void => {
    door.enter(() => claimSocket(client));
    const objection = isTls(client) ? identify(client, place.host, (work) => door.enter(work)) : undefined;
    desk.serve(new Line(describePeer(client, objection, written), place));
  };
  const closesNetwork = door.closesNetwork === true;
  const leave = join({ addresses: door.addresses, places, closesNetwork, accept }, interception);
  return async () => {
    leave();
    await desk.close();
  };
};

/** Those of other realms, and those seen through a proxy, are instances of no class of this one. */
const isTls = (socket: Socket): socket is TLSSocket => 'encrypted' in socket;

/** An intercepted socket is the client's own, seen from the other side. */
const describePeer = (socket: Socket, objection: Objection | undefined, written?: Buffer): Peer => ({
  objection,
  get isGone() {
    return socket.destroyed;
  },
  listen: ({ data, end, close }) => {
    // Its 'end' would tell of the server's own end; the client's is its 'finish'.
    socket.on('data', data).once('finish', end).once('close', close);
    if (written !== undefined) data(written);
  },
  send: (chunk, done) => {
    socket.write(chunk, () => done());
  },
  finish: () => {
    socket.end();
  },
  cut: (error) => {
    breakConnection(socket, error);
  },
});
