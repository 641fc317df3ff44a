import { Writable } from 'node:stream';
import { errorText } from '../error-text.ts';
import { runtime } from '../runtime.ts';
import type { HttpVersion } from './http/message.ts';

export const readWhole = async (request: Request): Promise<Buffer> =>
  request.body === null ? Buffer.alloc(0) : Buffer.from(await request.arrayBuffer());

/**
 * Reads it as Node's `fetch` does, chunk by chunk: text is sent as well as bytes, and what neither is fails as at a socket. Rejects as
 * that `fetch` does where a stream fails. (undici: lib/web/fetch/index.js, lib/dispatcher/client-h1.js)
 */
export const readSent = async (request: Request, version: HttpVersion): Promise<Buffer> => {
  const { body, signal } = request;
  if (runtime !== 'Node' || body === null) return readWhole(request);
  const reader = body.getReader();
  // Over HTTP/1.1 it leaves a stream alone that it has begun to read.
  const callOff = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  if (version === 'HTTP/2') signal.addEventListener('abort', callOff, { once: true });
  const chunks: Buffer[] = [];
  const socket = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      // Each is sent behind its length there, and this is what fails first.
      if (version === 'HTTP/1.1') Buffer.byteLength(value);
      socket.write(value);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw failureOf(error);
  }
};

const failureOf = (error: unknown): Error => {
  if (!(error instanceof Error)) return new TypeError('fetch failed', { cause: new Error(errorText(error)) });
  return error.name === 'AbortError'
    ? new DOMException('The operation was aborted.', 'AbortError')
    : new TypeError('fetch failed', { cause: error });
};

/**
 * Whether a body that has been read came from a stream, so that it cannot be sent again. No property tells it: of a request whose body is
 * used no other can be made, but there is something to say before that of one that came from a stream.
 */
export const cameFromStream = (request: Request): boolean => {
  try {
    Reflect.construct(Request, [request, { method: 'POST', mode: 'no-cors', signal: null }]);
    return false;
  } catch (error) {
    return (error as Error).message.startsWith('If request is made from ReadableStream');
  }
};
