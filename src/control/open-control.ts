import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { errorText } from '../error-text.ts';
import { refuse } from '../misuse.ts';
import { makeToken, ownNames, refuseVisit } from './admission.ts';
import type { ControlledSimulation } from './controlled.ts';
import { commonHeaders } from './page-headers.ts';
import { refuseRequest } from './problems.ts';
import { createRouter, tellProblem } from './router.ts';
import { routes } from './routes.ts';
import { openSession } from './session.ts';

export interface ControlOptions {
  /** The port to listen on; any that is free. */
  readonly port?: number;
  /** An address of this machine's own; 127.0.0.1. */
  readonly host?: string;
  /** The page that is served at the address itself. Without it there is none. */
  readonly page?: string;
  /** What the options are called in messages, such as `--control`. */
  readonly place?: string;
  /** Is told of mistakes of our own, of which a client only learns that there was one. */
  readonly say?: (bug: unknown) => void;
}

/** A control API that listens. */
export interface Control {
  /** The address that all routes begin with, ending in a slash. The token is part of it, and whoever has it may do all. */
  readonly url: string;
  /** There is another simulation: those who follow the trace hear of it, however soon the next one comes. */
  noteWorld(): void;
  /** Ends what is being waited for, and listens no more. Harmless when called again. */
  close(): Promise<void>;
}

/**
 * Lets a simulation be driven over HTTP, from this machine alone, by those who know the address.
 *
 * Rejects with Misuse `BAD_OPTION` for an address of another machine, and for a port that is taken.
 */
export const openControl = async (controlled: ControlledSimulation, options: ControlOptions = {}): Promise<Control> => {
  const { port = 0, host = '127.0.0.1', page, place = 'openControl', say = () => undefined } = options;
  if (!/^(?:127(?:\.\d{1,3}){3}|::1)$/.test(host)) {
    throw refuse(place, `"${host}" is no address of this machine alone`, 'write 127.0.0.1 or ::1');
  }
  const token = makeToken();
  const closing = new AbortController();
  const session = openSession(controlled);
  const router = createRouter({ session, routes, base: `/${token}`, closing: closing.signal, page, say });
  const serve = getRequestListener(router.fetch, {
    overrideGlobalObjects: false,
    // It cannot make an address of what was asked for.
    errorHandler: () => tellProblem(refuseRequest('NOT_READABLE', 'the request cannot be read')),
  });
  const server = createServer();
  await listen(server, port, host, place);
  server.on('error', say);
  const { port: own } = server.address() as AddressInfo;
  const names = ownNames(host, own);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    const refused = refuseVisit({ target: request.url ?? '', headers: request.headers }, names, token);
    if (refused === undefined) return void serve(request, response);
    response.writeHead(refused, { 'content-length': 0, connection: 'close' }).end();
    request.resume();
  });
  const [name] = names;
  return {
    url: `http://${name}/${token}/`,
    noteWorld: () => void session.world,
    close: () => close(server, closing),
  };
};

const listen = (server: Server, port: number, host: string, place: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(refuse(place, `port ${port}: ${errorText(error)}`, 'leave the port out to get one that is free')),
    );
    server.listen(port, host, resolve);
  });

/** Who waits is told so first, and who follows the trace gets the rest of it, if they read; then nothing is left open. */
const close = async (server: Server, closing: AbortController): Promise<void> => {
  closing.abort();
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  const closingIdle = setInterval(() => server.closeIdleConnections(), 10);
  await Promise.race([closed, setTimeout(patience, undefined, { ref: false })]);
  clearInterval(closingIdle);
  server.closeAllConnections();
  await closed;
};

/** Real milliseconds for those who do not read. */
const patience = 500;
