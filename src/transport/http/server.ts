import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Break, WireRequest } from '../../core/wire.ts';
import { joinFields, readBody, sendBody, turn, turnsToArrive } from '../bodies.ts';
import { cutShort, failure, farewell } from '../network-errors.ts';
import { deal } from './body.ts';
import { serveHttp2 } from './http2.ts';
import type { Door } from '../gateway.ts';
import { frame } from './message.ts';
import { Line } from './connection.ts';
import { errorOf, overlooksBy } from '../objections.ts';
import { type Place, showPlace } from '../origins.ts';

/** Where a door's connections end: a real HTTP server that never listens, so HTTP itself need not be imitated. */
export interface Desk {
  /** Serves a connection until one side ends it. */
  serve(line: Line): void;
  /** Breaks all connections, so that none is reused in the next simulation; settles when the clients' sockets have closed. */
  close(): Promise<void>;
}

/** As real servers do; and on Node 20 a connection kept open for ever keeps memory for every request it carried. */
const requestsPerConnection = 50;

/** Opens the desk of a door. */
export const openDesk = (door: Door): Desk => {
  const lines = new Set<Line>();
  const server: Server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 });
  server.on('request', (request, response) => answer(door, request, response));
  server.on('connect', (_request, line) =>
    line.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
  );
  return {
    serve: (line) => {
      lines.add(line);
      void line.hungUp.then(() => lines.delete(line));
      line.begin(() => (line.isHttp2 === true ? serveHttp2(door, line) : server.emit('connection', line)));
    },
    close: async () => {
      const open = [...lines];
      await Promise.all(open.map(part));
    },
  };
};

/** A client of HTTP/2 is told of an end in good order, and dies of any other that has no error: undici 7 does. */
const part = async (line: Line): Promise<void> => {
  if (line.isHttp2 !== false && line.open === 0) {
    line.destroy();
    await turn(turnsToArrive);
  }
  line.cut(line.open > 0 ? farewell() : undefined);
  await line.hungUp;
};

const answer = (door: Door, request: IncomingMessage, response: ServerResponse): void => {
  const line: unknown = request.socket;
  if (!(line instanceof Line)) return;
  line.requests += 1;
  // What was pipelined behind the last request is lost with the connection, as with real servers.
  if (line.requests > requestsPerConnection) return;
  line.open += 1;
  response.once('close', () => {
    line.open -= 1;
  });
  response.sendDate = false;
  // What comes after a request that was for a proxy may be for any other host.
  response.shouldKeepAlive &&= line.requests < requestsPerConnection && !isWhole(request.url);
  readBody(request, (body) => {
    const wire = readRequest(request, line, body);
    exchange(door, line, wire, response).catch((error: unknown) => line.cut(failure(error)));
  });
};

const exchange = async (door: Door, line: Line, request: WireRequest, response: ServerResponse): Promise<void> => {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the client hung up'));
  });
  const given = await door.enter(() => door.receive(request, gone.signal, overlooksBy(line)));
  if ('broken' in given) {
    door.enter(() => hangUp(line, given.broken));
    return;
  }
  const framed = frame(given, request.method);
  const { manner } = framed;
  if (manner?.kind === 'slowHeaders') line.slowDown({ pieces: manner.pieces, next: () => door.pass(manner.by) });
  response.writeHead(framed.status, framed.headers);
  if (framed.more === undefined && (manner === undefined || manner.kind === 'slowHeaders'))
    return void response.end(framed.body ?? undefined);
  if (manner !== undefined) response.flushHeaders();
  const ending = await sendBody(deal(door, framed), response).catch((error: unknown) => line.cut(cutShort(error)));
  if (ending === 'reset' || ending === 'closed') hangUp(line, ending);
};

/** An end in good order, or the error that the client is to see. */
const hangUp = (line: Line, how: Break): void => {
  const error = errorOf(line, how);
  if (error === undefined) line.destroy();
  else line.cut(error);
};

const readRequest = (request: IncomingMessage, line: Line, body: string): WireRequest => {
  const headers = joinFields(
    Object.fromEntries(Object.entries(request.headers).filter(([name]) => !forProxy.has(name))),
  );
  return {
    method: request.method ?? 'GET',
    url: readUrl(line.place, headers['host'], request.url ?? '/'),
    headers,
    body,
  };
};

/** A target is a path, or for `OPTIONS *` a star, or (as sent to proxies) a whole URL already. */
const readUrl = (place: Place, host: string | undefined, target: string): string => {
  if (isWhole(target)) return target;
  const base = host === undefined ? showPlace(place) : `${place.scheme}://${host}`;
  return `${base}${target.startsWith('/') ? '' : '/'}${target}`;
};

const isWhole = (target: string | undefined): boolean => /^https?:\/\//i.test(target ?? '');

/** What a proxy keeps to itself. (RFC 9110 sections 7.6.1 and 11.7.2) */
const forProxy = new Set(['proxy-authorization', 'proxy-connection']);
