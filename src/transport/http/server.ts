import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { turns } from '../../clock/real-time.ts';
import type { Break, WireRequest } from '../../core/wire.ts';
import type { Gateway } from '../gateway.ts';
import { bodyCutShort, simulationOver, simulatorBug } from '../network-errors.ts';
import { HangUp } from '../hang-up.ts';
import { isLong, readInPieces, turnsToArrive, writeBody } from './body.ts';
import { muchToRead, ServerConnection } from './connection.ts';
import { serveHttp2 } from './http2.ts';
import { frame, type Framed, isWhole, readBody, readFields, toWire } from './message.ts';

/** Where a gateway's connections end: a real HTTP server that never listens, so HTTP itself need not be imitated. */
export interface HttpServer {
  /** Serves a connection until one side ends it, or breaks it by this error once the client says anything. */
  serve(connection: ServerConnection, refusal?: Error): void;
  /** Breaks all connections, so that none is reused in the next simulation; settles when the clients' sockets have closed. */
  close(): Promise<void>;
}

/**
 * As real servers do (nginx: 1,000), for a connection keeps about a kilobyte of memory for every request that it carried. A new one
 * takes as long as several requests. Behind a small answer an end hurts nobody, so that is waited for, but not for ever.
 */
const requestsPerConnection = { behindSmall: 1000, atMost: 10_000 } as const;

/** The interface knows no limit for a head: by none of the ways may one be refused that the service never sees. Node's is 16 KiB. */
const maxHeaderSize = 1024 * 1024;

export const openHttpServer = (gateway: Gateway): HttpServer => {
  const connections = new Set<ServerConnection>();
  const waits = { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 };
  // Of two tokens neither counts, as where `fetch` sends them: Node would keep the first, and say nothing.
  const server: Server = createServer({ ...waits, maxHeaderSize, joinDuplicateHeaders: true });
  // A client that says no more still gets what it asked for, as by servers that answer at once.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('request', (request, response) => take(gateway, request, response));
  server.on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'),
  );
  return {
    serve: (connection, refusal) => {
      connections.add(connection);
      void connection.hungUp.then(() => connections.delete(connection));
      connection.begin(() => {
        if (refusal !== undefined) connection.cut(refusal);
        else if (connection.isHttp2 === true) serveHttp2(gateway, connection);
        else server.emit('connection', connection);
      });
    },
    close: async () => {
      await Promise.all([...connections].map(closeConnection));
    },
  };
};

/** A client of HTTP/2 is told of an end in good order, and dies of any other that has no error: undici 7 does. */
const closeConnection = async (connection: ServerConnection): Promise<void> => {
  if (connection.isHttp2 !== false && connection.open === 0) {
    connection.destroy();
    await turns(turnsToArrive);
  }
  connection.cut(connection.open > 0 ? simulationOver() : undefined);
  // Whoever takes the socket's listeners off, or lets its end fail, keeps nobody waiting.
  await Promise.race([connection.hungUp, turns(turnsToClose)]);
};

/** A socket that is destroyed has closed after two. */
const turnsToClose = 20;

const take = (gateway: Gateway, request: IncomingMessage, response: ServerResponse): void => {
  const connection: unknown = request.socket;
  if (!(connection instanceof ServerConnection)) return;
  // What was pipelined behind the last request is lost with the connection, as with real servers.
  if (connection.isEnding) return;
  connection.requests += 1;
  connection.open += 1;
  response.once('close', () => {
    connection.open -= 1;
  });
  const { method = 'GET', url: target = '/' } = request;
  response.sendDate = false;
  // What comes after a request that was for a proxy may be for any other host.
  response.shouldKeepAlive &&= !isWhole(target);
  if (connection.open > 1 && connection.requests >= requestsPerConnection.behindSmall) end(connection, response);
  readBody(request, (body) => {
    const wire = toWire(method, connection.origin, target, readFields(request.headers, isForOrigin), body);
    answer(gateway, connection, wire, response).catch((error: unknown) => connection.cut(simulatorBug(error)));
  });
};

/** What a proxy keeps to itself. (RFC 9110 sections 7.6.1 and 11.7.2) */
const forProxy = new Set(['proxy-authorization', 'proxy-connection']);

const isForOrigin = (name: string): boolean => !forProxy.has(name);

const answer = async (
  gateway: Gateway,
  connection: ServerConnection,
  request: WireRequest,
  response: ServerResponse,
): Promise<void> => {
  const gone = new HangUp();
  response.once('close', () => {
    if (!response.writableFinished) gone.happen();
  });
  const given = await connection.ask(gateway, request, gone);
  if ('broken' in given) {
    gateway.enter(() => hangUp(connection, given.broken));
    return;
  }
  const framed = frame(given, request.method);
  const { manner } = framed;
  if (manner?.kind === 'slowHeaders')
    connection.slowDown({ pieces: manner.pieces, next: () => gateway.pass(manner.by) });
  if (isLast(connection, framed)) end(connection, response);
  response.writeHead(framed.status, framed.headers);
  if (framed.more === undefined && (manner === undefined || manner.kind === 'slowHeaders') && !isLong(framed))
    return void response.end(framed.body ?? '', encodingOf(framed));
  if (manner !== undefined) response.flushHeaders();
  const ending = await writeBody(readInPieces(gateway, framed), response).catch((error: unknown) =>
    connection.cut(bodyCutShort(error)),
  );
  if (ending === 'reset' || ending === 'closed') hangUp(connection, ending);
};

/** A page is written in half the time where each of its characters is a byte. */
const encodingOf = ({ body, headers }: Framed): 'latin1' | 'utf8' =>
  body?.length === Number(headers['content-length']) ? 'latin1' : 'utf8';

/** Ends a connection behind this response, whose request is the last that is heard. */
const end = (connection: ServerConnection, response: ServerResponse): void => {
  connection.isEnding = true;
  response.shouldKeepAlive = false;
};

/** Behind an answer nothing may be under way, for it would be lost with the connection. */
const isLast = ({ open, requests }: ServerConnection, { body, headers }: Framed): boolean => {
  const isSmall = body === null || Number(headers['content-length']) <= muchToRead;
  const { behindSmall, atMost } = requestsPerConnection;
  return open === 1 && requests >= (isSmall ? behindSmall : atMost);
};

/** An end in good order, or the error that the client is to see. */
const hangUp = (connection: ServerConnection, how: Break): void => {
  const error = connection.errorOf(how);
  if (error === undefined) connection.destroy();
  else connection.cut(error);
};
