/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import net from 'node:net';
import { ClientTimer } from '../client-timer.ts';
import { currentClock } from '../current-clock.ts';
import { type Patch, replace, undoAll } from './patch.ts';
import { readDelay } from './timers.ts';

type SetTimeout = (this: VirtualSocket, delay: number, callback?: () => void) => VirtualSocket;

type UnrefTimer = (this: VirtualSocket) => void;

/** Kept on the socket, for transports see it through a proxy, which no `WeakMap` would recognise. */
const mark = Symbol('stunt-double: the peer of this socket is simulated');
const limit = Symbol('stunt-double: the virtual time limit of this socket');
const watched = Symbol('stunt-double: this socket is watched for its end');

interface VirtualSocket extends net.Socket {
  [mark]?: true;
  [limit]?: ClientTimer | undefined;
  [watched]?: true;
  _parent?: VirtualSocket | null;
  _onTimeout(): void;
  _writeGeneric(...args: unknown[]): unknown;
}

/**
 * Says that the peer of a socket is a simulation, so that its time limit (`socket.setTimeout`, the `timeout` of
 * `http.request`, an agent's) runs in virtual time. A transport calls it for each connection it answers, before the client
 * is told that it is connected; a socket that connects without it gets its time limit in real time.
 *
 * @example
 * interceptor.on('connection', ({ socket, controller }) => {
 *   claimSocket(socket);
 *   controller.claim();
 * });
 */
export const claimSocket = (socket: net.Socket): void => {
  const claimed = socket as VirtualSocket;
  claimed[mark] = true;
  const delay = claimed.timeout ?? 0;
  if (delay > 0 && claimed[limit] === undefined) claimed.setTimeout(delay);
  countWrites(claimed);
};

/**
 * In Node a write starts the time limit anew, or the connecting does if there was one before it. Where a socket is intercepted
 * its writes do not get there, and a limit would run out before other timers that were set after it, and before the write.
 */
const countWrites = (socket: VirtualSocket): void => {
  const write: VirtualSocket['_writeGeneric'] = Reflect.get(socket, '_writeGeneric');
  socket._writeGeneric = function (this: VirtualSocket, ...args: unknown[]) {
    this[limit]?.refresh();
    return write.apply(this, args);
  };
  socket.once('ready', () => {
    if (socket.bytesWritten > 0) socket[limit]?.refresh();
  });
};

/** Whether a simulation is at the other end, which nobody has to wait for in real time. */
export const isClaimed = (socket: object): boolean => mark in socket;

const drop = (socket: VirtualSocket): void => {
  socket[limit]?.close();
  socket[limit] = undefined;
};

/** Idle time limits of sockets: virtual for simulated peers, real for all others, virtual while that is not known yet. */
export const patchSocketTimeouts: Patch = () => {
  const prototype = net.Socket.prototype as VirtualSocket;
  const realSetTimeout: SetTimeout = Reflect.get(prototype, 'setTimeout');
  const realUnrefTimer: UnrefTimer = Reflect.get(prototype, '_unrefTimer');

  const becomeReal = (socket: VirtualSocket): void => {
    if (socket[mark] === true || socket[limit] === undefined) return;
    drop(socket);
    realSetTimeout.call(socket, socket.timeout ?? 0);
  };

  function setTimeout(this: VirtualSocket, delay: number, callback?: () => void): VirtualSocket {
    const clock = currentClock();
    const isUndecided = this[mark] !== true && this.remoteAddress === undefined && !this.destroyed;
    const isVirtual = clock !== undefined && (this[mark] === true || isUndecided);
    drop(this);
    // Node checks the arguments, keeps `timeout` and the listener; its own timer is taken off again.
    realSetTimeout.call(this, delay, callback);
    if (!isVirtual || delay === 0 || this.destroyed) return this;
    const kept = this.timeout;
    realSetTimeout.call(this, 0);
    Reflect.set(this, 'timeout', kept);
    const plan = {
      callback: () => this._onTimeout(),
      delay: readDelay(delay),
      madeBy: setTimeout,
    };
    this[limit] = new ClientTimer(plan, clock).unref();
    if (this[watched] === undefined) this.once('close', () => drop(this));
    // Not "connect": interceptors takes a listener for that as a client that waits for the connection before it writes.
    if (this[watched] === undefined && isUndecided) this.once('ready', () => becomeReal(this));
    this[watched] = true;
    return this;
  }

  function unrefTimer(this: VirtualSocket): void {
    this[limit]?.refresh();
    for (let below = this._parent; below != null; below = below._parent) below[limit]?.refresh();
    realUnrefTimer.call(this);
  }

  const undos = [replace(prototype, 'setTimeout', setTimeout), replace(prototype, '_unrefTimer', unrefTimer)];
  return () => undoAll(undos);
};
