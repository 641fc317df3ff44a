import type { Socket } from 'node:net';
import { errorText } from '../error-text.ts';
import { Misuse } from '../misuse.ts';
import { shimPromises } from './promise-shim.ts';

/** A connection some client of this process is opening. */
export interface Connection {
  /** The client's socket seen from the server's side: what is written here, the client reads. */
  readonly socket: Socket;
  readonly connectionOptions: ConnectionOptions;
  readonly controller: { readonly readyState: number; claim(): void; passthrough: () => unknown };
}

/** As given to `net.connect` and `tls.connect`. */
export interface ConnectionOptions {
  readonly host?: string | null;
  readonly servername?: string | null;
  readonly port?: number | string | null;
  /** What the client's end says it is; drawn at random, from `Math.random`, unless it is set. */
  localPort?: number | null;
  ALPNProtocols?: unknown;
}

/** Looks at connections before anyone else does. Its undo puts everything back. */
export interface Interception {
  /** `take` says whether it has dealt with the connection; those it leaves go where they would have gone. */
  start(take: (connection: Connection) => boolean): () => void;
}

/** The parts of the interceptor used here; its emitter is not public, hence the exact version of the dependency. */
interface SocketSource {
  readonly emitter: { emitAsPromise?: Dispatch };
  listenerCount: (type: string) => number;
  apply(owner: object): void;
  dispose(owner: object): void;
}

type Dispatch = (event: { readonly type: string } & Connection) => Promise<unknown>;

const pending = 0;

/** Loads the interceptor; nothing is patched until `start`. */
export const loadInterception = async (): Promise<Interception> => {
  shimPromises();
  const { SocketInterceptor } = await import('@mswjs/interceptors/net');
  return {
    start: (take) => {
      refuseOtherCopy((found) => found instanceof SocketInterceptor);
      return hook(readSource(SocketInterceptor.singleton(SocketInterceptor)), take);
    },
  };
};

/**
 * Wraps the dispatch and not one more listener: nock and msw listen on the same interceptor, and anything that delays
 * them by a microtask breaks their `node:http` interception.
 */
const hook = (source: SocketSource, take: (connection: Connection) => boolean): (() => void) => {
  const owner = {};
  apply(source, owner);
  const { emitter, listenerCount } = source;
  const dispatch = emitter.emitAsPromise;
  const counted = (type: string): number => Math.max(listenerCount(type), type === 'connection' ? 1 : 0);
  const dispatched: Dispatch = (event) => {
    if (event.type === 'connection') {
      if (take(event)) return Promise.resolve([]);
      if (listenerCount('connection') === 0) return Promise.resolve(passThrough(event));
    }
    return dispatch?.call(emitter, event) ?? Promise.resolve([]);
  };
  source.listenerCount = counted;
  emitter.emitAsPromise = dispatched;
  return () => {
    if (source.listenerCount === counted) source.listenerCount = listenerCount;
    if (emitter.emitAsPromise === dispatched) delete emitter.emitAsPromise;
    source.dispose(owner);
  };
};

const apply = (source: SocketSource, owner: object): void => {
  try {
    source.apply(owner);
  } catch (error) {
    throw conflict(errorText(error));
  }
};

/** A kept-alive connection waits for a decision before every request, not only before the first. */
const passThrough = ({ socket, controller }: Connection): void => {
  controller.passthrough();
  socket.on('data', () => {
    if (controller.readyState === pending) controller.passthrough();
  });
};

const readSource = (source: unknown): SocketSource => {
  if (isSource(source)) return source;
  throw conflict('@mswjs/interceptors is of a version that is built differently');
};

const isSource = (source: unknown): source is SocketSource => {
  if (typeof source !== 'object' || source === null) return false;
  const emitter: unknown = Reflect.get(source, 'emitter');
  return typeof emitter === 'object' && emitter !== null && typeof Reflect.get(emitter, 'emitAsPromise') === 'function';
};

/** Two copies of the interceptor patch over each other, and then even real requests fail, or hang. */
const refuseOtherCopy = (isOurs: (found: unknown) => boolean): void => {
  const registry: unknown = Reflect.get(globalThis, '__MSW_INTERCEPTORS_REGISTRY');
  const found: unknown = registry instanceof Map ? registry.get(Symbol.for('socket-interceptor')) : undefined;
  if (typeof found !== 'object' || found === null || isOurs(found) || Reflect.get(found, 'readyState') !== 'ACTIVE')
    return;
  throw conflict('another copy of @mswjs/interceptors is active in this process (through nock or msw)');
};

const conflict = (what: string): Misuse =>
  new Misuse(
    'INTERCEPTORS_CONFLICT',
    'attachSockets',
    what,
    'let npm install one copy: "overrides": { "@mswjs/interceptors": "0.45.12" } in package.json',
  );
