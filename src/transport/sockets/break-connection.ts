import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { ofSymbol } from '../../clock/http2-internals.ts';
import { replace } from '../../clock/patches/patch.ts';
import { hasCarried } from '../network-errors.ts';

/** Undici asserts, and so ends the process, that no connection which is there fails by this code. */
export const deadly = 'ERR_TLS_CERT_ALTNAME_INVALID';

/**
 * Breaks a client's connection. Undici has connected by then, and would not expect that its host cannot be reached, or is another:
 * it is told as if it had not.
 */
export const breakConnection = (socket: Duplex, error: NodeJS.ErrnoException | undefined): void => {
  const client = error === undefined ? undefined : undiciOf(socket);
  if (error !== undefined && client !== undefined) {
    if (error.code === deadly) for (const emitter of [socket, ...client.sessions]) hideCode(emitter, error);
    if (!hasCarried(error)) Object.defineProperty(error, streamCode, unwritten);
  }
  socket.destroy(error);
};

interface Handle {
  reset?: (closed: () => void) => number;
  close(closed: () => void): void;
}

/**
 * Lets a client reset its connection, where the system would refuse: it knows of none. Its end is the same, and the service hears
 * of it.
 */
export const allowReset = (socket: Duplex): void => {
  const handle = Reflect.get(socket, '_handle') as Handle | null | undefined;
  if (handle == null) return;
  handle.reset = (closed) => {
    handle.close(closed);
    return 0;
  };
};

/** What undici makes of a connection is known by the marks that it leaves on it. */
const undiciOf = (socket: Duplex): { readonly sessions: readonly EventEmitter[] } | undefined => {
  const session = ofSymbol(socket, 'http2Session') as EventEmitter | undefined;
  if (session !== undefined) return { sessions: [session] };
  return Object.getOwnPropertySymbols(socket).some(({ description }) => description === 'no ref')
    ? { sessions: [] }
    : undefined;
};

/** From those who are told of the error by this emitter, while they are told. */
const hideCode = (emitter: EventEmitter, error: NodeJS.ErrnoException): void => {
  const { code } = error;
  const emit = emitter.emit.bind(emitter);
  const hiding: typeof emit = (name, ...given) => {
    if (name === 'error') Reflect.set(error, 'code', undefined);
    try {
      return emit(name, ...given);
    } finally {
      Reflect.set(error, 'code', code);
    }
  };
  replace(emitter, 'emit', hiding);
};

/** What undici writes on the error of a stream of HTTP/2: there would have been none. */
const streamCode = 'http2ErrorCode';
const unwritten: PropertyDescriptor = { get: () => undefined, set: () => undefined, enumerable: false };
