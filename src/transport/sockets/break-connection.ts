import type { Duplex } from 'node:stream';

/** Undici asserts, and so ends the process, that no connection which is there fails by this code. */
export const deadly = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** Breaks a client's connection. From undici that code is hidden until its assertion has passed. */
export const breakConnection = (socket: Duplex, error: NodeJS.ErrnoException | undefined): void => {
  if (error?.code === deadly && isUndici(socket)) {
    const { code } = error;
    Object.defineProperty(error, 'code', { value: undefined, configurable: true, enumerable: true, writable: true });
    // It is the last to listen; what waits for an answer is told by the 'close' that follows.
    socket.once('error', () => (error.code = code));
  }
  socket.destroy(error);
};

/** By a mark that it leaves on the sockets it reads and writes. */
const isUndici = (socket: Duplex): boolean =>
  Object.getOwnPropertySymbols(socket).some(({ description }) => description === 'no ref');
