import { nativeTimers } from '../clock/real-time.ts';
import { needNode } from '../runtime.ts';
import { dispatcherSlot } from './fetch-version.ts';
import type { Gateway, Transport } from './gateway.ts';
import { guardHosts } from './guard/guard.ts';
import { putOnTop, type Slot } from './guard/layers.ts';
import { ServerConnection } from './http/connection.ts';
import { Loopback } from './http/loopback.ts';
import { type HttpServer, openHttpServer } from './http/server.ts';
import { noServer } from './network-errors.ts';
import { domainOf, isServed, readOrigin, readOrigins } from './origins.ts';

/** The parts of the npm package `undici` (6, 7 or 8) that are used here; it is yours, and never loaded by this library. */
export interface Undici<D extends AnyDispatcher> {
  readonly Agent: new (options: { connect: Connect; keepAliveTimeout: number }) => D;
  getGlobalDispatcher(): D;
  setGlobalDispatcher(dispatcher: D): void;
}

/** What an undici dispatcher is known by. */
export interface AnyDispatcher {
  // oxlint-disable-next-line typescript/no-explicit-any -- the types of three majors of undici differ
  dispatch(options: any, handler: any): boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- the types of three majors of undici differ
  compose(...interceptors: any[]): any;
  destroy(): Promise<void>;
}

type Connect = (
  options: { readonly protocol: string; readonly hostname: string; readonly port?: string | null },
  // oxlint-disable-next-line typescript/no-explicit-any -- it is told to be a socket; a stream is all it needs to be
  done: (error: any, socket: any) => void,
) => void;

type Dispatch = AnyDispatcher['dispatch'];

/**
 * A dispatcher for undici's `request`, `fetch` and so on that leads to a simulation, over HTTP as undici itself speaks it:
 * its timeouts and its errors are the real ones. Requests to other hosts go to undici's global dispatcher. It is closed as
 * any dispatcher is.
 *
 * @example
 * import * as undici from 'undici';
 * const dispatcher = createDispatcher(undici, sim.gateway);
 * await undici.request(sim.env.tokenUrl, { method: 'POST', dispatcher });
 */
export const createDispatcher = <D extends AnyDispatcher>(undici: Undici<D>, gateway: Gateway): D =>
  route(undici, gateway, openHttpServer(gateway), () => undici.getGlobalDispatcher());

/**
 * The transport that sets undici's global dispatcher, for clients that use undici's functions without a dispatcher of
 * their own. Node's global `fetch` follows it too, with undici 7 and later, and up to Node 24 with undici 6.
 *
 * It rejects with Misuse `HOST_TAKEN` when another simulation with this transport owns one of the hosts.
 *
 * @example
 * import * as undici from 'undici';
 * await using sim = await simulate({ transport: viaUndici(undici) });
 */
export const viaUndici =
  <D extends AnyDispatcher>(undici: Undici<D>): Transport =>
  async (gateway) => {
    const server = openHttpServer(gateway);
    let isOver = false;
    const own: D[] = [];
    const remove = putOnTop(globalDispatcherOf(undici), readOrigins(gateway.addresses).map(domainOf), (under) => {
      const dispatcher = route(
        undici,
        gateway,
        server,
        () => under().told,
        () => isOver,
      );
      own.push(dispatcher);
      return { told: dispatcher, ofNode: dispatcher };
    });
    const unguard = guardHosts({ addresses: gateway.addresses, transport: 'viaUndici', connections: 'refused' });
    return async () => {
      isOver = true;
      unguard();
      remove();
      await server.close();
      await Promise.all(own.map((dispatcher) => dispatcher.destroy()));
    };
  };

/** What undici tells to be its global dispatcher, and what the `fetch` of Node goes by. */
interface GlobalDispatcher<D> {
  readonly told: D;
  readonly ofNode: unknown;
}

/**
 * The two are one, but for Node 26 and an undici from npm up to version 7: that tells of one which Node has for older versions, and
 * which keeps its own from HTTP/2. Whoever sets it again sets both.
 */
const globalDispatcherOf = <D extends AnyDispatcher>(undici: Undici<D>): Slot<GlobalDispatcher<D>> => {
  const readOfNode = (): unknown => Reflect.get(globalThis, dispatcherSlot);
  return {
    name: 'undici',
    read: () => ({ told: undici.getGlobalDispatcher(), ofNode: readOfNode() }),
    write: ({ told, ofNode }) => {
      undici.setGlobalDispatcher(told);
      if (readOfNode() === told) Reflect.set(globalThis, dispatcherSlot, ofNode);
    },
    isSame: (one, other) => one.told === other.told,
  };
};

/** An agent of undici's own whose connections end at our server, in front of which stands the choice between hosts. */
const route = <D extends AnyDispatcher>(
  { Agent }: Undici<D>,
  gateway: Gateway,
  server: HttpServer,
  others: () => D,
  isOver = (): boolean => false,
): D => {
  needNode('viaUndici', 'nothing goes through undici', `give transport: 'fetch' or 'none'`);
  const origins = readOrigins(gateway.addresses);
  const domains = new Set(origins.map(domainOf));
  const owns = (url: string): boolean => {
    const origin = readOrigin(url);
    return !isOver() && origin !== undefined && domains.has(domainOf(origin));
  };
  const connect: Connect = ({ protocol, hostname, port }, done) => {
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    const origin = readOrigin(`${protocol}//${host}${port ? `:${port}` : ''}`);
    // Told within the call, it would be lost on undici.
    nativeTimers.setImmediate(() => {
      if (origin === undefined || !isServed(origins, origin)) return done(origin && noServer(origin, origins), null);
      const loopback = new Loopback();
      server.serve(new ServerConnection(loopback.peer, origin));
      return done(null, loopback);
    });
  };
  const agent = new Agent({ connect, keepAliveTimeout: 4000 });
  const choose =
    (own: Dispatch): Dispatch =>
    (options: { readonly origin?: unknown }, handler) =>
      owns(String(options.origin)) ? own(options, handler) : others().dispatch(options, handler);
  return agent.compose(choose) as D;
};
