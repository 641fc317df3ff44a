import { nativeTimers } from '../clock/real-time.ts';
import { needNode } from '../runtime.ts';
import { dispatcherSlot } from './fetch-version.ts';
import type { Gateway, Transport } from './gateway.ts';
import { guarded } from './guard/guard.ts';
import { putOnTop, type Slot } from './guard/layers.ts';
import { ServerConnection } from './http/connection.ts';
import { limitConnecting } from './http-client.ts';
import { Loopback } from './http/loopback.ts';
import { type HttpServer, openHttpServer } from './http/server.ts';
import { needFunctions } from './needs.ts';
import { noServer } from './network-errors.ts';
import { domainOf, isServed, type Origin, readOrigin } from './origins.ts';
import { placesOf } from './places.ts';
import { announce, type AnnouncedRequest, takeAnnounced } from './http/announced-requests.ts';
import { HeldConnection } from './http/held-connection.ts';

/** The parts of the npm package `undici` (6, 7 or 8) that are used here; it is yours, and never loaded by this library. */
export interface Undici<D extends AnyDispatcher> {
  readonly Agent: new (options: { connect: Connect; keepAliveTimeout: number }) => D;
  readonly errors: { readonly ConnectTimeoutError: new (message: string) => Error };
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
  done: Connected,
) => void;

// oxlint-disable-next-line typescript/no-explicit-any -- it is told to be a socket; a stream is all it needs to be
type Connected = (error: any, socket: any) => void;

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
export const createDispatcher = <D extends AnyDispatcher>(undici: Undici<D>, gateway: Gateway): D => {
  needUndici('createDispatcher(undici, sim.gateway)', { ...undici, gateway }, 'gateway.receive');
  return route(undici, gateway, openHttpServer(gateway), () => undici.getGlobalDispatcher());
};

const needUndici = (place: string, given: unknown, ...more: readonly string[]): void =>
  needFunctions(place, given, ['Agent', 'getGlobalDispatcher', ...more], 'give all that "undici" exports');

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
export const viaUndici = <D extends AnyDispatcher>(undici: Undici<D>): Transport => {
  needUndici('viaUndici(undici)', undici);
  return guarded({ transport: 'viaUndici' }, async (gateway) => {
    const server = openHttpServer(gateway);
    let isOver = false;
    const own: D[] = [];
    const remove = putOnTop(globalDispatcherOf(undici), [...placesOf(gateway.addresses).domains], (under) => {
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
    return async () => {
      isOver = true;
      remove();
      await server.close();
      await Promise.all(own.map((dispatcher) => dispatcher.destroy()));
    };
  });
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
  { Agent, errors }: Undici<D>,
  gateway: Gateway,
  server: HttpServer,
  others: () => D,
  isOver = (): boolean => false,
): D => {
  needNode('viaUndici', 'nothing goes through undici', `give transport: 'fetch' or 'none'`);
  const { origins, domains } = placesOf(gateway.addresses);
  const connect: Connect = ({ protocol, hostname, port }, done) => {
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    const origin = readOrigin(`${protocol}//${host}${port ? `:${port}` : ''}`);
    const announced = takeAnnounced();
    // Told within the call, it would be lost on undici.
    nativeTimers.setImmediate(() => {
      if (origin === undefined || !isServed(origins, origin)) return done(origin && noServer(origin, origins), null);
      if (mayFail(origin)) return hold({ origin, announced, gateway, server, errors, done });
      const loopback = new Loopback();
      server.serve(new ServerConnection(loopback.peer, origin));
      return done(null, loopback);
    });
  };
  const mayFail = ({ host, port }: Origin): boolean => gateway.connecting?.mayFail(`${host}:${port}`) === true;
  const agent = new Agent({ connect, keepAliveTimeout: 4000 });
  const choose =
    (own: Dispatch): Dispatch =>
    (options: { readonly origin?: unknown }, handler) => {
      const origin = readOrigin(String(options.origin));
      if (isOver() || origin === undefined || !domains.has(domainOf(origin)))
        return others().dispatch(options, handler);
      return mayFail(origin) ? announce(() => own(options, handler)) : own(options, handler);
    };
  return agent.compose(choose) as D;
};

interface Holding {
  readonly origin: Origin;
  readonly announced: AnnouncedRequest | undefined;
  readonly gateway: Gateway;
  readonly server: HttpServer;
  readonly errors: Undici<AnyDispatcher>['errors'];
  readonly done: Connected;
}

/** A connection that a fault may keep its client from: undici is told of it once that is decided on. */
const hold = ({ origin, announced, gateway, server, errors, done }: Holding): void => {
  const loopback = new Loopback();
  const whenReady = (act: () => void): void => void held.agrees.then(() => nativeTimers.setImmediate(act));
  const held = new HeldConnection({ isSecure: origin.scheme === 'https', whenReady }, announced);
  const tell = (error?: Error): void => {
    callOff();
    loopback.off('error', tell);
    done(error ?? null, error === undefined ? loopback : null);
  };
  const callOff = limitConnecting(gateway, origin, (message) =>
    loopback.destroy(new errors.ConnectTimeoutError(message)),
  );
  loopback.once('error', tell);
  void held.agrees.then(() => void (!loopback.destroyed && tell()));
  const connection = new ServerConnection(held.between(loopback.peer), origin);
  server.serve(connection);
  if (gateway.connecting !== undefined) held.begin(gateway.connecting, connection, gateway);
};
