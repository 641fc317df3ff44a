import http2, {
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { turns } from '../../clock/real-time.ts';
import type { Break, WireRequest } from '../../core/wire.ts';
import type { Gateway } from '../gateway.ts';
import { bodyCutShort, simulatorBug } from '../network-errors.ts';
import { HangUp } from '../hang-up.ts';
import { readInPieces, turnsToArrive, writeBody } from './body.ts';
import type { ServerConnection } from './connection.ts';
import { type Body, fieldsIn, frame, type Framed, isField, readBody, readFields, toWire } from './message.ts';

/** The types of Node leave the last one out: names and values in turn, as they came. */
type StreamEvent = [ServerHttp2Stream, IncomingHttpHeaders, number, string[]];

/** Serves HTTP/2 on a connection: a real session of Node, whose server never listens. (RFC 9113) */
export const serveHttp2 = (gateway: Gateway, connection: ServerConnection): void => {
  const session: ServerHttp2Session = http2.performServerHandshake(connection, { ...limits });
  // What breaks a session is told by the end of its streams.
  session.on('error', () => undefined);
  session.on('stream', (...[stream, headers, , list]: StreamEvent) => {
    connection.open += 1;
    stream
      .on('error', () => undefined)
      .once('close', () => {
        connection.open -= 1;
      });
    readBody(stream, (body) => {
      answer(gateway, connection, session, readStream(connection, headers, list, body), stream).catch(
        (error: unknown) => hangUp(connection, stream, simulatorBug(error)),
      );
    });
  });
  // A session that broke off reads no more, and so does not see that the client has gone.
  void connection.saidAll
    .then(() => turns(turnsToArrive))
    .then(() => {
      if (!connection.readableEnded) session.destroy();
    });
};

/**
 * No more fields than over HTTP/1.1, and requests called off as often as a client likes: servers that guard themselves count those of a
 * second, and so many fit into one of real time, though hours lie between them. The types of Node do not know of that.
 */
const limits = { maxHeaderListPairs: 2000, streamResetBurst: 1e9, streamResetRate: 1e9 };

const answer = async (
  gateway: Gateway,
  connection: ServerConnection,
  session: ServerHttp2Session,
  request: WireRequest,
  stream: ServerHttp2Stream,
): Promise<void> => {
  const gone = new HangUp();
  // A stream that is reset ends its own writing in good order.
  stream.once('close', () => {
    if (stream.aborted || stream.rstCode !== http2.constants.NGHTTP2_NO_ERROR) gone.happen();
  });
  const given = await connection.ask(gateway, request, gone);
  if (stream.destroyed) return;
  if ('broken' in given) return gateway.enter(() => breakOff(connection, stream, given.broken));
  const framed = frame(given, request.method, 'HTTP/2');
  const { manner } = framed;
  // A client sees a head as a whole, in however many pieces it comes.
  if (manner?.kind === 'slowHeaders') await gateway.pass(manner.by * manner.pieces);
  if (stream.destroyed) return;
  // What HTTP/1.1 says by a field, HTTP/2 says by a frame: GOAWAY.
  if (given.headers['connection'] === 'close') stream.once('close', () => session.close());
  stream.respond(headOf(framed), { endStream: framed.body === null, ...withoutDate });
  if (framed.body === null) return;
  const ending = await writeBody(readInPieces(gateway, framed), stream).catch((error: unknown) =>
    hangUp(connection, stream, bodyCutShort(error)),
  );
  if (ending === 'reset' || ending === 'closed') breakOff(connection, stream, ending);
};

/** Known to Node, not to its types. */
const withoutDate = { sendDate: false };

/** What could not be read would be dropped by whoever reads it, where over HTTP/1.1 the server itself objects. */
const headOf = ({ status, headers }: Framed): OutgoingHttpHeaders => {
  for (const [name, value] of Object.entries(headers))
    if (!isField(name, value)) throw new TypeError(`invalid character in the header ${name}`);
  return { ':status': status, ...headers };
};

/**
 * A fault is of one exchange. The connection breaks with it when it carries nothing else, as over HTTP/1.1; beside
 * other exchanges it is the stream that is reset, as by a proxy whose own connection broke.
 */
const breakOff = (connection: ServerConnection, stream: ServerHttp2Stream, how: Break): void => {
  if (connection.open > 1) stream.close(codeOf(how));
  else if (how === 'closed') connection.destroy();
  else connection.cut(connection.errorOf(how));
};

const hangUp = (connection: ServerConnection, stream: ServerHttp2Stream, error: Error): void => {
  if (connection.open > 1) stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
  else connection.cut(error);
};

/** A stream that is refused has not been looked at by anybody. (RFC 9113 section 8.7) */
const codeOf = (how: Break): number => {
  if (how === 'reset') return http2.constants.NGHTTP2_INTERNAL_ERROR;
  return how === 'closed' ? http2.constants.NGHTTP2_CANCEL : http2.constants.NGHTTP2_REFUSED_STREAM;
};

/** Some clients name it in `:authority`, though no URL does. */
const usualPort = { http: /:80$/, https: /:443$/ } as const;

/** As HTTP/1.1 would have brought it: `host` for `:authority`. Of two tokens Node's own object of headers has the first alone. */
const readStream = (
  { origin }: ServerConnection,
  headers: IncomingHttpHeaders,
  list: readonly string[],
  body: Body,
): WireRequest => {
  const { ':method': method = 'GET', ':path': path = '/', ':authority': authority = headers.host } = headers;
  const host = authority?.replace(usualPort[origin.scheme], '');
  const fields = readFields(fieldsIn(list), isOrdinary, host === undefined ? {} : { host });
  return toWire(method, origin, path, fields, body);
};

/** Names with a colon in front are the first line of a request. (RFC 9113 section 8.3) */
const isOrdinary = (name: string): boolean => name !== 'host' && !name.startsWith(':');
