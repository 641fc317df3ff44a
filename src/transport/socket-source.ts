import type { Socket } from 'node:net';

/** A connection some client of this process is opening. */
export interface Connection {
  /** The client's socket seen from the server's side: what is written here, the client reads. */
  readonly socket: Socket;
  readonly connectionOptions: ConnectionOptions;
  readonly controller: Controller;
}

/** Decides about a connection, once for each request on it. */
export interface Controller {
  readonly readyState: number;
  claim(): void;
  passthrough: () => unknown;
  /** Settles when the client is to be told that it is connected. */
  pendingConnection?: { promise: Promise<unknown> };
  /** Takes the decision back. */
  reset(): void;
  /** The same, for a connection that leads somewhere else from now on. */
  retarget(options: ConnectionOptions): void;
}

export const isUndecided = ({ readyState }: Controller): boolean => readyState === 0;

/** As given to `net.connect` and `tls.connect`. */
export interface ConnectionOptions {
  readonly host?: string | null;
  readonly servername?: string | null;
  readonly port?: number | string | null;
  /** What the client's end says it is; drawn at random, from `Math.random`, unless it is set. */
  localPort?: number | null;
  readonly path?: string | null;
  ALPNProtocols?: unknown;
}

/** Says whether it has dealt with the connection; those it leaves go where they would have gone. */
export type Take = (connection: Connection) => boolean;

/**
 * What tells of connections: an instance of the interceptor, of our copy or of one that nock or msw brought along. Its
 * emitter is not public; `isSource` asks for all that is used of it.
 */
export interface SocketSource {
  readonly emitter: { emitAsPromise?: Dispatch };
  listenerCount: (type: string) => number;
  apply(owner: object): void;
  dispose(owner: object): void;
}

type Dispatch = (event: { readonly type: string } & Connection) => Promise<unknown>;

/** A source that is held open, and asked before those who listen to it. */
export interface Hook {
  /** Lets go of the source, and still takes the connections that it is about to tell of. */
  release(): void;
  undo(): void;
}

export const isSource = (source: unknown): source is SocketSource => {
  if (typeof source !== 'object' || source === null) return false;
  const { emitter } = source as Partial<SocketSource>;
  const used = ['listenerCount', 'apply', 'dispose'].map((name): unknown => Reflect.get(source, name));
  return [emitter?.emitAsPromise, ...used].every((method) => typeof method === 'function');
};

/**
 * Wraps the dispatch and not one more listener: nock and msw listen on the same interceptor, and anything that delays
 * them by a microtask breaks their `node:http` interception.
 */
export const hook = (source: SocketSource, take: Take, pass: (connection: Connection) => void): Hook => {
  const owner = {};
  source.apply(owner);
  const { emitter, listenerCount } = source;
  const dispatch = emitter.emitAsPromise;
  const counted = (type: string): number => Math.max(listenerCount(type), type === 'connection' ? 1 : 0);
  const dispatched: Dispatch = (event) => {
    if (event.type === 'connection') {
      if (take(event)) return Promise.resolve([]);
      if (listenerCount('connection') === 0) return Promise.resolve(pass(event));
    }
    return dispatch?.call(emitter, event) ?? Promise.resolve([]);
  };
  source.listenerCount = counted;
  emitter.emitAsPromise = dispatched;
  const release = (): void => source.dispose(owner);
  return {
    release,
    undo: () => {
      if (source.listenerCount === counted) source.listenerCount = listenerCount;
      if (emitter.emitAsPromise === dispatched) delete emitter.emitAsPromise;
      release();
    },
  };
};
