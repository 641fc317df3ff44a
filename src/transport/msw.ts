import { needNode } from '../runtime.ts';
import type { Gateway, Transport } from './gateway.ts';
import { exchange } from './exchange.ts';
import { guarded } from './guard/guard.ts';
import { needFunctions } from './needs.ts';
import { originPatterns } from './origins.ts';
import { placesOf } from './places.ts';
import { readRequest } from './read-request.ts';
import { noteConnections } from './sockets/kept-connections.ts';
import { untilAborted } from './until-aborted.ts';

/** The part of msw (2 or 3) that handlers are made with; it is yours, and never loaded by this library. */
export interface Msw<H> {
  readonly http: { all(origin: RegExp, answer: (call: { readonly request: Request }) => Promise<Response>): H };
}

/** A server of msw's, as `setupServer()` returns it. */
export interface MswServer<H> {
  use(...handlers: H[]): void;
}

/**
 * Handlers for msw that lead to a simulation: for `setupServer(...handlers(msw, sim.gateway))` and `server.use`. Requests to
 * other hosts are left to your other handlers. Broken connections look as msw makes them look.
 *
 * @example
 * import * as msw from 'msw';
 * server.use(...handlers(msw, sim.gateway));
 */
export const handlers = <H>(msw: Msw<H>, gateway: Gateway): H[] => {
  const hint = 'give all that "msw" exports';
  needFunctions('handlers(msw, sim.gateway)', { ...msw, gateway }, ['http.all', 'gateway.receive'], hint);
  return createHandlers(msw, gateway, () => false);
};

/**
 * The transport for suites that intercept with msw already, on a server that is listening. `server.resetHandlers()` ends
 * it early; after the undo requests to its hosts pass through as if unhandled.
 *
 * @example
 * import { http } from 'msw';
 * await using sim = await simulate({ transport: viaMsw({ http, server }) });
 */
export const viaMsw = <H>(msw: Msw<H> & { readonly server: MswServer<H> }): Transport => {
  const hint = 'give "http" of "msw", and the server that setupServer() returns';
  needFunctions('viaMsw({ http, server })', msw, ['http.all', 'server.use'], hint);
  const { server } = msw;
  return guarded({ transport: 'viaMsw' }, async (gateway) => {
    let isOver = false;
    server.use(...createHandlers(msw, gateway, () => isOver));
    const breakKept = noteConnections(placesOf(gateway.addresses).origins);
    return async () => {
      isOver = true;
      await breakKept();
    };
  });
};

const createHandlers = <H>({ http }: Msw<H>, gateway: Gateway, isOver: () => boolean): H[] => {
  needNode('viaMsw', 'nothing goes through msw', `give transport: 'fetch' or 'none'`);
  const places = placesOf(gateway.addresses);
  const answer = async (request: Request): Promise<Response> => {
    if (isOver()) return undefined as never;
    try {
      const wire = await readRequest(request);
      return await untilAborted(request.signal, () => exchange(gateway, places, wire, request.signal));
    } catch {
      return Response.error();
    }
  };
  return originPatterns(places.origins).map((pattern) =>
    http.all(new RegExp(`^${pattern.replace(/:\\d\+$/, '(?::\\d+)?')}(?:/|$)`), ({ request }) => answer(request)),
  );
};
