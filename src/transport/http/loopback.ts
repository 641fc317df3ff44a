import { Duplex } from 'node:stream';
import type { Heard, Peer } from './connection.ts';
import { breakConnection } from '../sockets/break-connection.ts';

/** A client's end of a connection that never leaves the process: a stream for libraries that take one as a socket. */
export class Loopback extends Duplex {
  readonly #waiting: (() => void)[] = [];
  #heard: Heard | undefined;

  constructor() {
    super({ allowHalfOpen: false });
  }

  /** The same connection as the server sees it. */
  get peer(): Peer {
    const isGone = (): boolean => this.destroyed;
    return {
      get isGone() {
        return isGone();
      },
      listen: (heard) => {
        this.#heard = heard;
      },
      send: (chunk, done) => {
        if (this.push(chunk)) done();
        else this.#waiting.push(done);
      },
      finish: () => {
        this.push(null);
      },
      cut: (error) => {
        breakConnection(this, error);
      },
    };
  }

  override _read(): void {
    this.#release();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#heard?.data(chunk);
    done();
  }

  override _final(done: () => void): void {
    this.#heard?.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#release();
    this.#heard?.close();
    done(error);
  }

  /** Lets the server send on. */
  #release(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}
