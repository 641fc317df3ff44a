import { isIP, type Socket } from 'node:net';
import { Misuse } from '../../misuse.ts';
import { type AddressBook, createAddressBook } from '../addresses-of-hosts.ts';
import { barred, mismatch, refusal, unasked } from '../network-errors.ts';
import { sockets } from '../bypassed.ts';
import { bridgeSessions, markSimulated, takeTurns } from './http2-sessions.ts';
import { guardHosts } from '../guard/guard.ts';
import type { Connection, ConnectionOptions, Interception } from './interception.ts';
import { answerLookUps, type Known } from '../guard/names.ts';
import { createPassage } from '../guard/proxies.ts';
import { type Place, domainOf, isHere, isLoopback, isServed, normalizeHost } from '../origins.ts';

/** A door's entry: the places it answers at, and what takes its connections. */
export interface Listing {
  readonly addresses: readonly string[];
  readonly places: readonly Place[];
  /** Whether connections to other machines are refused. */
  readonly closesNetwork: boolean;
  /** What the client has written already comes along. */
  accept(client: Socket, place: Place, written?: Buffer): void;
}

/** The one switchboard of the process, by domain. Its version changes with its shape: copies of this package share it. */
interface Switchboard {
  readonly version: 2;
  readonly listings: Map<string, Listing>;
  /** Ends what a listing serves that did not reach it as a connection of its own. */
  drop(listing: Listing): void;
  unhook(): void;
}

const key = Symbol.for('stunt-double.sockets');

/** Enters a listing; the first one starts the interception, and the last to leave ends it. Returns how to leave. */
export const join = (listing: Listing, interception: Interception): (() => void) => {
  const existing = find();
  const domains = new Set(listing.places.map(domainOf));
  for (const domain of domains) if (existing?.listings.has(domain) === true) throw taken(domain);
  // Below the interception, so put up before it and taken down after it.
  const unguard = guardHosts({ ...listing, way: sockets, connections: 'served' });
  const board = existing ?? openOr(unguard, interception);
  for (const domain of domains) board.listings.set(domain, listing);
  return () => {
    for (const domain of domains) if (board.listings.get(domain) === listing) board.listings.delete(domain);
    board.drop(listing);
    if (board.listings.size === 0 && find() === board) {
      Reflect.deleteProperty(globalThis, key);
      board.unhook();
    }
    unguard();
  };
};

const find = (): Switchboard | undefined => {
  const found: unknown = Reflect.get(globalThis, key);
  if (found === undefined || isCurrent(found)) return found;
  throw new Misuse(
    'INTERCEPTORS_CONFLICT',
    'attachSockets',
    'another version of stunt-double is active in this process',
    'let npm install one version of stunt-double',
  );
};

const isCurrent = (found: unknown): found is Switchboard =>
  typeof found === 'object' && found !== null && Reflect.get(found, 'version') === 2;

const openOr = (giveUp: () => void, interception: Interception): Switchboard => {
  try {
    return open(interception);
  } catch (error) {
    giveUp();
    throw error;
  }
};

const open = (interception: Interception): Switchboard => {
  const listings = new Map<string, Listing>();
  const nextPort = countPorts();
  const book = createAddressBook();
  const { pass, drop } = createPassage(listings, nextPort);
  const unhook = interception.start((connection) => connect(listings, book, nextPort, connection), pass);
  const forget = answerLookUps({ ...book, find: (host) => findName(listings, book, normalizeHost(host)) });
  const separate = bridgeSessions();
  const unhookAll = (): void => {
    separate();
    forget();
    unhook();
  };
  const board: Switchboard = { version: 2, listings, drop, unhook: unhookAll };
  Object.defineProperty(globalThis, key, { value: board, configurable: true });
  return board;
};

/** A name on this machine, or an address, is nobody's but the system's. */
const findName = (listings: ReadonlyMap<string, Listing>, book: AddressBook, host: string): Known => {
  if (isLoopback(host) || isIP(host) !== 0) return undefined;
  if (listings.has(host)) return book.addressesOf(host);
  return isClosed(listings) ? unasked(host) : undefined;
};

const isClosed = (listings: ReadonlyMap<string, Listing>): boolean =>
  [...listings.values()].some(({ closesNetwork }) => closesNetwork);

const taken = (domain: string): Misuse =>
  new Misuse(
    'HOST_TAKEN',
    'attachSockets',
    `${domain} belongs to another simulation of this process`,
    'dispose of that one first, or give this one other hosts',
  );

/** Ephemeral ports in turn. */
const countPorts = (): (() => number) => {
  let port = 49_151;
  return () => (port = port === 65_535 ? 49_152 : port + 1);
};

/** Connects a client to the door that owns the place it asks for; false when no door does. */
const connect = (
  listings: ReadonlyMap<string, Listing>,
  book: AddressBook,
  nextPort: () => number,
  connection: Connection,
): boolean => {
  const { socket, connectionOptions, controller } = connection;
  const place = findPlace(connectionOptions, 'encrypted' in socket ? 'https' : 'http', book);
  const listing = place && listings.get(domainOf(place));
  if (place === undefined) return false;
  if (listing === undefined && book.hostAt(normalizeHost(connectionOptions.host ?? '')) !== undefined) {
    socket.destroy(refusal(place, []));
    return true;
  }
  if (listing === undefined) {
    const closed = isClosed(listings) && !isHere(place.host);
    // Whoever else mocks this host may still take the connection; only the way out is barred.
    if (closed) controller.passthrough = () => socket.destroy(barred(place));
    return false;
  }
  const refused = isServed(listing.places, place) ? negotiate(connectionOptions) : refusal(place, listing.places);
  if (refused === undefined) {
    connectionOptions.localPort ??= nextPort();
    markSimulated(socket);
    if (isOfHttp2(connectionOptions)) takeTurns(controller);
    listing.accept(socket, place);
    controller.claim();
  } else socket.destroy(refused);
  return true;
};

/** A connection without a port is to a Unix socket; one without a host is to this machine. */
const findPlace = (
  { host, servername, port }: ConnectionOptions,
  scheme: Place['scheme'],
  book: AddressBook,
): Place | undefined => {
  if (port === undefined || port === null) return undefined;
  const given = normalizeHost(host ?? servername ?? 'localhost');
  return { scheme, host: book.hostAt(given) ?? nameOf(given, servername), port: Number(port) };
};

/** Who has looked a name up himself connects to an address, and says to TLS which host he means. */
const nameOf = (given: string, servername: string | null | undefined): string =>
  isIP(given) === 0 || isLoopback(given) || !servername ? given : normalizeHost(servername);

/** The protocols of the interface's servers, dearest first. */
const spoken = ['h2', 'http/1.1'];

/** The emulated handshake agrees to the first protocol that it finds offered: what the server would choose. (RFC 7301) */
const negotiate = (options: ConnectionOptions): Error | undefined => {
  const offered = readProtocols(options.ALPNProtocols);
  if (offered.length === 0) return undefined;
  const chosen = spoken.find((protocol) => offered.includes(protocol));
  if (chosen === undefined) return mismatch(offered);
  options.ALPNProtocols = [chosen];
  return undefined;
};

/** A list of names, or as it stands on the wire: each behind a byte that tells its length. */
const readProtocols = (offered: unknown): readonly string[] => {
  if (Array.isArray(offered)) return offered.map(String);
  if (!ArrayBuffer.isView(offered)) return [];
  const bytes = Buffer.from(offered.buffer, offered.byteOffset, offered.byteLength);
  const names: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0)) {
    names.push(bytes.toString('latin1', at + 1, at + 1 + (bytes[at] ?? 0)));
  }
  return names;
};

const isOfHttp2 = ({ ALPNProtocols }: ConnectionOptions): boolean =>
  Array.isArray(ALPNProtocols) && ALPNProtocols[0] === 'h2';
