import { createServer } from 'node:http';
// From the module: those of the globals may be replaced by the fake timers of a test runner.
import { clearTimeout, setTimeout } from 'node:timers';
import { errorText } from '../../error-text.ts';
import type { Post } from './deliver.ts';
import type { Listener } from './endpoint.ts';
import { ServerConnection } from '../http/connection.ts';
import { Loopback } from '../http/loopback.ts';
import { readOrigin } from '../origins.ts';

/* HTTP without a network: a listener in the style of Node gets a request as if its server listened. */

/** The status, and why it is an error: what the listener threw or wrote, or where it has nothing. */
export interface MemoryAnswer {
  readonly status: number;
  readonly why?: string;
}

/**
 * Posts to a listener over a connection inside this process. What it throws, or rejects with, becomes status 500, or
 * breaks the connection when the answer has begun. Rejects when the connection breaks; the signal breaks it.
 *
 * The request is written and the answer read here, and not by `http.request`, because tools that catch requests (nock,
 * msw) also catch those that would never leave the process.
 *
 * @example
 * await postToListener(app, { url: 'https://app.test/hook', headers: {}, body: '{}' }, signal) // { status: 204 }
 */
export const postToListener = async (listener: Listener, post: Post, signal: AbortSignal): Promise<MemoryAnswer> => {
  let thrown: { readonly error: unknown } | undefined;
  const server = createServer((request, response) => {
    const fail = (error: unknown): void => {
      thrown = { error };
      if (!response.headersSent) response.writeHead(500).end();
      else if (!response.writableEnded) response.destroy();
    };
    // A promise is more than a listener has to give, but some do.
    new Promise((resolve) => resolve(listener(request, response))).catch(fail);
  });
  const { client, connection, answer } = openConnection(post.url);
  const hangUp = (): void => void client.destroy();
  signal.addEventListener('abort', hangUp, { once: true });
  server.emit('connection', connection);
  client.write(writeRequest(post));
  const bytes = await answer;
  const status = readStatus(bytes);
  signal.removeEventListener('abort', hangUp);
  if (status !== undefined) return { status, ...explain(status, thrown, post, bytes) };
  throw thrown?.error ?? new Error('the connection was closed before the answer was complete');
};

const explain = (
  status: number,
  thrown: { readonly error: unknown } | undefined,
  { url }: Post,
  bytes: Buffer,
): Pick<MemoryAnswer, 'why'> => {
  if (thrown !== undefined) return { why: errorText(thrown.error) };
  // Most apps have a path of their own for it, and say no more than that there is nothing at this one.
  if (status === 404) return { why: `at ${new URL(url).pathname}; { listener, path } says another path` };
  const why = status < 400 ? undefined : beginning.exec(String(bytes))?.[1];
  return why === undefined ? {} : { why: why.replaceAll('&quot;', '"').replaceAll('&#39;', "'") };
};

/** Of the text of an answer; Express has the error that it caught within a page. */
const beginning = /\r\n\r\n(?:[\da-f]+\r\n)?(?:.*<pre>)?([^<\r\n]{2,200})/s;

/** The connection is closed after one answer: there is nobody else who could use it. */
const writeRequest = ({ url, headers, body }: Post): string => {
  const { host, pathname, search } = new URL(url);
  const all = { host, connection: 'close', 'content-length': Buffer.byteLength(body), ...headers };
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n${body}`;
};

/** A connection to the listener's server, and all that the server has sent when it is over. */
const openConnection = (url: string) => {
  const origin = readOrigin(url);
  if (origin === undefined) throw new RangeError(`"${url}" is not an HTTP address`);
  const client = new Loopback();
  const connection = new ServerConnection(client.peer, origin);
  const chunks: Buffer[] = [];
  const answer = new Promise<Buffer>((resolve) => {
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    client.on('error', () => undefined).once('close', () => resolve(Buffer.concat(chunks)));
  });
  return { client, connection: Object.assign(connection, likeSocket(connection, origin.port)), answer };
};

/** What applications ask of a request's socket, besides what every stream has. */
const likeSocket = (connection: ServerConnection, localPort: number) => {
  const itself = (): ServerConnection => connection;
  let timer: ReturnType<typeof setTimeout> | undefined;
  connection.once('close', () => clearTimeout(timer));
  return {
    remoteAddress: '127.0.0.1',
    remoteFamily: 'IPv4',
    remotePort: 49_152,
    localAddress: '127.0.0.1',
    localPort,
    setNoDelay: itself,
    setKeepAlive: itself,
    ref: itself,
    unref: itself,
    /** There is one request on a connection, so time counts from here. */
    setTimeout: (milliseconds: number, call?: () => void): ServerConnection => {
      clearTimeout(timer);
      if (call !== undefined) connection.once('timeout', call);
      if (milliseconds > 0) timer = setTimeout(() => connection.emit('timeout'), milliseconds);
      return connection;
    },
  };
};

/** The end of the last chunk, with trailers or without. (RFC 9112 section 7.1) */
const lastChunk = /(?:^|\r\n)0+(?:;[^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n$/;

const bodiless = new Set([204, 304]);

/**
 * The status of an answer to a POST on a connection that was closed after it; undefined when the answer is not complete.
 * Interim answers are passed over.
 *
 * @example
 * readStatus(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')) // 200
 */
export const readStatus = (bytes: Buffer): number | undefined => {
  const text = bytes.toString('latin1');
  for (let start = 0; ; ) {
    const end = text.indexOf('\r\n\r\n', start);
    if (end === -1) return undefined;
    const head = text.slice(start, end);
    const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(head)?.[1]);
    start = end + 4;
    if (status >= 100 && status < 200) continue;
    return isComplete(status, head, text.slice(start)) ? status : undefined;
  }
};

/** Without a length the body ends where the connection does. (RFC 9112 section 6.3) */
const isComplete = (status: number, head: string, body: string): boolean => {
  if (Number.isNaN(status)) return false;
  if (bodiless.has(status)) return true;
  if (/\r\ntransfer-encoding:[^\r]*chunked/i.test(head)) return lastChunk.test(body);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined || body.length >= Number(length);
};
