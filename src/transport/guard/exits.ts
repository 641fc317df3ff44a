/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import net from 'node:net';
import { constants } from 'node:os';
import { nextTick } from 'node:process';
import { ofSymbol } from '../../clock/http2-internals.ts';
import { type Deputy, type Undo, applyAll, replaceMethod } from '../../clock/patches/patch.ts';
import { answerLookUps } from './names.ts';

/** A socket of a client, with what Node keeps on it for itself. */
export type Client = Omit<net.Socket, '_handle'> & {
  readonly _handle?: object | null;
  /** The name it was told to connect to, once that is being looked up. */
  readonly _host?: string | null;
  readonly encrypted?: boolean;
  readonly server?: unknown;
  readonly _server?: unknown;
};

/** Says why something must not leave this process, or undefined when it may. */
export interface Judge {
  /** A name that is to be looked up. */
  name(host: string): Error | undefined;
  /** A connection to an address. Nobody is known to want it when it is opened by a binding of Node. */
  connection(address: string, port: number, client: Client | undefined): Error | undefined;
  /** Something that is to be written on a connection. */
  writing(client: Client, chunk: Chunk): Error | undefined;
}

type Chunk = string | Uint8Array;
type Done = (error?: Error | null) => void;

/**
 * Puts a judge where connections leave the process: below everything that intercepts them, however it was loaded and in
 * whatever order. What is served by others never gets here. Where Node's insides cannot be reached nothing is judged.
 */
export const watchExits = (judge: Judge): Undo => {
  const tcp = (tcpOfNode ??= findTcp());
  if (tcp === undefined) return () => undefined;
  const { prototype } = net.Socket;
  return applyAll([
    ...['connect', 'connect6'].map((name) => () => replaceMethod(tcp, name, guardConnect(judge))),
    () => answerLookUps({ find: (host) => judge.name(host), hostAt: () => undefined }),
    () => replaceMethod(prototype, '_write', guardWrite(judge, tcp)),
    () => replaceMethod(prototype, '_writev', guardWrites(judge, tcp)),
  ]);
};

let tcpOfNode: object | undefined;

/**
 * Node does not show the class; what its cluster makes of an address is one of its objects. So is what a socket has that connects, at
 * ten times the cost.
 */
const findTcp = (): object | undefined => {
  const handle = openPort();
  if (typeof handle !== 'object') return undefined;
  handle.close();
  const prototype = Object.getPrototypeOf(handle) as object;
  return Object.hasOwn(prototype, 'connect6') ? prototype : undefined;
};

/** Where Node gives no permission for it, nothing leaves the process anyway. */
const openPort = (): ReturnType<CreateHandle> => {
  try {
    return (Reflect.get(net, '_createServerHandle') as CreateHandle | undefined)?.('127.0.0.1', 0, 4);
  } catch {
    return undefined;
  }
};

/** Gives a number where it fails. */
type CreateHandle = (address: string, port: number, family: number) => { close(): void } | number | undefined;

/** Node is told of the end a moment later: when a host has several addresses, it still uses the handle after this. */
const guardConnect =
  (judge: Judge): Deputy<object> =>
  (handle, [, address, port], go) => {
    const client = ownerOf(handle);
    const error = judge.connection(address as string, port as number, client);
    if (error === undefined) return go();
    if (client === undefined) return -constants.errno.ECONNREFUSED;
    nextTick(() => client.destroy(error));
    return 0;
  };

const ownerOf = (handle: object): Client | undefined => {
  const owner = ofSymbol(handle, 'owner_symbol');
  return owner instanceof net.Socket ? owner : undefined;
};

const guardWrite =
  (judge: Judge, tcp: object): Deputy<Client> =>
  (socket, [chunk, , done], go) => {
    const error = isClient(socket, tcp) ? judge.writing(socket, chunk as Chunk) : undefined;
    if (error === undefined) go();
    else (done as Done)(error);
  };

const guardWrites =
  (judge: Judge, tcp: object): Deputy<Client> =>
  (socket, [chunks, done], go) => {
    const written = isClient(socket, tcp) ? (chunks as readonly { readonly chunk: Chunk }[]) : [];
    const error = written.map(({ chunk }) => judge.writing(socket, chunk)).find((found) => found !== undefined);
    if (error === undefined) go();
    else (done as Done)(error);
  };

/** Neither a pipe, such as standard output, nor the end of a server of this process. */
const isClient = (socket: Client, tcp: object): boolean =>
  socket.server == null &&
  socket._server == null &&
  (socket.encrypted === true || (socket._handle != null && Object.getPrototypeOf(socket._handle) === tcp));
