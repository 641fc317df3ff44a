import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
// From the module: those of the globals may be replaced by the fake timers of a test runner.
import { setImmediate } from 'node:timers';
import type { Break, Overlooks, WireRequest } from '../core/wire.ts';
import { isTlsAccident } from '../spec/accidents.ts';
import { breakOf, cutShort, failure, farewell } from './broken.ts';
import { deal, type Ending } from './deal.ts';
import type { Door } from './door.ts';
import { bodyLimit, frame } from './framing.ts';
import { Line } from './line.ts';
import { type Place, showPlace } from './places.ts';
import type { Piece } from './pour.ts';
import { overlooksAll } from './tls-errors.ts';

/** Where a door's connections end: a real HTTP server that never listens, so HTTP itself need not be imitated. */
export interface Desk {
  /** Serves a connection until one side ends it. */
  serve(line: Line): void;
  /** Breaks all connections, so that none is reused in the next simulation; settles when the clients' sockets have closed. */
  close(): Promise<void>;
}

/** As real servers do; and on Node 20 a connection kept open for ever keeps memory for every request it carried. */
const requestsPerConnection = 50;

/** Turns of the event loop that what was written takes to the client, before its connection breaks. */
const turnsToArrive = 3;

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
      server.emit('connection', line);
    },
    close: async () => {
      const open = [...lines];
      for (const line of open) line.cut(line.open > 0 ? farewell() : undefined);
      await Promise.all(open.map((line) => line.hungUp));
    },
  };
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
  response.shouldKeepAlive &&= line.requests < requestsPerConnection;
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
  const ending = await send(deal(door, framed), response).catch((error: unknown) => line.cut(cutShort(error)));
  if (ending === 'reset' || ending === 'closed') hangUp(line, ending);
};

/** Asked of the client's own connection where there is one, and else of the process. */
const overlooksBy = ({ objection }: Line): Overlooks =>
  objection === undefined ? overlooksAll : (accident) => objection(accident) === undefined;

/** An end in good order, or the error that the client is to see. */
const hangUp = (line: Line, how: Break): void => {
  const error = isTlsAccident(how) && line.objection ? line.objection(how) : breakOf(how, line.place);
  if (error === undefined) line.destroy();
  else line.cut(error);
};

/** No faster than the client reads, and no further than until it hangs up. What is broken off has arrived before. */
const send = async (pieces: AsyncGenerator<Piece, Ending>, response: ServerResponse): Promise<Ending | undefined> => {
  let next = await pieces.next();
  for (; next.done !== true; next = await pieces.next()) {
    if (response.destroyed) {
      await pieces.return('whole');
      return undefined;
    }
    if (!response.write(next.value)) await drained(response);
  }
  if (next.value === 'whole') response.end();
  else for (let turn = 0; turn < turnsToArrive; turn++) await new Promise((resolve) => setImmediate(resolve));
  return next.value;
};

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    return response.on('drain', settle).on('close', settle);
  });

/** A request cut off within its body never reaches the service. */
const readBody = (request: IncomingMessage, done: (body: string) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size < bodyLimit) chunks.push(chunk.subarray(0, bodyLimit - size));
    size += chunk.length;
  });
  request.once('end', () => done(Buffer.concat(chunks).toString('utf8')));
};

const readRequest = (request: IncomingMessage, line: Line, body: string): WireRequest => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  return {
    method: request.method ?? 'GET',
    url: readUrl(line.place, headers['host'], request.url ?? '/'),
    headers,
    body,
  };
};

/** A target is a path, or for `OPTIONS *` a star, or (as sent to proxies) a whole URL already. */
const readUrl = (place: Place, host: string | undefined, target: string): string => {
  if (/^https?:\/\//i.test(target)) return target;
  const base = host === undefined ? showPlace(place) : `${place.scheme}://${host}`;
  return `${base}${target.startsWith('/') ? '' : '/'}${target}`;
};
