/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import net from 'node:net';
import tls from 'node:tls';
import { replace, undoAll } from '../patches/patch.ts';
import { HttpRequests } from './http-requests.ts';
import { Pace } from './pace.ts';
import { RawReplies } from './raw-replies.ts';
import type { StartSignal } from './signal.ts';
import { type Handle, isListening, mayAwaitReply, toOthers, type Wire } from './wire.ts';

type Method = (this: Wire, ...args: unknown[]) => unknown;

/**
 * Sees sockets on which a reply is awaited, or is arriving: whoever is at the other end may say more at any moment. For HTTP
 * that is so until the reply has ended, for every other protocol until it seems so.
 */
export const watchSocketReplies: StartSignal = (real) => {
  const requests = new HttpRequests();
  const raw = new RawReplies(() => real.now());
  /** Of connections that something was really sent on, which is not so for those that somebody mocks. */
  const replies = new WeakMap<Handle, Pace>();
  const ofHttp = new WeakSet<Handle>();
  let parts = 0;
  const prototype = net.Socket.prototype;
  const write = Reflect.get(prototype, '_writeGeneric') as Method;
  const push = Reflect.get(prototype, 'push') as Method;

  /** Connections whose TLS handshake goes on, which Node does below its sockets. */
  const handshakes = new Map<Wire, Pace>();
  const greet = (socket: Wire): void => {
    if (socket._handle == null || !mayAwaitReply(socket)) return;
    replies.set(socket._handle, new Pace());
    raw.greet(socket);
  };
  const met = (message: unknown): void => {
    const { socket } = message as { readonly socket: Wire };
    socket.once('connect', () => greet(socket));
  };
  subscribe('net.client.socket', met);
  const start: Method = Reflect.get(tls.TLSSocket.prototype, '_start');

  const undos = [
    () => unsubscribe('net.client.socket', met),
    replace(tls.TLSSocket.prototype, '_start', function (this: Wire, ...args: unknown[]) {
      const handshake = new Pace();
      handshake.expect(real.now());
      if (!this.connecting && mayAwaitReply(this)) {
        handshakes.set(this, handshake);
        greet(this);
      }
      return start.apply(this, args);
    }),
    replace(prototype, '_writeGeneric', function (this: Wire, ...args: unknown[]) {
      // While it connects that is seen elsewhere, and Node comes back here once it has.
      if (!this.connecting && this._handle != null && mayAwaitReply(this)) {
        replies.set(this._handle, new Pace());
        if (!ofHttp.has(this._handle)) raw.ask(this);
      }
      return write.apply(this, args);
    }),
    replace(prototype, 'push', function (this: Wire, ...args: unknown[]) {
      const handle = this._handle;
      const reply = handle == null ? undefined : replies.get(handle);
      if (reply !== undefined) {
        parts++;
        reply.hear(real.now());
        raw.hear(this, args[0] === null);
      }
      return push.apply(this, args);
    }),
  ];

  const awaitedByHttp = (): readonly Wire[] => {
    if (requests.isEmpty) return [];
    const sockets: Wire[] = [];
    const now = real.now();
    for (const { socket, isStream, hasLength } of requests.open()) {
      const handle = socket._handle;
      const reply = handle == null ? undefined : replies.get(handle);
      if (handle == null || reply === undefined) continue;
      if (isStream) {
        if (ofHttp.delete(handle)) raw.takeOver(socket);
        continue;
      }
      ofHttp.add(handle);
      raw.forget(handle);
      if (hasLength || !reply.isEndless(now)) sockets.push(socket);
    }
    return sockets;
  };

  const shakingHands = (): readonly Wire[] => {
    for (const [socket, handshake] of handshakes) {
      const isOver = socket.secureConnecting !== true || socket.destroyed || handshake.isEndless(real.now());
      if (isOver && handshakes.delete(socket)) parts++;
    }
    return [...handshakes.keys()];
  };

  const awaited = (): readonly Wire[] => {
    const sockets = [...awaitedByHttp(), ...raw.awaited(), ...shakingHands()].filter(isListening);
    return sockets.length === 0 ? sockets : toOthers(sockets);
  };

  return {
    busy: () => (requests.isEmpty && raw.isEmpty && handshakes.size === 0 ? 0 : awaited().length),
    ended: () => parts + requests.ended,
    describe: () =>
      awaited().map((socket) => `a reply from ${socket.remoteAddress ?? 'a socket'}:${socket.remotePort ?? '?'}`),
    stop: () => {
      undoAll(undos);
      requests.stop();
      raw.clear();
      handshakes.clear();
    },
  };
};
