import { nativeTimers } from '../clock/real-time.ts';
import { refusal } from './network-errors.ts';
import { type Desk, openDesk } from './http/server.ts';
import type { Door, Transport } from './gateway.ts';
import { guardHosts } from './guard/guard.ts';
import { putOnTop } from './guard/layers.ts';
import { Line } from './http/connection.ts';
import { Loop } from './http/loopback.ts';
import { needNode } from '../runtime.ts';
import { domainOf, isServed, readPlace, readPlaces } from './origins.ts';

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
 * const dispatcher = createDispatcher(undici, sim.door);
 * await undici.request(sim.env.tokenUrl, { method: 'POST', dispatcher });
 */
export const createDispatcher = <D extends AnyDispatcher>(undici: Undici<D>, door: Door): D =>
  route(undici, door, openDesk(door), () => undici.getGlobalDispatcher());

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
  async (door) => {
    const desk = openDesk(door);
    const slot = {
      name: 'undici',
      read: () => undici.getGlobalDispatcher(),
      write: (dispatcher: D) => undici.setGlobalDispatcher(dispatcher),
      isSame: (one: D, other: D) => one === other,
    };
    let isOver = false;
    const own: D[] = [];
    const remove = putOnTop(slot, readPlaces(door.addresses).map(domainOf), (under) => {
      const dispatcher = route(undici, door, desk, under, () => isOver);
      own.push(dispatcher);
      return dispatcher;
    });
    const unguard = guardHosts({ addresses: door.addresses, way: 'viaUndici', connections: 'refused' });
    return async () => {
      isOver = true;
      unguard();
      remove();
      await desk.close();
      await Promise.all(own.map((dispatcher) => dispatcher.destroy()));
    };
  };

/** An agent of undici's own whose connections end at the desk, in front of which stands the choice between hosts. */
const route = <D extends AnyDispatcher>(
  { Agent }: Undici<D>,
  door: Door,
  desk: Desk,
  others: () => D,
  isOver = (): boolean => false,
): D => {
  needNode('viaUndici', 'nothing goes through undici', `give transport: 'fetch' or 'none'`);
  const places = readPlaces(door.addresses);
  const domains = new Set(places.map(domainOf));
  const owns = (origin: string): boolean => {
    const place = readPlace(origin);
    return !isOver() && place !== undefined && domains.has(domainOf(place));
  };
  const connect: Connect = ({ protocol, hostname, port }, done) => {
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    const place = readPlace(`${protocol}//${host}${port ? `:${port}` : ''}`);
    // Told within the call, it would be lost on undici.
    nativeTimers.setImmediate(() => {
      if (place === undefined || !isServed(places, place)) return done(place && refusal(place, places), null);
      const loop = new Loop();
      desk.serve(new Line(loop.peer, place));
      return done(null, loop);
    });
  };
  const agent = new Agent({ connect, keepAliveTimeout: 4000 });
  const choose =
    (own: Dispatch): Dispatch =>
    (options: { readonly origin?: unknown }, handler) =>
      owns(String(options.origin)) ? own(options, handler) : others().dispatch(options, handler);
  return agent.compose(choose) as D;
};
