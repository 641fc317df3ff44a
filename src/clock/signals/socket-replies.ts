/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import net from 'node:net';
import tls from 'node:tls';
import { replaceMethod, type Undo, undoAll } from '../patches/patch.ts';
import { isClaimed } from '../patches/socket-timeouts.ts';
import { noteBeginning } from './beginnings.ts';
import { HttpRequests } from './http-requests.ts';
import { Http2Replies } from './http2-replies.ts';
import { Pace } from './pace.ts';
import { RawReplies } from './raw-replies.ts';
import type { StartSignal } from './signal.ts';
import { type Handle, isConnected, isListening, mayAwaitReply, toOthers, type Wire } from './wire.ts';

/** What is awaited on the sockets of this process that lead out of it. */
class AwaitedReplies {
  readonly #requests = new HttpRequests();
  readonly #ofHttp2: Http2Replies;
  readonly #raw: RawReplies;
  /** Of connections that something was really sent on, which is not so for those that somebody mocks. */
  readonly #replies = new WeakMap<Handle, Pace>();
  readonly #ofHttp = new WeakSet<Handle>();
  /** Connections whose TLS handshake goes on, which Node does below its sockets. */
  readonly #handshakes = new Map<Wire, Pace>();
  readonly #now: () => number;
  #parts = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.#raw = new RawReplies(now);
    this.#ofHttp2 = new Http2Replies(now);
  }

  greet(socket: Wire): void {
    if (socket._handle == null || !mayAwaitReply(socket) || !isConnected(socket._handle)) return;
    this.#replies.set(socket._handle, new Pace());
    this.#raw.greet(socket);
  }

  shakeHands(socket: Wire): void {
    const handshake = new Pace();
    handshake.expect(this.#now());
    if (socket.connecting || !mayAwaitReply(socket)) return;
    this.#handshakes.set(socket, handshake);
    this.greet(socket);
  }

  wrote(socket: Wire): void {
    // While it connects that is seen elsewhere, and Node comes back here once it has.
    if (socket.connecting || socket._handle == null || !mayAwaitReply(socket)) return;
    this.#replies.set(socket._handle, new Pace());
    if (!this.#ofHttp.has(socket._handle)) this.#raw.ask(socket);
  }

  heard(socket: Wire, isLast: boolean): void {
    const reply = this.#replyOn(socket._handle);
    if (reply === undefined) return;
    this.#parts++;
    reply.hear(this.#now());
    this.#raw.hear(socket, isLast);
  }

  get isEmpty(): boolean {
    return this.#requests.isEmpty && this.#ofHttp2.isEmpty && this.#raw.isEmpty && this.#handshakes.size === 0;
  }

  get ended(): number {
    return this.#parts + this.#requests.ended + this.#ofHttp2.ended;
  }

  awaited(): readonly Wire[] {
    const read = [...this.#awaitedByHttp(), ...this.#raw.awaited(), ...this.#shakingHands()].filter(isListening);
    const sockets = [...read, ...this.#ofHttp2.awaited()];
    return sockets.length === 0 ? sockets : toOthers(sockets);
  }

  stop(): void {
    this.#requests.stop();
    this.#ofHttp2.stop();
    this.#raw.clear();
    this.#handshakes.clear();
  }

  #replyOn(handle: Handle | null | undefined): Pace | undefined {
    return handle == null ? undefined : this.#replies.get(handle);
  }

  #awaitedByHttp(): readonly Wire[] {
    if (this.#requests.isEmpty) return [];
    const sockets: Wire[] = [];
    const now = this.#now();
    for (const { socket, isStream, hasLength } of this.#requests.open()) {
      const handle = socket._handle;
      const reply = this.#replyOn(handle);
      if (handle == null || reply === undefined) continue;
      if (isStream) {
        if (this.#ofHttp.delete(handle)) this.#raw.takeOver(socket);
        continue;
      }
      this.#ofHttp.add(handle);
      this.#raw.forget(handle);
      if (hasLength || !reply.isEndless(now)) sockets.push(socket);
    }
    return sockets;
  }

  #shakingHands(): readonly Wire[] {
    for (const [socket, handshake] of this.#handshakes) {
      const isOver = socket.secureConnecting !== true || socket.destroyed || handshake.isEndless(this.#now());
      if (isOver && this.#handshakes.delete(socket)) this.#parts++;
    }
    return [...this.#handshakes.keys()];
  }
}

/**
 * Sees sockets on which a reply is awaited, or is arriving: whoever is at the other end may say more at any moment. For HTTP
 * that is so until the reply has ended, for every other protocol until it seems so.
 */
export const watchSocketReplies: StartSignal = (real) => {
  const replies = new AwaitedReplies(() => real.now());
  const met = (message: unknown): void => {
    const { socket } = message as { readonly socket: Wire };
    socket.once('connect', () => replies.greet(socket));
  };
  subscribe('net.client.socket', met);
  const before = (owner: object, name: string, look: (socket: Wire, args: readonly unknown[]) => void): Undo =>
    replaceMethod<Wire>(owner, name, (socket, args, go) => {
      // Where a simulation answers, all that comes of it is ticks and promises.
      if (!isClaimed(socket)) {
        noteBeginning();
        look(socket, args);
      }
      return go();
    });
  const undos = [
    () => unsubscribe('net.client.socket', met),
    before(tls.TLSSocket.prototype, '_start', (socket) => replies.shakeHands(socket)),
    before(net.Socket.prototype, '_writeGeneric', (socket) => replies.wrote(socket)),
    before(net.Socket.prototype, '_destroy', () => {}),
    before(net.Socket.prototype, 'resume', () => {}),
    before(net.Socket.prototype, 'push', (socket, [chunk]) => replies.heard(socket, chunk === null)),
  ];
  return {
    busy: () => (replies.isEmpty ? 0 : replies.awaited().length),
    isOpen: () => !replies.isEmpty,
    ended: () => replies.ended,
    describe: () =>
      replies
        .awaited()
        .map((socket) => `a reply from ${socket.remoteAddress ?? 'a socket'}:${socket.remotePort ?? '?'}`),
    stop: () => {
      undoAll(undos);
      replies.stop();
    },
  };
};
