import type { Socket } from 'node:net';
import { replace } from '../../clock/patches/patch.ts';

import { type Origin, domainOf, normalizeHost } from '../origins.ts';
import { type ConnectionOptions, isSource, openCopies } from './interception.ts';
import { breakConnection } from './break-connection.ts';

/**
 * Notes the connections to some origins that nock or msw answers at the socket. Clients keep them in their pools, and nobody
 * would answer on them any more: the next request to the host would be lost. The returned function ends the noting, breaks
 * what is still open, and settles when the clients' sockets have closed. Copies that intercept whole requests leave nothing.
 */
export const noteConnections = (origins: readonly Origin[]): (() => Promise<void>) => {
  const domains = new Set(origins.map(domainOf));
  let open: Socket[] = [];
  const note = (socket: Socket, options: ConnectionOptions): void => {
    const { host, servername, port } = options;
    const named = normalizeHost(host ?? servername ?? 'localhost');
    if (!domains.has(domainOf({ host: named, port: Number(port) })) || open.includes(socket)) return;
    open = [...open.filter(({ destroyed }) => !destroyed), socket];
  };
  const source = openCopies().find();
  const dispatch = isSource(source) ? source.emitter.emitAsPromise : undefined;
  if (!isSource(source) || dispatch === undefined) return () => Promise.resolve();
  const stop = replace(source.emitter, 'emitAsPromise', ((event) => {
    if (event.type === 'connection') note(event.socket, event.connectionOptions);
    return dispatch.call(source.emitter, event);
  }) satisfies typeof dispatch);
  return async () => {
    stop();
    const left = open.filter(({ destroyed }) => !destroyed);
    const closed = left.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of left) breakConnection(socket, undefined);
    await Promise.all(closed);
  };
};
