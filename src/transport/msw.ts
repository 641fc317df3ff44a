import type { Door, Transport } from './gateway.ts';
import { exchange, originsOf, readRequest } from './exchange.ts';
import { guardHosts } from './guard/guard.ts';
import { noteConnections } from './sockets/kept-connections.ts';
import { needNode } from '../runtime.ts';
import { readPlaces } from './origins.ts';

/** The part of msw (2 or 3) that handlers are made with; it is yours, and never loaded by this library. */
export interface Msw<H> {
  readonly http: { all(origin: RegExp, answer: (call: { readonly request: Request }) => Promise<Response>): H };
}

/** A server of msw's, as `setupServer()` returns it. */
export interface MswServer<H> {
  use(...handlers: H[]): void;
}

/**
 * Handlers for msw that lead to a simulation: for `setupServer(...handlers(msw, sim.door))` and `server.use`. Requests to
 * other hosts are left to your other handlers. Broken connections look as msw makes them look.
 *
 * @example
 * import * as msw from 'msw';
 * server.use(...handlers(msw, sim.door));
 */
export const handlers = <H>(msw: Msw<H>, door: Door): H[] => createHandlers(msw, door, () => false);

/**
 * The transport for suites that intercept with msw already, on a server that is listening. `server.resetHandlers()` ends
 * it early; after the undo requests to its hosts pass through as if unhandled.
 *
 * @example
 * import { http } from 'msw';
 * await using sim = await simulate({ transport: viaMsw({ http, server }) });
 */
export const viaMsw =
  <H>({ server, ...msw }: Msw<H> & { readonly server: MswServer<H> }): Transport =>
  async (door) => {
    let isOver = false;
    server.use(...createHandlers(msw, door, () => isOver));
    const unguard = guardHosts({ addresses: door.addresses, way: 'viaMsw', connections: 'refused' });
    const breakKept = noteConnections(readPlaces(door.addresses));
    return async () => {
      isOver = true;
      unguard();
      await breakKept();
    };
  };

const createHandlers = <H>({ http }: Msw<H>, door: Door, isOver: () => boolean): H[] => {
  needNode('viaMsw', 'nothing goes through msw', `give transport: 'fetch' or 'none'`);
  const places = readPlaces(door.addresses);
  const answer = async (request: Request): Promise<Response> => {
    if (isOver()) return undefined as never;
    try {
      return await exchange(door, places, await readRequest(request), request.signal);
    } catch {
      return Response.error();
    }
  };
  return originsOf(places).map((origin) =>
    http.all(new RegExp(`^${origin.replace(/:\\d\+$/, '(?::\\d+)?')}(?:/|$)`), ({ request }) => answer(request)),
  );
};
