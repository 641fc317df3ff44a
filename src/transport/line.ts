import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
// From the module: those of the globals may be replaced by the fake timers of a test runner.
import { setImmediate } from 'node:timers';
import type { Place } from './places.ts';

/**
 * The server's end of a simulated connection, as `http.Server` takes it: a plain stream, since it would treat the
 * intercepted socket (which is the client's own, seen from the other side) as one with a real handle, and hang.
 *
 * What the client does arrives one turn of the event loop later, as over a network. Within its own write, `100 Continue`
 * would answer into the midst of that write; within the same turn, undici would open a connection for every request.
 */
export class Line extends Duplex {
  /** Where the client wanted to go. */
  readonly place: Place;
  /** Requests that have arrived so far. */
  requests = 0;
  /** Requests not answered yet. */
  open = 0;
  /** Settles when the client's socket has closed. */
  readonly hungUp: Promise<void>;
  readonly #client: Socket;
  #broken: Error | undefined;

  constructor(client: Socket, place: Place) {
    super({ allowHalfOpen: true });
    this.place = place;
    this.#client = client;
    client.on('data', (chunk: Buffer) => setImmediate(() => this.push(chunk)));
    // On the intercepted socket 'end' would tell of the server's own end; the client's is its 'finish'.
    client.once('finish', () => setImmediate(() => this.push(null)));
    this.hungUp = new Promise((resolve) => {
      client.once('close', () => {
        resolve();
        setImmediate(() => this.destroy());
      });
    });
  }

  /** Breaks the connection; the client sees the error, or a plain close when there is none. */
  cut(error?: Error): void {
    this.#broken = error;
    if (!this.#client.destroyed) this.#client.destroy(error);
    this.destroy();
  }

  override _read(): void {}

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#client.destroyed) done();
    else this.#client.write(chunk, encoding, () => done());
  }

  override _final(done: (error?: Error | null) => void): void {
    if (!this.#client.destroyed) this.#client.end();
    done();
  }

  /** A server that is done ends the connection in good order: what it wrote last still arrives. */
  override _destroy(_error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#client.destroyed && this.#broken === undefined) this.#client.end();
    done(null);
  }
}
