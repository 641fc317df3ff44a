/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import type { Socket } from 'node:net';
import process from 'node:process';
import { replace } from '../../clock/patches/patch.ts';
import type { HeldConnection } from '../http/held-connection.ts';
import { findBelow } from './lay-over.ts';

type Write = (this: Socket, many: boolean, data: unknown, encoding: unknown, done: () => void) => unknown;

/** What the interceptor does when the client is connected: the handshake. */
interface Shaking {
  whenConnected?: (handshake: () => void) => void;
}

/**
 * A client hears of its connection as over a network: the name is looked up, it connects, TLS shakes hands, and only then is
 * anything written. The interceptor looks up before anyone can listen, shakes hands within `connect`, and takes what is written
 * before; limits of clients for these steps would begin when their end has been told already.
 */
export const tellInOrder = (socket: Socket, controller: Shaking, held?: HeldConnection): void => {
  if (!socket.connecting) return;
  const tellLookUp = holdLookUp(socket);
  void held?.found.then(tellLookUp);
  const isPlain = !('encrypted' in socket);
  const written = holdWrites(socket, isPlain, isPlain || held !== undefined);
  // Other listeners hear first that there is a connection.
  socket.once(isPlain ? 'ready' : 'secureConnect', () => process.nextTick(written));
  if (isPlain) return;
  controller.whenConnected = (handshake) => {
    const shake = (): void => void (!socket.destroyed && handshake());
    const go = held === undefined ? shake : () => void held.agrees.then(shake);
    socket.once(findBelow(socket) === undefined ? 'ready' : 'connect', () => process.nextTick(go));
  };
};

/**
 * What is written before there is a connection is sent when the returned function is called, and never where the client has ended it by
 * then: it may not like whom it is connected to. Without TLS, and of a connection that is held, it arrives ahead. Where nothing is encrypted Node
 * writes within `connect`, in its turn among those who listen for that.
 */
const holdWrites = (socket: Socket, isPlain: boolean, isHeld: boolean): (() => void) => {
  let waiting: (() => void)[] | undefined = [];
  const write = Reflect.get(socket, '_writeGeneric') as Write;
  const undo = replace(socket, '_writeGeneric', function (...written) {
    const [many, data, encoding, done] = written;
    // Whoever has put something over this one since leaves it in its place.
    if (waiting === undefined) return write.apply(this, written);
    // In its turn among those who listen, as Node does.
    if (waiting.length === 0) socket.once('close', release);
    if (isPlain && waiting.length === 0) socket.once('connect', release);
    if (isHeld) write.call(this, many, data, encoding, () => undefined);
    waiting.push(isHeld ? done : () => (socket.destroyed ? done() : write.apply(this, written)));
    return undefined;
  } satisfies Write);
  const release = (): void => {
    undo();
    const all = waiting ?? [];
    waiting = undefined;
    for (const go of all) go();
  };
  return release;
};

/** The look-up is told right before the connection, or when the returned function is called; that it fails, before the error. */
const holdLookUp = (socket: Socket): (() => void) => {
  const emit = socket.emit.bind(socket) as (name: string | symbol, ...given: unknown[]) => boolean;
  let found: unknown[] | undefined;
  const undo = replace(socket, 'emit', ((name, ...given) => {
    if (name === 'lookup') {
      found = given;
      return true;
    }
    if (name === 'connect') tell();
    if (name === 'error' && isOfLookUp(given[0])) emit('lookup', given[0], undefined, undefined, found?.[3]);
    return emit(name, ...given);
  }) satisfies typeof emit);
  const tell = (): void => {
    undo();
    if (found !== undefined) emit('lookup', ...found);
    found = undefined;
  };
  return tell;
};

const isOfLookUp = (error: unknown): boolean => Object(error).syscall === 'getaddrinfo';
