import type { Duplex } from 'node:stream';

/**
 * Breaks a client's connection. Undici asserts, and so ends the process, that nothing is wrong about the host of a
 * connection that it has already (`ERR_TLS_CERT_ALTNAME_INVALID`): such a code is seen only by those who ask after it.
 */
export const breakConnection = (socket: Duplex, error: NodeJS.ErrnoException | undefined): void => {
  if (error?.code === 'ERR_TLS_CERT_ALTNAME_INVALID' && isUndici(socket)) {
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
