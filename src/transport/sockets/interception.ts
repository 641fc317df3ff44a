import { errorText } from '../../error-text.ts';
import { Misuse } from '../../misuse.ts';
import { isActive, openCopies } from '../other-copies.ts';
import { type Connection, type SocketSource, type Take, hook, isSource } from '../socket-source.ts';

export { type Connection, type ConnectionOptions, isUndecided } from '../socket-source.ts';

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
  'go through the library that intercepts already: transport: viaNock(nock) of stunt-double/nock, or viaMsw({ http, server }) of stunt-double/msw';

const conflict = (what: string, hint: string): Misuse =>
  new Misuse('INTERCEPTORS_CONFLICT', 'attachSockets', what, hint);
