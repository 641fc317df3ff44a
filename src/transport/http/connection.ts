import { Duplex } from 'node:stream';
import { nativeTimers, turns } from '../../clock/real-time.ts';
import { withResolvers } from '../../clock/with-resolvers.ts';
import type { Break, Outcome, Overlooks, Reaches, WireRequest } from '../../core/wire.ts';
import { isTlsFault } from '../../spec/faults.ts';
import type { Gateway } from '../gateway.ts';
import type { HangUp } from '../hang-up.ts';
import type { Origin } from '../origins.ts';
import { brokenConnection } from '../network-errors.ts';
import { receive } from '../own-fault.ts';
import { overlooksAll } from '../tls/errors.ts';
import type { Objection } from '../tls/peer.ts';

/** The client at the other end of a connection, whatever carries it. */
export interface Peer {
  readonly isGone: boolean;
  /** What it says against a faulty TLS handshake; left out, it objects as clients usually do. */
  readonly objection?: Objection | undefined;
  /** Tells what the client does; called once. */
  listen(heard: Heard): void;
  send(chunk: Buffer, done: () => void): void;
  /** Says that nothing more will be sent. */
  finish(): void;
  /** Breaks the connection; the client sees the error where it can be told one, or a plain close when there is none. */
  cut(error?: Error): void;
  /** Puts a request to the gateway, where there is more to do than that. */
  ask?(request: WireRequest, gone: HangUp, put: Put): Promise<Outcome>;
}

/** Puts a request to the gateway. */
export type Put = (request: WireRequest, gone: HangUp, reaches?: Reaches) => Promise<Outcome>;

/** How the head of an answer is sent when it is not sent at once. */
export interface Pace {
  readonly pieces: number;
  /** Settles when the next piece is due. */
  readonly next: () => Promise<void>;
}

/** Bytes of an answer that a client can not take in without its code reading them. */
export const muchToRead = 16 * 1024;

/** Turns of the event loop in which whoever reads at once has read them. */
const turnsToRead = 10;

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

/** What a client can do with its end. */
export interface Heard {
  readonly data: (chunk: Buffer) => void;
  readonly end: () => void;
  readonly close: () => void;
}

/** How a socket is the peer of a connection. `ended` is what tells that the client says no more. */
export const peerOf = (
  socket: Duplex,
  ended: 'end' | 'finish',
  cut: Peer['cut'],
  extra: { readonly objection?: Objection | undefined; readonly written?: Buffer | undefined } = {},
): Peer => ({
  objection: extra.objection,
  get isGone() {
    return socket.destroyed;
  },
  listen: ({ data, end, close }) => {
    socket.on('data', data).once(ended, end).once('close', close);
    if (extra.written !== undefined) data(extra.written);
  },
  send: (chunk, done) => void socket.write(chunk, () => done()),
  finish: () => void socket.end(),
  cut,
});

/**
 * The server's end of a simulated connection, as `http.Server` takes it: a plain stream, since it would treat an
 * intercepted socket (which is the client's own, seen from the other side) as one with a real handle, and hang.
 *
 * What the client does arrives one turn of the event loop later, as over a network. Within its own write, `100 Continue`
 * would answer into the midst of that write; within the same turn, undici would open a connection for every request.
 */
export class ServerConnection extends Duplex {
  /** Where the client wanted to go. */
  readonly origin: Origin;
  readonly #objection: Objection | undefined;
  /** Requests that have arrived so far. */
  requests = 0;
  /** Requests not answered yet. */
  open = 0;
  /** Whether it ends behind an answer that is on its way, so that no more requests are heard. */
  isEnding = false;
  /** Whether the client speaks HTTP/2; undefined as long as it has said nothing. */
  isHttp2: boolean | undefined;
  /** Settles when the client's socket has closed. */
  readonly hungUp: Promise<void>;
  /** Settles when the client will say no more. */
  readonly saidAll: Promise<void>;
  readonly #client: Peer;
  #pace: Pace | undefined;
  #broken: Error | undefined;
  /** Bytes sent since the client last said something. */
  #unread = 0;

  constructor(client: Peer, origin: Origin) {
    super({ allowHalfOpen: true });
    this.origin = origin;
    this.#client = client;
    this.#objection = client.objection;
    const { promise: saidAll, resolve: sayAll } = withResolvers<void>();
    this.saidAll = saidAll;
    const hear = (chunk: Buffer | null): void => {
      this.push(chunk);
      if (chunk === null) sayAll();
    };
    this.hungUp = new Promise((resolve) => {
      client.listen({
        data: (chunk) => {
          this.#unread = 0;
          nativeTimers.setImmediate(hear, chunk);
        },
        end: () => void nativeTimers.setImmediate(hear, null),
        close: () => {
          resolve();
          nativeTimers.setImmediate(() => this.destroy());
        },
      });
    });
  }

  /** Begins to serve as soon as the client shows which HTTP it speaks: HTTP/2 begins with a preface. (RFC 9113 section 3.4) */
  begin(serve: () => void): void {
    let said = Buffer.alloc(0);
    const listen = (): void => {
      said = Buffer.concat([said, (this.read() as Buffer | null) ?? Buffer.alloc(0)]);
      const text = said.toString('latin1', 0, preface.length);
      if (text.length < preface.length && preface.startsWith(text) && !this.readableEnded)
        return void this.once('readable', listen);
      this.isHttp2 = text === preface;
      if (said.length > 0) this.unshift(said);
      return serve();
    };
    this.once('readable', listen);
    // Whoever ends before that is shown is told nothing.
    this.once('end', () => void (this.isHttp2 === undefined && this.destroy()));
  }

  /** Whether the client goes on with a bad certificate: asked of its own connection where it can tell, else of the process. */
  get overlooks(): Overlooks {
    const objection = this.#objection;
    return objection === undefined ? overlooksAll : (fault) => objection(fault) === undefined;
  }

  /** Puts a request of the client's to the gateway. */
  ask(gateway: Gateway, request: WireRequest, gone: HangUp): Promise<Outcome> {
    if (this.#client.ask === undefined) return this.put(gateway, request, gone);
    return this.#client.ask(request, gone, (...asked) => this.put(gateway, ...asked));
  }

  put(gateway: Gateway, ...[request, gone, reaches]: Parameters<Put>): Promise<Outcome> {
    return receive(gateway, request, gone, this.overlooks, undefined, reaches);
  }

  /** The error that the client is to see; undefined for an end in good order. */
  errorOf(how: Break): Error | undefined {
    return isTlsFault(how) && this.#objection ? this.#objection(how) : brokenConnection(how, this.origin);
  }

  /** Breaks the connection; the client sees the error, or a plain close when there is none. */
  cut(error?: Error): void {
    this.#broken = error;
    if (!this.#client.isGone) this.#client.cut(error);
    this.destroy();
  }

  /** The next head that is written goes out piece by piece. */
  slowDown(pace: Pace): void {
    this.#pace = pace;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#write(chunk, done);
  }

  #write(chunk: Buffer, done: (error?: Error | null) => void): void {
    const pace = this.#pace;
    this.#pace = undefined;
    if (pace === undefined) this.#send(chunk, done);
    else void this.#sendSlowly(chunk, pace, done);
  }

  /** What Node writes at once is sent as one piece: the two parts of a frame of HTTP/2, several frames, nothing behind an answer. */
  override _writev(parts: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const filled = parts.map(({ chunk }) => chunk).filter(({ length }) => length > 0);
    const [first = Buffer.alloc(0), ...others] = filled;
    this.#write(others.length === 0 ? first : Buffer.concat(filled), done);
  }

  #send(chunk: Buffer, done: () => void): void {
    this.#unread += chunk.length;
    if (this.#client.isGone) done();
    else this.#client.send(chunk, () => done());
  }

  /** What stands behind the head in the same chunk comes with its last piece. */
  async #sendSlowly(chunk: Buffer, { pieces, next }: Pace, done: () => void): Promise<void> {
    const head = chunk.indexOf('\r\n\r\n') + 4;
    for (let piece = 0; piece < pieces; piece++) {
      await next();
      const end = piece === pieces - 1 ? chunk.length : Math.floor((head * (piece + 1)) / pieces);
      const part = chunk.subarray(Math.floor((head * piece) / pieces), end);
      await new Promise<void>((resolve) => this.#send(part, resolve));
    }
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#finish();
    done();
  }

  /** A server that is done ends the connection in good order: what it wrote last still arrives. */
  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#broken === undefined) this.#finish();
    done(null);
  }

  /** Undici dies of an end that it sees while there is much that its reader has not taken; over HTTP/2, of one that comes late. */
  #finish(): void {
    const finish = (): void => {
      if (!this.#client.isGone) this.#client.finish();
    };
    if (this.isHttp2 !== true && this.#unread > muchToRead) void turns(turnsToRead).then(finish);
    else finish();
  }
}
