/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import type { Socket } from 'node:net';
import { ofSymbol } from '../../clock/http2-internals.ts';
import { replace } from '../../clock/patches/patch.ts';

/** Where Node has what it tells of a socket, and stops and starts reading. */
interface Handle {
  bytesRead: number;
  bytesWritten: number;
  reading?: boolean;
  readStart: () => number;
}

type Push = (chunk: Buffer | null) => boolean;

/** Counts the bytes of a simulated connection, and gives them to `onread`: the system, by which Node does both, sees none of them. */
export const carryBytes = (client: Socket): void => {
  const handle = Reflect.get(client, '_handle') as Handle | null | undefined;
  if (handle == null) return;
  const count = { value: 0, writable: true };
  Object.defineProperties(handle, { bytesRead: count, bytesWritten: count });
  client.on('data', (chunk: Buffer) => {
    handle.bytesWritten += chunk.length;
    // The interceptor keeps there what it has handed on, and Node would count it again.
    Reflect.set(client, '_pendingData', null);
  });
  // Seen from the client's side: it ends itself when it is told of an end.
  const socket = ofSymbol(handle, 'owner_symbol') as Socket;
  const add: Push = socket.push.bind(socket);
  const push: Push = (chunk) => {
    const takesMore = add(chunk);
    // As Node does where a connection ends, for who reads nothing hears of it no other way.
    if (chunk === null) socket.read(0);
    return takesMore;
  };
  const pass = ofSymbol(socket, 'kBufferCb') == null ? push : giveToOnread(socket, handle, push);
  replace(socket, 'push', ((chunk) => {
    handle.bytesRead += chunk?.length ?? 0;
    return pass(chunk);
  }) satisfies Push);
};

type OnRead = (this: Socket, length: number, memory: Uint8Array) => unknown;

/** As much at a time as has room in the client's memory, until it says that this is enough. */
const giveToOnread = (socket: Socket, handle: Handle, push: Push): Push => {
  const tell = ofSymbol(socket, 'kBufferCb') as OnRead;
  const renew = ofSymbol(socket, 'kBufferGen') as (() => Uint8Array) | null;
  let memory = ofSymbol(socket, 'kBuffer') as Uint8Array;
  let left = Buffer.alloc(0);
  let isOver = false;
  const give = (): boolean => {
    while (handle.reading === true && left.length > 0) {
      const length = left.copy(memory);
      left = left.subarray(length);
      if (tell.call(socket, length, memory) === false) handle.reading = false;
      memory = renew?.() ?? memory;
    }
    if (isOver && left.length === 0) {
      isOver = false;
      push(null);
    }
    return handle.reading === true;
  };
  socket.once('ready', () => {
    handle.reading = true;
    handle.readStart = () => {
      if (give()) socket._read(0);
      return 0;
    };
  });
  return (chunk) => {
    if (chunk === null) isOver = true;
    else left = Buffer.concat([left, chunk]);
    return give();
  };
};
