import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { type ExchangeFaultName, isTlsFault, type TlsFaultName } from '../../src/spec/faults.ts';
import { portOf } from '../port-of.ts';
import { contexts } from './certificates.ts';

/** The real thing to hold a simulated fault against, on this machine and in real time. */
export interface Reference {
  readonly url: string;
  /** Waits until no connection is open: of those that it ends the client knows by then, for it has ended them, too. */
  readonly quiet: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const body = JSON.stringify({ greeting: 'hello', names: ['ann', 'bob', 'cleo'] });

const headOf = (length: number, type = 'application/json'): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: keep-alive\r\n\r\n`;

export const half = body.slice(0, Math.floor(body.length / 2));
export const page = '<!DOCTYPE html>\n<html><body><h1>Please wait</h1></body></html>\n';

type Serve = (socket: Socket) => void;

const inPieces = (pieces: readonly string[]): Serve => {
  const send = (socket: Socket, at: number): void => {
    socket.write(pieces[at] ?? '');
    if (at + 1 < pieces.length) setTimeout(() => send(socket, at + 1), 10);
  };
  return (socket) => send(socket, 0);
};

const thirds = (text: string): readonly string[] => [text.slice(0, 9), text.slice(9, 18), text.slice(18)];

const reply =
  (text: string, then: (socket: Socket) => unknown = () => {}): Serve =>
  (socket) => {
    socket.write(text, () => void setTimeout(() => then(socket), 20));
  };

const redirect = (status: string): Serve =>
  reply(`HTTP/1.1 ${status}\r\nlocation: /\r\ncontent-length: 0\r\nconnection: keep-alive\r\n\r\n`);

/** What a server does once it has read the request. */
const servers = {
  stale: (socket) => socket.resetAndDestroy(),
  movedPermanently: redirect('301 Moved Permanently'),
  found: redirect('302 Found'),
  temporaryRedirect: redirect('307 Temporary Redirect'),
  permanentRedirect: redirect('308 Permanent Redirect'),
  connectionClose: reply(headOf(body.length).replace('keep-alive', 'close') + body, (socket) => socket.end()),
  reset: (socket) => socket.resetAndDestroy(),
  closed: (socket) => socket.end(),
  silence: () => {},
  late: (socket) => setTimeout(() => socket.write(headOf(body.length) + body), 30),
  doubledRequest: reply(headOf(body.length) + body),
  slowHeaders: inPieces([...thirds(headOf(body.length)), body]),
  resetInBody: reply(headOf(body.length) + half, (socket) => socket.resetAndDestroy()),
  truncated: reply(headOf(body.length) + half, (socket) => socket.end()),
  drip: inPieces([headOf(body.length), ...thirds(body)]),
  malformedJson: reply(headOf(half.length) + half),
  wrongContentType: reply(headOf(page.length, 'text/html') + page),
  emptyBody: reply(headOf(0)),
} as const satisfies Partial<Record<ExchangeFaultName, Serve>>;

/** A host that has no address: a label of a name has 63 characters at most, so no server of names need be asked. */
const nowhere = `http://${'x'.repeat(64)}.invalid/`;

/** Listens on this machine; closing breaks the connections, and it is quiet when none is open. */
export const listen = async (server: Server, sockets: Iterable<Socket>) => {
  const port = await portOf(server);
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const quiet = async (): Promise<void> => {
    const open = [...sockets].filter(({ closed }) => !closed);
    await Promise.all(open.map((socket) => once(socket, 'close')));
  };
  return { port, close, quiet };
};

/**
 * The real thing, after so many good answers; what then refuses connections ends those it has. None for
 * `timeout`: a connection that nobody takes lasts two minutes.
 */
export const openReference = async (name: Exclude<ExchangeFaultName, 'timeout'>, good = 0): Promise<Reference> => {
  if (isTlsFault(name)) return openSecureReference(name, good);
  if (name === 'unresolved') return { url: nowhere, quiet: async () => {}, [Symbol.asyncDispose]: async () => {} };
  const sockets = new Set<Socket>();
  let answered = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => {})
      .on('data', () => {
        answered += 1;
        if (answered <= good) reply(headOf(body.length) + body, name === 'refused' ? refuse : undefined)(socket);
        else if (name !== 'refused') servers[name](socket);
      });
  });
  const refuse = (socket: Socket): void => {
    server.close();
    socket.end();
  };
  const { port, close, quiet } = await listen(server, sockets);
  if (name === 'refused' && good === 0) await close();
  return { url: `http://127.0.0.1:${port}/`, quiet, [Symbol.asyncDispose]: close };
};

/** After so many good answers, each on a connection that then ends, it is the handshake that something is wrong about. */
const openSecureReference = async (name: TlsFaultName, good: number): Promise<Reference> => {
  const sockets = new Set<Socket>();
  let answered = 0;
  const server = createServer((raw) => {
    sockets.add(raw);
    raw.on('error', () => {});
    if (answered >= good && name === 'cutHandshake') {
      raw.once('data', () => raw.end());
      return;
    }
    const shown = answered < good || name === 'cutHandshake' ? 'good' : name;
    const socket = new TLSSocket(raw, { isServer: true, secureContext: contexts[shown] });
    socket
      .on('error', () => {})
      .on('data', () => {
        answered += 1;
        reply(headOf(body.length) + body, (at) => answered <= good && at.end())(socket);
      });
  });
  const { port, close, quiet } = await listen(server, sockets);
  return { url: `https://localhost:${port}/`, quiet, [Symbol.asyncDispose]: close };
};
