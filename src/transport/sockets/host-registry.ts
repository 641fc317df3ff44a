import { isIP, type Socket } from 'node:net';
import { type Undo, undoAll } from '../../clock/patches/patch.ts';
import { guardHosts } from '../guard/guard.ts';
import { hostTaken } from '../guard/layers.ts';
import { type AddressBook, answerLookUps, createAddressBook, type Known } from '../guard/names.ts';
import { createPassThrough, type PassThrough } from '../guard/proxies.ts';
import { networkClosed, networkClosedToNames, noServer, sockets } from '../network-errors.ts';
import { type Origin, domainOf, isHere, isLoopback, isServed, normalizeHost } from '../origins.ts';
import { processWide } from '../process-wide.ts';
import { noteAnnounced } from '../http/announced-requests.ts';
import { type HeldConnection, holdConnection } from '../http/held-connection.ts';
import { bridgeSessions, isOfHttp2, markSimulated, negotiate, takeTurns } from './http2-sessions.ts';
import type { Connection, ConnectionOptions, Interception } from './interception.ts';
import { layOver } from './lay-over.ts';
import { shareContext } from '../tls/shared-context.ts';
import { tellInOrder } from './tell-in-order.ts';

/** A gateway's entry: the origins it answers at, and what takes its connections. */
export interface Listing {
  readonly addresses: readonly string[];
  readonly origins: readonly Origin[];
  /** Whether connections to other machines are refused. */
  readonly closesNetwork: boolean;
  /** What the client has written already comes along, and what keeps the connection from it as yet. */
  accept(client: Socket, origin: Origin, written?: Buffer, held?: HeldConnection): void;
  /** Whether a fault that waits may keep a client from connecting there. */
  mayFail?(origin: Origin): boolean;
}

/** The hosts that are simulated at the socket, by domain, and what brings connections to them. */
class HostRegistry {
  readonly listings = new Map<string, Listing>();
  readonly #addresses = createAddressBook();
  readonly #nextPort = countPorts();
  readonly #passThrough: PassThrough;
  readonly #undo: Undo;

  constructor(interception: Interception) {
    this.#passThrough = createPassThrough(this.listings, this.#nextPort);
    const undos = [interception.start((connection) => this.#connect(connection), this.#passThrough.pass)];
    undos.push(answerLookUps({ ...this.#addresses, find: (host) => this.#findName(normalizeHost(host)) }));
    undos.push(
      bridgeSessions(),
      noteAnnounced((origin) => this.#mayFail(origin)),
      shareContext((host) => this.listings.has(normalizeHost(host))),
    );
    this.#undo = () => undoAll(undos);
  }

  remove(listing: Listing): void {
    for (const [domain, one] of this.listings) if (one === listing) this.listings.delete(domain);
    this.#passThrough.drop(listing);
  }

  end(): void {
    this.#undo();
  }

  /** A name on this machine, or an address, is nobody's but the system's. */
  #findName(host: string): Known {
    if (isLoopback(host) || isIP(host) !== 0) return undefined;
    if (this.listings.has(host)) return this.#addresses.addressesOf(host);
    return this.#isClosed() ? networkClosedToNames(host) : undefined;
  }

  #mayFail(origin: Origin): boolean {
    return this.listings.get(domainOf(origin))?.mayFail?.(origin) === true;
  }

  #isClosed(): boolean {
    return [...this.listings.values()].some(({ closesNetwork }) => closesNetwork);
  }

  /** Connects a client to the gateway that owns the origin it asks for; false when none does. */
  #connect({ socket, connectionOptions, controller }: Connection): boolean {
    const origin = findOrigin(connectionOptions, 'encrypted' in socket ? 'https' : 'http', this.#addresses);
    if (origin === undefined) return false;
    const listing = this.listings.get(domainOf(origin));
    if (listing === undefined && this.#addresses.hostAt(normalizeHost(connectionOptions.host ?? '')) !== undefined) {
      socket.destroy(noServer(origin, []));
      return true;
    }
    if (listing === undefined) {
      const closed = this.#isClosed() && !isHere(origin.host);
      // Whoever else mocks this host may still take the connection; only the way out is barred.
      if (closed) controller.passthrough = () => socket.destroy(networkClosed(origin));
      return false;
    }
    // What is plain there may have TLS put over it, and is known by then.
    const isThere = isServed(listing.origins, origin) || isServed(listing.origins, { ...origin, scheme: 'https' });
    const refused = isThere ? negotiate(connectionOptions) : noServer(origin, listing.origins);
    if (refused === undefined) {
      connectionOptions.localPort ??= this.#nextPort();
      markSimulated(socket);
      if (isOfHttp2(connectionOptions)) takeTurns(controller);
      const held = this.#mayFail(origin) ? holdConnection(socket, controller) : undefined;
      listing.accept(socket, origin, undefined, held);
      tellInOrder(socket, controller, held);
      controller.claim();
      layOver(socket);
    } else socket.destroy(refused);
    return true;
  }
}

const theRegistry = processWide<HostRegistry>('sockets', 3);

/** Enters a listing; the first one starts the interception, and the last to leave ends it. Returns how to leave. */
export const registerHosts = (listing: Listing, interception: Interception): Undo => {
  const existing = theRegistry.find();
  const domains = new Set(listing.origins.map(domainOf));
  for (const domain of domains) if (existing?.listings.has(domain) === true) throw hostTaken('attachSockets', domain);
  // Below the interception, so put up before it and taken down after it.
  const unguard = guardHosts({ ...listing, transport: sockets, connections: 'served' });
  const registry = existing ?? openOr(unguard, interception);
  for (const domain of domains) registry.listings.set(domain, listing);
  return () => {
    registry.remove(listing);
    if (registry.listings.size === 0 && theRegistry.find() === registry) {
      theRegistry.remove(registry);
      registry.end();
    }
    unguard();
  };
};

const openOr = (giveUp: Undo, interception: Interception): HostRegistry => {
  try {
    const registry = new HostRegistry(interception);
    theRegistry.put(registry);
    return registry;
  } catch (error) {
    giveUp();
    throw error;
  }
};

/** Ephemeral ports in turn. */
const countPorts = (): (() => number) => {
  let port = 49_151;
  return () => (port = port === 65_535 ? 49_152 : port + 1);
};

/** A connection without a port is to a Unix socket; one without a host is to this machine. */
const findOrigin = (
  { host, servername, port }: ConnectionOptions,
  scheme: Origin['scheme'],
  book: AddressBook,
): Origin | undefined => {
  if (port === undefined || port === null) return undefined;
  const given = normalizeHost(host ?? servername ?? 'localhost');
  return { scheme, host: book.hostAt(given) ?? nameOf(given, servername), port: Number(port) };
};

/** Who has looked a name up connects to an address, and says to TLS which host is meant. */
const nameOf = (given: string, servername: string | null | undefined): string =>
  isIP(given) === 0 || isLoopback(given) || !servername ? given : normalizeHost(servername);
