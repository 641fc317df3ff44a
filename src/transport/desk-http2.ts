import http2, { type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import type { Break, WireRequest } from '../core/wire.ts';
import { joinFields, readBody, sendBody } from './bodies.ts';
import { cutShort, failure } from './broken.ts';
import { deal } from './deal.ts';
import type { Door } from './door.ts';
import { frame } from './framing.ts';
import type { Line } from './line.ts';
import { errorOf, overlooksBy } from './objections.ts';
import { showPlace } from './places.ts';

/** Serves HTTP/2 on a connection: a real session of Node, whose server never listens. (RFC 9113) */
export const serveHttp2 = (door: Door, line: Line): void => {
  const session: ServerHttp2Session = http2.performServerHandshake(line);
  // What breaks a session is told by the end of its streams.
  session.on('error', () => undefined);
  session.on('stream', (stream, headers) => {
    line.open += 1;
    stream
      .on('error', () => undefined)
      .once('close', () => {
        line.open -= 1;
      });
    readBody(stream, (body) => {
      exchange(door, line, session, readRequest(line, headers, body), stream).catch((error: unknown) =>
        hangUp(line, stream, failure(error)),
      );
    });
  });
};

const exchange = async (
  door: Door,
  line: Line,
  session: ServerHttp2Session,
  request: WireRequest,
  stream: ServerHttp2Stream,
): Promise<void> => {
  const gone = new AbortController();
  // A stream that is reset ends its own writing in good order.
  stream.once('close', () => {
    if (stream.aborted || stream.rstCode !== http2.constants.NGHTTP2_NO_ERROR)
      gone.abort(new Error('the client hung up'));
  });
  const given = await door.enter(() => door.receive(request, gone.signal, overlooksBy(line)));
  if (stream.destroyed) return;
  if ('broken' in given) return door.enter(() => breakOff(line, stream, given.broken));
  const framed = frame(given, request.method);
  const { manner } = framed;
  // A client sees a head as a whole, in however many pieces it comes.
  if (manner?.kind === 'slowHeaders') await door.pass(manner.by * manner.pieces);
  if (stream.destroyed) return;
  // What HTTP/1.1 says by a field, HTTP/2 says by a frame: GOAWAY.
  if (framed.headers['connection'] === 'close') stream.once('close', () => session.close());
  stream.respond(headOf(framed.status, framed.headers), { endStream: framed.body === null, ...withoutDate });
  if (framed.body === null) return;
  const ending = await sendBody(deal(door, framed), stream).catch((error: unknown) =>
    hangUp(line, stream, cutShort(error)),
  );
  if (ending === 'reset' || ending === 'closed') breakOff(line, stream, ending);
};

/** Known to Node, not to its types. */
const withoutDate = { sendDate: false };

/** Fields of a connection, which HTTP/2 has frames for. (RFC 9113 section 8.2.2) */
const ofConnections = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

const headOf = (status: number, headers: Readonly<Record<string, string>>) => ({
  ':status': status,
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnections.has(name))),
});

/**
 * A fault befalls one exchange. The connection breaks with it when it carries nothing else, as over HTTP/1.1; beside
 * other exchanges it is the stream that is reset, as by a proxy whose own connection broke.
 */
const breakOff = (line: Line, stream: ServerHttp2Stream, how: Break): void => {
  if (line.open > 1) stream.close(codeOf(how));
  else if (how === 'closed') line.destroy();
  else line.cut(errorOf(line, how));
};

const hangUp = (line: Line, stream: ServerHttp2Stream, error: Error): void => {
  if (line.open > 1) stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
  else line.cut(error);
};

/** A stream that is refused has not been looked at by anybody. (RFC 9113 section 8.7) */
const codeOf = (how: Break): number => {
  if (how === 'reset') return http2.constants.NGHTTP2_INTERNAL_ERROR;
  return how === 'closed' ? http2.constants.NGHTTP2_CANCEL : http2.constants.NGHTTP2_REFUSED_STREAM;
};

/** Some clients name it in `:authority`, though no URL does. */
const usualPort = { http: /:80$/, https: /:443$/ } as const;

/** As HTTP/1.1 would have brought it: `host` for `:authority`. */
const readRequest = ({ place }: Line, headers: IncomingHttpHeaders, body: string): WireRequest => {
  const { ':method': method, ':path': path, ':authority': authority, ...rest } = headers;
  const fields = Object.entries(rest).filter(([name]) => !name.startsWith(':'));
  const host = (authority ?? rest.host)?.replace(usualPort[place.scheme], '');
  const base = host === undefined ? showPlace(place) : `${place.scheme}://${host}`;
  const target = path ?? '/';
  return {
    method: method ?? 'GET',
    url: `${base}${target.startsWith('/') ? '' : '/'}${target}`,
    headers: { ...(host !== undefined && { host }), ...joinFields(Object.fromEntries(fields)) },
    body,
  };
};
