/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
import http2 from 'node:http2';
import type { Socket } from 'node:net';
import process from 'node:process';
import { Duplex } from 'node:stream';
import { withClock } from './current-clock.ts';
import type { Undo } from './patches/patch.ts';

/** What Node's HTTP/2 is made of and does not export. */
export interface Http2Internals {
  /** What all sessions have in common, and all streams. */
  readonly sessions: object;
  /** What only the sessions of clients have. */
  readonly clients: object;
  readonly streams: object;
  /** The native halves of sessions. */
  readonly natives: object;
  /** Makes a socket with a native handle out of any stream: the handle brings to native code what the stream carries. */
  readonly StreamSocket: new (
    stream: Duplex,
  ) => Socket & { readonly _handle: object };
}

let found: Http2Internals | undefined;
let looked: 'not yet' | 'now' | 'once' = 'not yet';
const waiting = new Set<(internals: Http2Internals) => void>();

/** Found on a session that leads nowhere, once in a process; undefined where Node is built differently. */
export const http2Internals = (): Http2Internals | undefined => {
  if (looked !== 'not yet') return found;
  looked = 'now';
  found = withClock(undefined, find);
  looked = 'once';
  if (found !== undefined) for (const apply of waiting) apply(found);
  waiting.clear();
  return found;
};

/** Looks for them where there may soon be a session: before it is connected it can be given its time limit. */
export const expectSession = (): void => {
  if (looked === 'not yet' && isLoaded('internal/http2/core')) http2Internals();
};

/** Node's own list, which its types do not know. */
export const isLoaded = (name: string): boolean => {
  const loaded: unknown = Reflect.get(process, 'moduleLoadList');
  return !Array.isArray(loaded) || loaded.includes(`NativeModule ${name}`);
};

/** While they are looked for there is a session that is nobody's. */
export const looksForHttp2 = (): boolean => looked === 'now';

/**
 * Changes them as soon as they have been found. Most processes have no HTTP/2, and to find them takes as long as to begin a
 * simulation: whoever sees that a session may begin asks for them.
 */
export const patchHttp2 = (change: (internals: Http2Internals) => Undo): Undo => {
  if (found !== undefined) return change(found);
  let undo: Undo | undefined;
  const apply = (internals: Http2Internals): void => {
    undo = change(internals);
  };
  waiting.add(apply);
  return () => {
    waiting.delete(apply);
    undo?.();
  };
};

const find = (): Http2Internals | undefined => {
  const nowhere = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const session = http2.connect('http://nowhere.invalid', { createConnection: () => nowhere });
  const stream = session.request({});
  for (const one of [session, stream]) one.on('error', () => undefined);
  const native = ofSymbol(session, 'kHandle');
  const socket = ofSymbol(session, 'socket');
  const sessions = prototypeWith(session, 'setTimeout');
  const clients = prototypeWith(session, 'request');
  const streams = prototypeWith(stream, 'sendTrailers');
  session.destroy();
  if (!isObject(native) || !isObject(socket)) return undefined;
  if (sessions === undefined || clients === undefined || streams === undefined) return undefined;
  const StreamSocket = socket.constructor as Http2Internals['StreamSocket'];
  return { sessions, clients, streams, natives: Object.getPrototypeOf(native) as object, StreamSocket };
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The symbol of each description that was found last, since to look for it takes as long as much of a request. */
const symbols = new Map<string, symbol>();

/** Node's own symbols are known by their descriptions alone, which have been the same since Node 12. */
export const symbolOf = (owner: object, description: string): symbol | undefined => {
  const known = symbols.get(description);
  if (known !== undefined && Object.hasOwn(owner, known)) return known;
  const symbol = Object.getOwnPropertySymbols(owner).find((one) => one.description === description);
  if (symbol !== undefined) symbols.set(description, symbol);
  return symbol;
};

export const ofSymbol = (owner: object, description: string): unknown => {
  const symbol = symbolOf(owner, description);
  return symbol === undefined ? undefined : Reflect.get(owner, symbol);
};

/** The socket below a session, and below a stream; none once it is over. */
export const socketOf = (owner: object): Socket | undefined => {
  const session = 'session' in owner ? owner.session : owner;
  return isObject(session) ? (ofSymbol(session, 'socket') as Socket | undefined) : undefined;
};

/** The prototype that a method of an object comes from. */
export const prototypeWith = (instance: object, method: string): object | undefined => {
  let prototype: unknown = Object.getPrototypeOf(instance);
  while (isObject(prototype) && !Object.hasOwn(prototype, method)) prototype = Object.getPrototypeOf(prototype);
  return isObject(prototype) ? prototype : undefined;
};
