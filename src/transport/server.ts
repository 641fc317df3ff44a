import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { WireAnswer } from '../core/wire.ts';
import { refuse } from '../misuse.ts';
import { turns } from '../clock/real-time.ts';
import type { Gateway, Transport } from './gateway.ts';
import { guardHosts } from './guard/guard.ts';
import { peerOf, ServerConnection } from './http/connection.ts';
import { type HttpServer, openHttpServer } from './http/server.ts';
import { isLoopback, isUnspecified, normalizeHost, type Origin, readHost, readOrigin, showOrigin } from './origins.ts';
import { certificateFor, makeCertificate } from './tls/certificate.ts';

export interface ServerOptions {
  /** Whether it speaks TLS, with a certificate made for this run. No. */
  readonly secure?: boolean;
  /** Its port; any that is free. With a port for each host the first of them, the others behind it. */
  readonly port?: number;
  /** Whether each host of the interfaces gets a port of its own, instead of one for all. No. */
  readonly portPerHost?: boolean;
  /** The address of this machine that it listens at; 127.0.0.1. With any other, other machines are let in. */
  readonly host?: string;
  /** The name by which clients reach it, which its addresses and links begin with; `host`, or 127.0.0.1 where that is all. */
  readonly publicHost?: string;
}

/** A server that listens already, and whose gateway is still to come: the addresses have to be known before the world. */
export interface ListeningServer {
  /** What it is reached at, for each of its ports: `http://127.0.0.1:49152`. */
  readonly origins: readonly string[];
  /** The certificate that its clients have to trust, as PEM; undefined without TLS. */
  readonly ca: string | undefined;
  /** Serves a gateway whose addresses all begin with one of the origins. The undo leaves it open for another. */
  readonly attach: Transport;
  /** Breaks all connections, and listens no more. Harmless when called again. */
  readonly close: () => Promise<void>;
}

const thisMachine = '127.0.0.1';

/**
 * A real server on this machine, for whatever is out of reach of this process: worker threads, child processes, other
 * languages. It answers only to its own name, so that no page in a browser can reach it by a name of its own.
 *
 * @param ports how many ports it is to have
 * @throws Misuse `BAD_OPTION` when a port is taken, or is none, and for a name that no address can have.
 *
 * @example
 * const server = await listen({ secure: true });
 * server.origins; // ['https://127.0.0.1:49152']
 */
export const listen = async (options: ServerOptions = {}, ports = 1): Promise<ListeningServer> => {
  const { secure = false, port = 0 } = options;
  const host = normalizeHost(options.host ?? thisMachine);
  const name = readName(options.publicHost ?? (isUnspecified(host) ? thisMachine : host), options);
  const identity = secure ? makeCertificate(certificateFor(name)) : undefined;
  // With TLS 1.3 a client that is reset right after its first request sees a plain end instead.
  const context = identity && createSecureContext({ ...identity, maxVersion: 'TLSv1.2' });
  const sockets = new Set<Socket>();
  const listening = new Map<Server, Origin>();
  let http: HttpServer | undefined;
  const open = async (at: number): Promise<void> => {
    const server = createServer({ noDelay: true }, (raw) => {
      sockets.add(raw);
      raw.on('error', ignore).once('close', () => sockets.delete(raw));
      const socket = context === undefined ? raw : secured(raw, context);
      const origin = listening.get(server);
      socket.on('error', ignore);
      const peer = peerOf(socket, 'end', (error) => cutConnection(socket, raw, error));
      if (http === undefined || origin === undefined) raw.destroy();
      else http.serve(new ServerConnection(peer, origin));
    });
    const opened = await listenAt(server, at, host);
    listening.set(server, { scheme: secure ? 'https' : 'http', host: name, port: opened });
  };
  const close = async (): Promise<void> => {
    const closed = [...listening.keys()].map((server) => new Promise((resolve) => server.close(resolve)));
    listening.clear();
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
    // The system's handle goes at the end of the turn.
    if (closed.length > 0) await turns(1);
  };
  try {
    for (let index = 0; index < ports; index++) await open(port === 0 ? 0 : port + index);
  } catch (error) {
    await close();
    throw error;
  }
  const origins = [...listening.values()];
  return {
    origins: origins.map(showOrigin),
    ca: identity?.cert,
    attach: async (gateway) => {
      const opened = openHttpServer(ownNamesOnly(gateway, origins));
      http = opened;
      const unguard = guardHosts({
        addresses: gateway.addresses,
        transport: 'transport "server"',
        connections: 'real',
      });
      return async () => {
        http = undefined;
        unguard();
        await opened.close();
      };
    },
    close,
  };
};

const readName = (text: string, { publicHost }: ServerOptions): string => {
  const name = readHost(text);
  if (name !== undefined) return name;
  const place = `simulate({ transport: { server: { ${publicHost === undefined ? 'host' : 'publicHost'} } } })`;
  throw refuse(place, `"${text}" is no name of a host`, 'write a name without a port');
};

const secured = (raw: Socket, secureContext: SecureContext): TLSSocket =>
  new TLSSocket(raw, { isServer: true, secureContext, ALPNProtocols: ['h2', 'http/1.1'] });

/** What is told by a socket's errors is told by its 'close' as well. */
const ignore = (): void => undefined;

/**
 * Ports at which a server of this process has stood. Clients keep what they know of an origin, and not only its connections:
 * Node's own `fetch` sends requests of one instant in another order to an origin that it has lost.
 */
const formerPorts = new Set<number>();

/** Listens at a port, for 0 at one that is free, and tells which: as long as there are enough, at one that was never used. */
const listenAt = async (server: Server, wanted: number, host: string, tries = 10): Promise<number> => {
  await startListening(server, wanted, host);
  const { port } = server.address() as AddressInfo;
  if (wanted === 0 && formerPorts.has(port) && tries > 1) {
    await new Promise((resolve) => server.close(resolve));
    return listenAt(server, wanted, host, tries - 1);
  }
  formerPorts.add(port);
  return port;
};

const startListening = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (what: string, { name, remedy } = ofPort): void =>
      reject(refuse(`simulate({ transport: { server${name} } })`, what, remedy));
    if (!Number.isInteger(port) || port < 0 || port > 65_535) return fail(`${port} is no port`);
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.message, ['EADDRINUSE', 'EACCES'].includes(error.code ?? '') ? ofPort : ofHost),
    );
    server.listen(port, host, resolve);
    return undefined;
  });

/** What cannot be had of an address, and what to do about it. */
const ofPort = { name: '', remedy: 'leave the port out to get one that is free' };
const ofHost = {
  name: ': { host }',
  remedy: 'name an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them',
};

/** A reset goes to the connection below TLS, which takes that above with it. */
const cutConnection = (socket: Socket, raw: Socket, error: Error | undefined): void => {
  // What is about to end can not be reset any more, and would never close.
  if (socket.writableEnded) socket.destroy();
  else if (error === undefined) socket.destroySoon();
  else raw.resetAndDestroy();
};

/** Lets in only what was sent to this server by one of its own names, and gives it the one name that the world knows. */
const ownNamesOnly = (gateway: Gateway, origins: readonly Origin[]): Gateway => ({
  ...gateway,
  receive: async (request, ...others) => {
    const found = readOrigin(request.url);
    const { host: field } = request.headers;
    // As the client has it: who comes by another port would be given links that lead to this one.
    const told = field === undefined ? found : readOrigin(`${found?.scheme}://${field}`);
    const origin = origins.find(({ port, host }) => told?.port === port && isNamed(found?.host ?? '', host));
    // Asked for a whole address, as a proxy is, the field Host says nothing. (RFC 9112 section 3.2.2)
    const isOurs = origins.some(({ port, host }) => told?.port === port && isNamed(told.host, host));
    if (origin === undefined) return misdirected(isOurs ? found?.host : field);
    const path = request.url.replace(/^https?:\/\/[^/?#]*/i, '');
    return gateway.receive({ ...request, url: `${showOrigin(origin)}${path}` }, ...others);
  },
});

const isNamed = (found: string, host: string): boolean => isLoopback(found) || found === host;

/** (RFC 9110 section 15.5.20) */
const misdirected = (host = ''): WireAnswer => ({
  status: 421,
  headers: { 'content-type': 'text/plain' },
  body: `stunt-double does not answer for the host "${host}"\n`,
});
