import { AsyncResource } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

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
export const accompany = (port: number | undefined): (() => void) => {
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
