/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import type { Socket } from 'node:net';
import { http2Internals, ofSymbol } from '../../clock/http2-internals.ts';
import { replace } from '../../clock/patches/patch.ts';
import { turns } from '../../clock/real-time.ts';
import { noCommonProtocol } from '../network-errors.ts';
import type { ConnectionOptions } from './interception.ts';

type Consume = (this: object, handle: object) => unknown;

/** Kept on the socket, for transports see it through a proxy, which no `WeakSet` would recognise. */
const mark = Symbol('stunt-double: this socket is simulated');

/** Says that what a socket carries passes through its JavaScript half only. */
export const markSimulated = (socket: Socket): void => void Reflect.set(socket, mark, true);

/**
 * An HTTP/2 session of Node reads and writes the native handle of its socket, where nothing of a simulated connection ever
 * passes: it is given one that leads to the socket's JavaScript half. Sessions on other sockets are left alone. Returns the
 * undo.
 */
export const bridgeSessions = (): (() => void) => {
  const internals = http2Internals();
  if (internals === undefined) return () => undefined;
  const { natives, StreamSocket } = internals;
  const consume = Reflect.get(natives, 'consume') as Consume;
  return replace(natives, 'consume', function (this: object, handle: object) {
    const socket = ofSymbol(handle, 'owner_symbol') as Socket | undefined;
    if (socket === undefined || Reflect.get(socket, mark) !== true) return consume.call(this, handle);
    const bridge = new StreamSocket(socket);
    // The session hears of the errors of its own socket.
    bridge.on('error', () => undefined);
    return consume.call(this, bridge._handle);
  } satisfies Consume);
};

/** What the interceptor waits for before it tells a client that it is connected. */
interface Connecting {
  pendingConnection?: { promise: Promise<unknown> };
}

/**
 * As over a network, a connection is there a little later than it was asked for. Were it there at once, undici would take the
 * close of a session that has just failed for that of the new one, and wait for ever.
 */
export const takeTurns = (controller: Connecting): void => {
  const pending = controller.pendingConnection;
  if (pending === undefined) return;
  pending.promise = pending.promise.then(async (connected) => {
    await turns(turnsToConnect);
    return connected;
  });
};

/** The handle of the failed one is closed at the end of the turn of the event loop that is under way. */
const turnsToConnect = 2;

/** The protocols of the interface's servers, dearest first. */
const spoken = ['h2', 'http/1.1'];

/** The emulated handshake agrees to the first protocol that it finds offered: what the server would choose. (RFC 7301) */
export const negotiate = (options: ConnectionOptions): Error | undefined => {
  const offered = readProtocols(options.ALPNProtocols);
  if (offered.length === 0) return undefined;
  const chosen = spoken.find((protocol) => offered.includes(protocol));
  if (chosen === undefined) return noCommonProtocol(offered);
  options.ALPNProtocols = [chosen];
  return undefined;
};

/** A list of names, or as it stands on the wire: each behind a byte that tells its length. */
const readProtocols = (offered: unknown): readonly string[] => {
  if (Array.isArray(offered)) return offered.map(String);
  if (!ArrayBuffer.isView(offered)) return [];
  const bytes = Buffer.from(offered.buffer, offered.byteOffset, offered.byteLength);
  const names: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0)) {
    names.push(bytes.toString('latin1', at + 1, at + 1 + (bytes[at] ?? 0)));
  }
  return names;
};

export const isOfHttp2 = ({ ALPNProtocols }: ConnectionOptions): boolean =>
  Array.isArray(ALPNProtocols) && ALPNProtocols[0] === 'h2';
