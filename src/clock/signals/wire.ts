/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import net from 'node:net';
import process from 'node:process';
import { isClaimed } from '../patches/socket-timeouts.ts';
import { pathOf } from './handles.ts';

/** The native side of a connection. Interceptors hand it from one socket to another, so it is what tells connections apart. */
export interface Handle {
  readonly fd?: number;
  readonly reading?: boolean;
  hasRef?(): boolean;
  /** Of TCP: the address at the other end, or the number of an error. */
  getpeername?(address: object): number;
  /** Of TLS: the handle below, which alone knows whether it is referenced. */
  readonly _parent?: Handle | null;
}

/** A socket with what Node keeps on it for itself. */
export type Wire = Omit<net.Socket, '_handle'> & {
  readonly server?: unknown;
  readonly _server?: net.Server | null;
  readonly fd?: number;
  /** Of TLS: the handshake is not over. */
  readonly secureConnecting?: boolean;
  /** And what it has agreed on. */
  readonly alpnProtocol?: string | false | null;
  readonly _handle?: Handle | null;
};

/** Accepted sockets wait for requests, standard output for nothing, and where a simulation answers it does so in this process. */
export const mayAwaitReply = (socket: Wire): boolean =>
  socket.server == null && socket._server == null && socket.fd !== 1 && socket.fd !== 2 && !isClaimed(socket);

/** Whether somebody is at the other end. One that is mocked has a handle, too, and says that it is connected. */
export const isConnected = (handle: Handle): boolean => ((handle._parent ?? handle).getpeername?.({}) ?? 0) === 0;

/**
 * Whether bytes that arrive would reach the client. Who has stopped to read, or has left unread what is there, is to move first.
 */
export const isListening = (socket: Wire): boolean =>
  isReferenced(socket) && (socket.connecting || (socket._handle?.reading !== false && socket.readableLength === 0));

/** An unreferenced socket lies unused in somebody's pool. */
export const isReferenced = (socket: Wire): boolean => {
  if (socket.destroyed) return false;
  if (socket.connecting) return true;
  const handle = socket._handle;
  return handle != null && (handle._parent ?? handle).hasRef?.() === true;
};

const nameOf = (local: unknown, remote: unknown): string => `${String(local)} to ${String(remote)}`;

const servedHere = new WeakSet<Handle>();

/**
 * Leaves out the connections to servers of this process: those are seen by what they do, and may well be asleep in virtual
 * time themselves.
 */
export const toOthers = (sockets: readonly Wire[]): readonly Wire[] => {
  const unknown = sockets.filter(({ _handle: handle }) => handle == null || !servedHere.has(handle));
  if (unknown.length === 0) return unknown;
  const accepted = connectionsServedHere();
  return unknown.filter(({ localPort, remotePort, _handle: handle }) => {
    const path = handle == null ? undefined : pathOf(handle);
    if (!accepted.has(path ?? nameOf(localPort, remotePort))) return true;
    if (handle != null) servedHere.add(handle);
    return false;
  });
};

/**
 * The connections that servers of this process have accepted, as their clients name them: by its path where that is a Unix socket,
 * else by both ports, for two connections to different servers may well begin at the same one.
 */
const connectionsServedHere = (): Set<string> => {
  const connections = new Set<string>();
  const handles = Reflect.get(process, '_getActiveHandles') as () => readonly unknown[];
  for (const handle of handles.call(process)) {
    if (!(handle instanceof net.Socket)) continue;
    const socket: Wire = handle;
    if (socket.server == null && socket._server == null) continue;
    const address = socket._server?.address();
    if (typeof address === 'string') connections.add(address);
    else if (socket.remotePort !== undefined) connections.add(nameOf(socket.remotePort, socket.localPort));
  }
  return connections;
};
