import { createServer } from 'node:http';
// From the module: those of the globals may be replaced by the fake timers of a test runner.
import { clearTimeout, setTimeout } from 'node:timers';
import { errorText } from '../../error-text.ts';
import type { Listener } from './endpoint.ts';
import { type Heard, Line, type Peer } from '../http/connection.ts';
import { readAnswer } from '../read-answer.ts';
import { readPlace } from '../origins.ts';

/** HTTP without a network: a listener in the style of Node gets a request as if its server listened. */

export interface MemoryPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The status, and what the listener threw, where it did. */
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
export const postToListener = async (
  listener: Listener,
  post: MemoryPost,
  signal: AbortSignal,
): Promise<MemoryAnswer> => {
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
  const call = placeCall(post.url);
  signal.addEventListener('abort', call.hangUp, { once: true });
  server.emit('connection', call.line);
  call.write(writeRequest(post));
  const answer = readAnswer(await call.answer);
  signal.removeEventListener('abort', call.hangUp);
  if (answer !== undefined) return { status: answer, ...(thrown !== undefined && { why: errorText(thrown.error) }) };
  throw thrown?.error ?? new Error('the connection was closed before the answer was complete');
};

/** The connection is closed after one answer: there is nobody else who could use it. */
const writeRequest = ({ url, headers, body }: MemoryPost): string => {
  const { host, pathname, search } = new URL(url);
  const all = { host, connection: 'close', 'content-length': Buffer.byteLength(body), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
};

interface Call {
  readonly line: Line;
  readonly write: (text: string) => void;
  readonly hangUp: () => void;
  /** All that the server sent, once the connection is over. */
  readonly answer: Promise<Buffer>;
}

const placeCall = (url: string): Call => {
  const place = readPlace(url);
  if (place === undefined) throw new RangeError(`"${url}" is not an HTTP address`);
  const chunks: Buffer[] = [];
  const over = new AbortController();
  let heard: Heard | undefined;
  const end = (): void => {
    over.abort();
    heard?.close();
  };
  const peer: Peer = {
    get isGone() {
      return over.signal.aborted;
    },
    listen: (handlers) => {
      heard = handlers;
    },
    send: (chunk, done) => {
      chunks.push(chunk);
      done();
    },
    finish: end,
    cut: end,
  };
  const line = new Line(peer, place);
  return {
    line: Object.assign(line, likeSocket(line, place.port)),
    write: (text) => heard?.data(Buffer.from(text)),
    hangUp: end,
    answer: new Promise((resolve) => {
      over.signal.addEventListener('abort', () => resolve(Buffer.concat(chunks)), { once: true });
    }),
  };
};

/** What applications ask of a request's socket, besides what every stream has. */
const likeSocket = (line: Line, localPort: number) => {
  const itself = (): Line => line;
  let timer: ReturnType<typeof setTimeout> | undefined;
  line.once('close', () => clearTimeout(timer));
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
    setTimeout: (milliseconds: number, call?: () => void): Line => {
      clearTimeout(timer);
      if (call !== undefined) line.once('timeout', call);
      if (milliseconds > 0) timer = setTimeout(() => line.emit('timeout'), milliseconds);
      return line;
    },
  };
};
