import { AsyncResource } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import type { EventEmitter } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Post } from './deliver.ts';
import { isOutOfBounds } from './allowed-hosts.ts';

/**
 * A real POST over the network. A redirect is an answer like any other; the answer's body is read to its end and dropped,
 * and no connection is kept, so that the application's server can close. `sent` is called once it has left as a whole.
 */
export const postToUrl = ({ url, headers, body }: Post, signal: AbortSignal, sent?: () => void): Promise<number> =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http;
    const length = { 'content-length': Buffer.byteLength(body) };
    const options = { method: 'POST', headers: { ...headers, ...length }, agent: false, lookup, signal } as const;
    let leave = (): void => undefined;
    request(url, options, (response) => {
      response.once('error', reject).once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    })
      .once('socket', (socket) =>
        socket.once('connect', () => {
          leave = carryContext(socket.localPort);
        }),
      )
      .once('finish', () => sent?.())
      .once('error', reject)
      .once('close', () => {
        leave();
        // Where it was to be upgraded there is neither an answer nor an error.
        reject(new Error('the connection ended without an answer'));
      })
      .end(body);
  });

/** A name that was allowed may still lead, or come to lead, where nothing is ever posted to. */
const lookup: LookupFunction = (host, options, done) => {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, []);
    const stray = found.find(({ address }) => isOutOfBounds(address));
    if (stray !== undefined) {
      return done(new Error(`${host} leads to ${stray.address}, where nothing is ever posted to`), []);
    }
    const [first] = found;
    return options.all === true || first === undefined ? done(null, found) : done(null, first.address, first.family);
  });
};

/** What Node tells right before a server of this process hears of a request. */
interface Started {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: Server;
}

const started = 'http.server.request.start';

/**
 * Takes the async context along to a server in this process, to all it does about the request from a port of this machine. A
 * server that was started before a simulation would otherwise deal with its notifications in real time, and be found
 * asleep for ten virtual seconds in no time. Returns the undo.
 */
const carryContext = (port: number | undefined): (() => void) => {
  const context = new AsyncResource('Notification');
  const bind = (emitter: EventEmitter): void => {
    const emit = emitter.emit.bind(emitter);
    emitter.emit = (...event) => context.runInAsyncScope(() => emit(...event));
  };
  const meet = (message: unknown): void => {
    const { request, response, server } = message as Started;
    if (request.socket.remotePort !== port) return;
    bind(request);
    bind(response);
    const own = Object.getOwnPropertyDescriptor(server, 'emit');
    bind(server);
    // The server hears of it before anything else can happen.
    queueMicrotask(() => {
      if (own === undefined) Reflect.deleteProperty(server, 'emit');
      else Object.defineProperty(server, 'emit', own);
    });
  };
  subscribe(started, meet);
  return () => unsubscribe(started, meet);
};
