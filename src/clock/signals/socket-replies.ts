/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import net from 'node:net';
import process from 'node:process';
import { replace, undoAll } from '../patches/patch.ts';
import type { StartSignal } from './signal.ts';

/** A socket with what Node keeps on it for itself. */
type Wire = Omit<net.Socket, '_handle'> & {
  readonly server?: unknown;
  readonly _server?: unknown;
  readonly fd?: number;
  readonly _handle?: { hasRef?(): boolean } | null;
};

type Method = (this: Wire, ...args: unknown[]) => unknown;

/** Accepted sockets wait for requests, and standard output for nothing. */
const mayAwaitReply = (socket: Wire): boolean =>
  socket.server == null && socket._server == null && socket.fd !== 1 && socket.fd !== 2;

/** An unreferenced socket lies unused in somebody's pool. */
const isInUse = (socket: Wire): boolean => socket.connecting || socket._handle?.hasRef?.() === true;

/**
 * Sees sockets that were written to and have not been read from since: whoever is at the other end may answer at any moment.
 * If that is a server in this process, it is seen by what it does, and may well be asleep in virtual time itself.
 */
export const watchSocketReplies: StartSignal = () => {
  const waiting = new Set<Wire>();
  let ended = 0;
  const prototype = net.Socket.prototype;
  const write = Reflect.get(prototype, '_writeGeneric') as Method;
  const push = Reflect.get(prototype, 'push') as Method;

  const undos = [
    replace(prototype, '_writeGeneric', function (this: Wire, ...args: unknown[]) {
      if (mayAwaitReply(this)) waiting.add(this);
      return write.apply(this, args);
    }),
    replace(prototype, 'push', function (this: Wire, ...args: unknown[]) {
      if (waiting.delete(this)) ended++;
      return push.apply(this, args);
    }),
  ];

  const awaited = (): Wire[] => {
    for (const socket of waiting) if (socket.destroyed) waiting.delete(socket);
    const inUse = [...waiting].filter(isInUse);
    if (inUse.length === 0) return inUse;
    const served = connectionsServedHere();
    return inUse.filter((socket) => !served.has(`${socket.localPort} to ${socket.remotePort}`));
  };

  return {
    busy: () => (waiting.size === 0 ? 0 : awaited().length),
    ended: () => ended,
    describe: () =>
      awaited().map((socket) => `a reply from ${socket.remoteAddress ?? 'a socket'}:${socket.remotePort ?? '?'}`),
    stop: () => {
      undoAll(undos);
      waiting.clear();
    },
  };
};

/**
 * The connections that servers of this process have accepted, as their clients name them. One port is not enough: two
 * connections to different servers may well begin at the same one.
 */
const connectionsServedHere = (): Set<string> => {
  const connections = new Set<string>();
  const handles = Reflect.get(process, '_getActiveHandles') as () => readonly unknown[];
  for (const handle of handles.call(process)) {
    if (!(handle instanceof net.Socket)) continue;
    const socket: Wire = handle;
    if (socket.server == null && socket._server == null) continue;
    if (socket.remotePort !== undefined) connections.add(`${socket.remotePort} to ${socket.localPort}`);
  }
  return connections;
};
