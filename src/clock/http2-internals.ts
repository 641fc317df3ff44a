/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import http2 from 'node:http2';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** What Node's HTTP/2 is made of and does not export. */
export interface Http2Internals {
  /** What all sessions have in common, and all streams. */
  readonly sessions: object;
  readonly streams: object;
  /** The native halves of sessions. */
  readonly natives: object;
  /** Makes a socket with a native handle out of any stream: the handle brings to native code what the stream carries. */
  readonly StreamSocket: new (
    stream: Duplex,
  ) => Socket & { readonly _handle: object };
}

let found: Http2Internals | undefined;

/** Found on a session that leads nowhere, once in a process; undefined where Node is built differently. */
export const http2Internals = (): Http2Internals | undefined => (found ??= find());

const find = (): Http2Internals | undefined => {
  const nowhere = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const session = http2.connect('http://nowhere.invalid', { createConnection: () => nowhere });
  const stream = session.request({});
  for (const one of [session, stream]) one.on('error', () => undefined);
  const native = ofSymbol(session, 'kHandle');
  const socket = ofSymbol(session, 'socket');
  const sessions = prototypeWith(session, 'setTimeout');
  const streams = prototypeWith(stream, 'sendTrailers');
  session.destroy();
  if (!isObject(native) || !isObject(socket) || sessions === undefined || streams === undefined) return undefined;
  const StreamSocket = socket.constructor as Http2Internals['StreamSocket'];
  return { sessions, streams, natives: Object.getPrototypeOf(native) as object, StreamSocket };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Node's own symbols are known by their descriptions alone, which have been the same since Node 12. */
export const symbolOf = (owner: object, description: string): symbol | undefined =>
  Object.getOwnPropertySymbols(owner).find((symbol) => symbol.description === description);

export const ofSymbol = (owner: object, description: string): unknown => {
  const symbol = symbolOf(owner, description);
  return symbol === undefined ? undefined : Reflect.get(owner, symbol);
};

/** The prototype that a method of an object comes from. */
export const prototypeWith = (instance: object, method: string): object | undefined => {
  let prototype: unknown = Object.getPrototypeOf(instance);
  while (isObject(prototype) && !Object.hasOwn(prototype, method)) prototype = Object.getPrototypeOf(prototype);
  return isObject(prototype) ? prototype : undefined;
};
