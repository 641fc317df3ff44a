import { errorText } from '../../error-text.ts';
import { Misuse } from '../../misuse.ts';
import type { Socket } from 'node:net';

/** Looks at connections before anyone else does. Its undo puts everything back. */
export interface Interception {
  /**
   * `take` says whether it has dealt with the connection. Those it leaves are dealt with by whoever else intercepts, and
   * when there is nobody by `pass`, which has to let them through.
   */
  start(take: Take, pass: (connection: Connection) => void): () => void;
}

/** Loads our copy of the interceptor; nothing is patched until `start`. */
export const loadInterception = async (): Promise<Interception> => {
  const { SocketInterceptor } = await import('../../vendor/interceptors.js');
  return { start: (...how) => start(new SocketInterceptor(), ...how) };
};

/**
 * Two copies of the interceptor that are active at once patch over each other, and then even real requests fail, or hang.
 * So the copy that nock or msw brought is the one that is hooked, whatever its version; ours serves while there is none,
 * and gives way to one that comes later.
 */
const start = (ours: SocketSource, ...how: Parameters<Interception['start']>): (() => void) => {
  const copies = openCopies();
  const found = copies.find();
  const theirs = found !== undefined && (isActive(found) || canRunTheirs()) ? check(found) : undefined;
  const first = attempt(() => hook(theirs ?? ours, ...how));
  const hooks = [first];
  const unwatch = copies.watch((instance) => {
    const newcomer = check(instance);
    if (theirs === undefined) first.release();
    hooks.push(attempt(() => hook(newcomer, ...how)));
  });
  return () => {
    unwatch();
    for (const one of hooks) one.undo();
  };
};

/** What copies of others ask of Node 22, and ours does not. */
const canRunTheirs = (): boolean => typeof Reflect.get(Promise, 'withResolvers') === 'function';

const check = (theirs: unknown): SocketSource => {
  if (!canRunTheirs())
    throw conflict(
      'the @mswjs/interceptors that nock or msw brought needs Promise.withResolvers of Node 22: without it every request of this process fails, simulated or not',
      'on Node 20 use nock 14 or msw 2, or run on Node 22 or newer',
    );
  if (isSource(theirs)) return theirs;
  throw conflict('nock or msw brought a version of @mswjs/interceptors that is built differently', goThrough);
};

const attempt = <T>(act: () => T): T => {
  try {
    return act();
  } catch (error) {
    throw conflict(errorText(error), goThrough);
  }
};

const goThrough =
  'go through the library that intercepts already: transport: viaNock(nock) of stunt-double/nock, or viaMsw({ http, server }) of stunt-double/msw; or let npm install one that fits, in package.json: "overrides": { "@mswjs/interceptors": "0.45.12" }';

const conflict = (what: string, hint: string): Misuse =>
  new Misuse('INTERCEPTORS_CONFLICT', 'attachSockets', what, hint);

/** A connection some client of this process is opening. */
export interface Connection {
  /** The client's socket seen from the server's side: what is written here, the client reads. */
  readonly socket: Socket;
  readonly connectionOptions: ConnectionOptions;
  readonly controller: Controller;
}

/** Decides about a connection, once for each request on it. */
interface Controller {
  readonly readyState: number;
  claim(): void;
  passthrough: () => unknown;
  /** Settles when the client is to be told that it is connected. */
  pendingConnection?: { promise: Promise<unknown> };
  /** Does what there is to do once the client is connected. */
  whenConnected?: (act: () => void) => void;
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
type Take = (connection: Connection) => boolean;

/**
 * What tells of connections: an instance of the interceptor, of our copy or of one that nock or msw brought along. Its
 * emitter is not public; `isSource` asks for all that is used of it.
 */
interface SocketSource {
  readonly emitter: { emitAsPromise?: Dispatch };
  listenerCount: (type: string) => number;
  apply(owner: object): void;
  dispose(owner: object): void;
}

type Dispatch = (event: { readonly type: string } & Connection) => Promise<unknown>;

/** A source that is held open, and asked before those who listen to it. */
interface Hook {
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
const hook = (source: SocketSource, take: Take, pass: (connection: Connection) => void): Hook => {
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

/**
 * Copies of the interceptor that others brought into the process. All copies enter the instance they work with into one
 * registry, and each goes on with the instance it finds there only if it is its own.
 */
interface OtherCopies {
  /** The instance entered last, if any; whoever works with it may have begun, ended, or not begun yet. */
  find(): unknown;
  /** Tells of an instance before it is applied for the first time. Returns how to stop. */
  watch(tell: (newcomer: unknown) => void): () => void;
}

/** Says whether somebody works with an instance now. */
const isActive = (instance: unknown): boolean =>
  typeof instance === 'object' && instance !== null && Reflect.get(instance, 'readyState') === 'ACTIVE';

/** To watch, our copy of the interceptor has to be loaded, which makes the registry if there is none. */
export const openCopies = (): OtherCopies => {
  const registry = (Reflect.get(globalThis, '__MSW_INTERCEPTORS_REGISTRY') ?? new Map()) as Map<unknown, unknown>;
  const key = Symbol.for('socket-interceptor');
  return {
    find: () => registry.get(key),
    watch: (tell) => {
      const told = (name: unknown, value: unknown): typeof registry => {
        if (name === key) tell(value);
        return Map.prototype.set.call(registry, name, value) as typeof registry;
      };
      Object.defineProperty(registry, 'set', { value: told, configurable: true, writable: true });
      return () => {
        if (registry.set === told) Reflect.deleteProperty(registry, 'set');
      };
    },
  };
};
