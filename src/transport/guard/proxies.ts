import type { Socket } from 'node:net';
import { env, nextTick } from 'node:process';
import { noServer } from '../network-errors.ts';
import { type Origin, domainOf, isServed, normalizeHost, readOrigin } from '../origins.ts';
import type { Listing } from '../sockets/host-registry.ts';
import { type Connection, type ConnectionOptions, isUndecided } from '../sockets/interception.ts';

/** What a client asks of a proxy: a tunnel to an origin, or one request to it. */
interface ProxyTarget {
  readonly origin: Origin;
  readonly isTunnel: boolean;
}

/** `CONNECT` names host and port, every other method the whole address. (RFC 9112 sections 3.2.2 and 3.2.3) */
const requestLine = /^(?:CONNECT (\S+)|[A-Z]+ (https?:\/\/\S+)) HTTP\/1\.[01]\r?\n/i;

/** How it begins: most of what is written is none, and need not be looked at any closer. */
const beginning = /^(?:CONNECT \S|[A-Z]{1,20} https?:)/i;

/** More than any client lets an address have. */
const longestLine = 16_384;

/**
 * Reads what a client writes on any connection: the target when it is the beginning of a request to a proxy, whoever is
 * at the other end; else undefined. In a tunnel both schemes are possible, and TLS is by far the more usual.
 *
 * @example
 * readProxyTarget('CONNECT a.test:443 HTTP/1.1\r\n\r\n') // { origin: { scheme: 'https', … }, isTunnel: true }
 */
export const readProxyTarget = (chunk: string | Uint8Array): ProxyTarget | undefined => {
  if (!beginning.test(readText(chunk, 28))) return undefined;
  const [, authority, address] = requestLine.exec(readText(chunk, longestLine)) ?? [];
  const origin = readOrigin(address ?? `https://${authority ?? ''}`);
  return origin && { origin, isTunnel: authority !== undefined };
};

const readText = (chunk: string | Uint8Array, length: number): string =>
  typeof chunk === 'string'
    ? chunk.slice(0, length)
    : Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, length)).toString('latin1');

/** Where connections pass to other hosts, but for what is asked there of a proxy and meant for a simulated host. */
export interface PassThrough {
  readonly pass: (connection: Connection) => void;
  /** Breaks the tunnels to a listing's hosts. */
  readonly drop: (listing: Listing) => void;
}

/**
 * A proxy is known by what the client writes, so each connection is looked at; by then it may be open, but the proxy has
 * heard nothing, and will not. Those that the environment names need not be there at all: they wait for the first word,
 * which is always the client's.
 */
export const createPassThrough = (listings: ReadonlyMap<string, Listing>, nextPort: () => number): PassThrough => {
  const tunnels = new Map<Socket, Listing>();

  const takeOver = (
    { socket, connectionOptions, controller }: Connection,
    { origin, isTunnel }: ProxyTarget,
    chunk: Buffer,
  ) => {
    const listing = listings.get(domainOf(origin));
    if (listing === undefined) return false;
    if (isTunnel) controller.retarget({ host: origin.host, port: origin.port, path: null, localPort: nextPort() });
    else controller.reset();
    connectionOptions.localPort ??= nextPort();
    controller.claim();
    if (isTunnel) {
      tunnels.set(socket, listing);
      socket.once('close', () => tunnels.delete(socket));
      openTunnel(socket, origin, listing, chunk);
    } else enter(socket, origin, listing, chunk);
    return true;
  };

  const pass = (connection: Connection): void => {
    const { socket, connectionOptions, controller } = connection;
    let isOurs = false;
    socket.on('data', (chunk: Buffer) => {
      const target = isOurs ? undefined : readProxyTarget(chunk);
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

const enter = (socket: Socket, origin: Origin, listing: Listing, written: Buffer): void => {
  if (isServed(listing.origins, origin)) listing.accept(socket, origin, written);
  else socket.destroy(noServer(origin, listing.origins));
};

/** TLS within the tunnel is a connection of its own; what else is written there is plain HTTP. (RFC 9110 section 9.3.6) */
const openTunnel = (socket: Socket, { host, port }: Origin, listing: Listing, head: Buffer): void => {
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
    .map((address) => readOrigin(address ?? ''))
    .some((origin) => origin !== undefined && origin.port === Number(port) && domainOf(origin) === domain);
};
