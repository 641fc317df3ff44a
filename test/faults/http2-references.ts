import http2, { type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ExchangeFaultName } from '../../src/spec/faults.ts';
import { makeCertificate } from '../../src/transport/tls/certificate.ts';
import { body, half, listen, page, type Reference } from './references.ts';

/** Real servers on this machine that speak HTTP/2 over TLS, and have the faults. */

const head = { 'content-type': 'application/json' };

const whole = (text: string, headers: OutgoingHttpHeaders = head) => ({
  ...headers,
  'content-length': String(text.length),
});

type Serve = (stream: ServerHttp2Stream, raw: Socket, secure: TLSSocket) => void;

const reply =
  (text: string, headers: OutgoingHttpHeaders = whole(text)) =>
  (stream: ServerHttp2Stream): void => {
    stream.respond(headers);
    stream.end(text);
  };

const breakOff =
  (then: (raw: Socket, secure: TLSSocket) => unknown): Serve =>
  (stream, raw, secure) => {
    stream.respond(whole(body));
    stream.write(half, () => void setTimeout(() => then(raw, secure), 20));
  };

const inPieces = (stream: ServerHttp2Stream, pieces: readonly string[]): void => {
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return void stream.end(first);
  stream.write(first);
  setTimeout(() => inPieces(stream, rest), 10);
};

/** What a server does once it has read the request. */
const servers = {
  stale: (_stream, raw) => raw.resetAndDestroy(),
  temporaryRedirect: (stream) => {
    stream.respond({ ':status': 307, location: '/', 'content-length': '0' }, { endStream: true });
  },
  connectionClose: (stream) => {
    reply(body)(stream);
    stream.once('close', () => stream.session?.close());
  },
  reset: (_stream, raw) => raw.resetAndDestroy(),
  closed: (_stream, _raw, secure) => secure.end(),
  silence: () => {},
  late: (stream) => setTimeout(() => reply(body)(stream), 30),
  doubledRequest: reply(body),
  slowHeaders: (stream) => setTimeout(() => reply(body)(stream), 30),
  resetInBody: breakOff((raw) => raw.resetAndDestroy()),
  truncated: breakOff((_raw, secure) => secure.end()),
  drip: (stream) => {
    stream.respond(whole(body));
    inPieces(stream, [body.slice(0, 9), body.slice(9, 18), body.slice(18)]);
  },
  malformedJson: reply(half),
  wrongContentType: reply(page, whole(page, { 'content-type': 'text/html' })),
  emptyBody: reply('', whole('')),
} as const satisfies Partial<Record<ExchangeFaultName, Serve>>;

export type Http2Fault = keyof typeof servers;

export const http2Faults = Object.keys(servers) as readonly Http2Fault[];

/** The real thing, after so many good answers. With TLS 1.3 a client sees a plain end where it is reset right away. */
export const openHttp2Reference = async (name: Http2Fault, good = 0): Promise<Reference & { readonly ca: string }> => {
  const { key, cert } = makeCertificate();
  const server = http2.createSecureServer({ key, cert, maxVersion: 'TLSv1.2' });
  const sockets: Socket[] = [];
  const secured: TLSSocket[] = [];
  let answered = 0;
  server
    .on('connection', (raw: Socket) => sockets.push(raw.on('error', () => {})))
    .on('secureConnection', (secure: TLSSocket) => secured.push(secure.on('error', () => {})))
    .on('sessionError', () => {})
    .on('stream', (stream) => {
      stream.on('error', () => {});
      answered += 1;
      const [raw, secure] = [sockets.at(-1), secured.at(-1)];
      if (raw !== undefined && secure !== undefined)
        (answered <= good ? reply(body) : servers[name])(stream, raw, secure);
    });
  const { port, close, quiet } = await listen(server, sockets);
  return { url: `https://127.0.0.1:${port}/`, ca: cert, quiet, [Symbol.asyncDispose]: close };
};
