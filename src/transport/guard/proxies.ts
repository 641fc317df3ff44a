import type { Socket } from 'node:net';
import { env, nextTick } from 'node:process';
import { refusal } from '../network-errors.ts';
import { type Connection, type ConnectionOptions, isUndecided } from '../sockets/interception.ts';
import { type Place, domainOf, isServed, normalizeHost, readPlace } from '../origins.ts';
import { type Target, readTarget } from '../proxy-target.ts';
import type { Listing } from '../sockets/host-registry.ts';

/** Where connections pass to other hosts, but for what is asked there of a proxy and meant for a simulated host. */
interface Passage {
  readonly pass: (connection: Connection) => void;
  /** Breaks the tunnels to a listing's hosts. */
  readonly drop: (listing: Listing) => void;
}

/**
 * A proxy is known by what the client writes, so each connection is looked at; by then it may be open, but the proxy has
 * heard nothing, and will not. Those that the environment names need not be there at all: they wait for the first word,
 * which is always the client's.
 */
export const createPassage = (listings: ReadonlyMap<string, Listing>, nextPort: () => number): Passage => {
  const tunnels = new Map<Socket, Listing>();

  const takeOver = (
    { socket, connectionOptions, controller }: Connection,
    { place, isTunnel }: Target,
    chunk: Buffer,
  ) => {
    const listing = listings.get(domainOf(place));
    if (listing === undefined) return false;
    if (isTunnel) controller.retarget({ host: place.host, port: place.port, path: null, localPort: nextPort() });
    else controller.reset();
    connectionOptions.localPort ??= nextPort();
    controller.claim();
    if (isTunnel) {
      tunnels.set(socket, listing);
      socket.once('close', () => tunnels.delete(socket));
      openTunnel(socket, place, listing, chunk);
    } else enter(socket, place, listing, chunk);
    return true;
  };

  const pass = (connection: Connection): void => {
    const { socket, connectionOptions, controller } = connection;
    let isOurs = false;
    socket.on('data', (chunk: Buffer) => {
      const target = isOurs ? undefined : readTarget(chunk);
      isOurs ||= target !== undefined && takeOver(connection, target, chunk);
      // A kept-alive connection waits for a decision before every request, not only before the first.
      if (!isOurs && isUndecided(controller)) controller.passthrough();
    });
    if (isProxy(connectionOptions)) return;
    // What is written at once is heard first.
    nextTick(() => {
      const hasWritten = Reflect.get(socket, '_pendingData') != null;
      if (isUndecided(controller) && !hasWritten && !socket.destroyed) controller.passthrough();
    });
  };

  return {
    pass,
    drop: (listing) => {
      for (const [socket, owner] of tunnels) if (owner === listing) socket.destroy();
    },
  };
};

const enter = (socket: Socket, place: Place, listing: Listing, written: Buffer): void => {
  if (isServed(listing.places, place)) listing.accept(socket, place, written);
  else socket.destroy(refusal(place, listing.places));
};

/** TLS within the tunnel is a connection of its own; what else is written there is plain HTTP. (RFC 9110 section 9.3.6) */
const openTunnel = (socket: Socket, { host, port }: Place, listing: Listing, head: Buffer): void => {
  const end = head.indexOf('\r\n\r\n');
  if (end < 0) {
    socket.once('data', (more: Buffer) =>
      openTunnel(socket, { scheme: 'https', host, port }, listing, Buffer.concat([head, more])),
    );
    return;
  }
  const begin = (written: Buffer): void => enter(socket, { scheme: 'http', host, port }, listing, written);
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (end + 4 < head.length) begin(head.subarray(end + 4));
  else socket.once('data', begin);
};

const proxyVariables = [
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'global_agent_http_proxy',
  'global_agent_https_proxy',
];

/** Says whether the environment names what a connection leads to as a proxy, in whichever case. */
const isProxy = ({ host, port }: ConnectionOptions): boolean => {
  const domain = domainOf({ host: normalizeHost(host ?? 'localhost'), port: Number(port) });
  return proxyVariables
    .flatMap((name) => [env[name], env[name.toUpperCase()]])
    .map((address) => (address?.includes('://') === false ? `http://${address}` : address))
    .map((address) => readPlace(address ?? ''))
    .some((place) => place !== undefined && place.port === Number(port) && domainOf(place) === domain);
};
