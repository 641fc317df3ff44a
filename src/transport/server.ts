import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { WireAnswer, WireRequest } from '../core/wire.ts';
import { Misuse } from '../misuse.ts';
import { sayBug } from '../simulator-bug.ts';
import { turns } from '../clock/real-time.ts';
import type { Gateway, Transport } from './gateway.ts';
import { guardHosts } from './guard/guard.ts';
import { peerOf, ServerConnection } from './http/connection.ts';
import { type HttpServer, openHttpServer } from './http/server.ts';
import { isLoopback, type Origin, readOrigin, showOrigin } from './origins.ts';
import { makeCertificate } from './tls/certificate.ts';

export interface ServerOptions {
  /** Whether it speaks TLS, with a certificate made for this run. No. */
  readonly secure?: boolean;
  /** Its port on 127.0.0.1; any that is free. */
  readonly port?: number;
}

/** A server that listens already, and whose gateway is still to come: the addresses have to be known before the world. */
export interface ListeningServer {
  /** What it is reached at: `http://127.0.0.1:49152`. */
  readonly origin: string;
  /** The certificate that its clients have to trust, as PEM; undefined without TLS. */
  readonly ca: string | undefined;
  /** Serves a gateway whose addresses all begin with the origin. */
  readonly attach: Transport;
  readonly close: () => Promise<void>;
}

/**
 * A real server on this machine, for whatever is out of reach of this process: worker threads, child processes, other
 * languages. It answers only to its own name, so that no page in a browser can reach it by a name of its own.
 *
 * @throws Misuse `BAD_OPTION` when the port is taken.
 *
 * @example
 * const server = await listen({ secure: true });
 * server.origin; // 'https://127.0.0.1:49152'
 */
export const listen = async ({ secure = false, port = 0 }: ServerOptions = {}): Promise<ListeningServer> => {
  const identity = secure ? makeCertificate() : undefined;
  // With TLS 1.3 a client that is reset right after its first request sees a plain end instead.
  const context = identity && createSecureContext({ ...identity, maxVersion: 'TLSv1.2' });
  const sockets = new Set<Socket>();
  let http: HttpServer | undefined;
  const server = createServer({ noDelay: true }, (raw) => {
    sockets.add(raw);
    raw.on('error', ignore).once('close', () => sockets.delete(raw));
    const socket =
      context === undefined
        ? raw
        : new TLSSocket(raw, { isServer: true, secureContext: context, ALPNProtocols: ['h2', 'http/1.1'] });
    socket.on('error', ignore);
    if (http === undefined) raw.destroy();
    else
      http.serve(
        new ServerConnection(
          peerOf(socket, 'end', () => resetConnection(socket, raw)),
          origin,
        ),
      );
  });
  await startListening(server, port);
  const at = server.address() as AddressInfo;
  const origin: Origin = { scheme: secure ? 'https' : 'http', host: '127.0.0.1', port: at.port };
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    // The system's handle goes at the end of the turn.
    await turns(1);
  };
  return {
    origin: showOrigin(origin),
    ca: identity?.cert,
    attach: async (gateway) => {
      const opened = openHttpServer(ownNameOnly(gateway, origin));
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
        await close();
      };
    },
    close,
  };
};

/** What is told by a socket's errors is told by its 'close' as well. */
const ignore = (): void => undefined;

const startListening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const hint = 'leave the port out to get one that is free';
      reject(new Misuse('BAD_OPTION', 'simulate({ transport: { server } })', error.message, hint));
    });
    server.listen(port, '127.0.0.1', resolve);
  });

/** A reset goes to the connection below TLS, which takes that above with it. */
const resetConnection = (socket: Socket, raw: Socket): void => {
  // What is about to end can not be reset any more, and would never close.
  if (socket.writableEnded) socket.destroy();
  else raw.resetAndDestroy();
};

/** Lets in only what was sent to this server by one of its own names, and gives it the one name that the world knows. */
const ownNameOnly = (gateway: Gateway, origin: Origin): Gateway => ({
  ...gateway,
  receive: async (request, ...others) => {
    const found = readOrigin(request.url);
    const isOwn = found !== undefined && isLoopback(found.host) && found.port === origin.port;
    if (!isOwn) return misdirected(request);
    const path = request.url.replace(/^https?:\/\/[^/?#]*/i, '');
    return gateway.receive({ ...request, url: `${showOrigin(origin)}${path}` }, ...others).catch(ownFault);
  },
});

/** A reset would have no words. It is no answer of the service, stands in no trace, and the simulation ends with the error. */
const ownFault = (error: unknown): WireAnswer => ({
  status: 500,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${sayBug(error)}\n`,
});

/** (RFC 9110 section 15.5.20) */
const misdirected = ({ headers }: WireRequest): WireAnswer => ({
  status: 421,
  headers: { 'content-type': 'text/plain' },
  body: `stunt-double does not answer for the host "${headers['host'] ?? ''}"\n`,
});
