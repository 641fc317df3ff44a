/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import { whenClientGoesOn } from '../client-progress.ts';
import { Pace } from './pace.ts';
import type { Wire } from './wire.ts';

/** What is known of a connection. */
export type Line = Pick<Wire, 'destroyed' | 'listenerCount'> & { readonly _handle?: object | null };

/** What is being said on one connection whose protocol nobody here knows. */
interface Talk<Socket extends Line> {
  readonly socket: Socket;
  /** How many writes have not been answered. */
  asked: number;
  /** Nothing has been written yet: the server may be the one to begin. */
  isGreeting: boolean;
  reply: Pace;
}

/**
 * Follows connections whose protocol is not known, so that nobody can say where a reply ends. A part of one keeps time for
 * a moment, for the next may be on its way; but not when the client has gone on at once, which one that still waits does not.
 */
export class RawReplies<Socket extends Line = Wire> {
  ended = 0;
  readonly #talks = new Map<object, Talk<Socket>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.#talks.size === 0;
  }

  ask(socket: Socket): void {
    const handle = socket._handle;
    if (handle == null) return;
    const talk = this.#talks.get(handle);
    if (talk?.socket === socket) {
      talk.asked = talk.isGreeting ? 1 : talk.asked + 1;
      talk.isGreeting = false;
      talk.reply = new Pace();
    } else {
      this.#talks.set(handle, { socket, asked: 1, isGreeting: false, reply: new Pace() });
    }
  }

  /** Follows a connection from its beginning: a server that speaks first is awaited by whoever listens for it. */
  greet(socket: Socket): void {
    const handle = socket._handle;
    if (handle == null || this.#talks.has(handle)) return;
    const talk = { socket, asked: 1, isGreeting: true, reply: new Pace() };
    talk.reply.expect(this.#now());
    this.#talks.set(handle, talk);
  }

  hear(socket: Socket, isLast: boolean): void {
    const handle = socket._handle;
    const talk = handle == null ? undefined : this.#talks.get(handle);
    if (handle == null || talk?.socket !== socket) return;
    this.ended++;
    if (isLast) {
      this.#talks.delete(handle);
      return;
    }
    talk.reply.hear(this.#now());
    whenClientGoesOn(() => {
      talk.asked = Math.max(0, talk.asked - 1);
    });
  }

  /** Follows a connection of HTTP from where the reply to a request has turned out to be something without an end. */
  takeOver(socket: Socket): void {
    this.ask(socket);
    this.hear(socket, false);
  }

  forget(handle: object): void {
    this.#talks.delete(handle);
  }

  awaited(): readonly Socket[] {
    const now = this.#now();
    const sockets: Socket[] = [];
    for (const [handle, { socket, asked, isGreeting, reply }] of this.#talks) {
      if (isGreeting && !socket.destroyed && socket.listenerCount('data') + socket.listenerCount('readable') === 0)
        continue;
      const isOver = reply.hasBegun ? asked === 0 || !reply.mayGoOn(now) : reply.isEndless(now);
      if (isOver || socket.destroyed) this.#talks.delete(handle);
      else sockets.push(socket);
    }
    return sockets;
  }

  clear(): void {
    this.#talks.clear();
  }
}
