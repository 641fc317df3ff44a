import type { Undo } from '../../clock/patches/patch.ts';
import { goneAround, proxied, proxiedOutside, unlisted } from '../bypassed.ts';
import { type Called, callsOf } from '../called.ts';
import { type Client, type Judge, watchExits } from './exits.ts';
import { type Place, domainOf, isHere, normalizeHost, readPlaces } from '../origins.ts';
import { readTarget } from '../proxy-target.ts';

/** A simulation, as far as its hosts have to be kept from the network. */
export interface Guarded {
  /** Those of the door: the very same list, by which it is told apart. */
  readonly addresses: readonly string[];
  /** How its requests get to it, in the words of its user: `transport "fetch"`. */
  readonly way: string;
  /**
   * Connections to its hosts: refused, since its requests come by another way; served before they get as far as the
   * network; or real, since there is a server.
   */
  readonly connections: 'refused' | 'served' | 'real';
  /** Whether those to this machine are real all the same, since there may be servers that nobody here knows of. */
  readonly hasServers?: boolean;
  readonly closesNetwork?: boolean;
}

/** The one guard of the process. Its version changes with its shape: copies of this package share it. */
interface Guard {
  readonly guarded: Map<Guarded, ReadonlySet<string>>;
  readonly undo: Undo;
}

const registry = globalThis as { [key: symbol]: Guard | undefined };
const key = Symbol.for('stunt-double.guard.1');

/**
 * Keeps the hosts of a simulation from the network until the returned undo is called: what would leave the process for one
 * of them, because none of the simulation's ways has caught it, is refused, and told how to get there. Simulations may
 * share a host here. The first one puts the guard up, and the last one takes it down.
 */
export const guardHosts = (one: Guarded): Undo => {
  const guard = (registry[key] ??= putUp());
  guard.guarded.set(one, new Set(readPlaces(one.addresses).map(domainOf)));
  return () => {
    if (!guard.guarded.delete(one) || guard.guarded.size > 0) return;
    guard.undo();
    if (registry[key] === guard) Reflect.deleteProperty(registry, key);
  };
};

/** Says whether somebody guards the hosts of a door already. */
export const isGuarded = (door: Pick<Guarded, 'addresses'>): boolean =>
  [...(registry[key]?.guarded.keys() ?? [])].some(({ addresses }) => addresses === door.addresses);

const putUp = (): Guard => {
  const guarded: Guard['guarded'] = new Map();
  return { guarded, undo: watchExits(createJudge(guarded)) };
};

const createJudge = (guarded: Guard['guarded']): Judge => {
  /** Of simulations that share a host, the one that serves connections comes first. */
  const find = (domain: string): Guarded | undefined => {
    const found = [...guarded].filter(([, domains]) => domains.has(domain)).map(([one]) => one);
    return found.find(({ connections }) => connections !== 'refused') ?? found[0];
  };
  const isClosed = (): boolean => [...guarded.keys()].some(({ closesNetwork }) => closesNetwork);

  const judgeCall = (calls: readonly Called[]): Error | undefined => {
    for (const { place, domain } of calls) {
      const found = find(domain);
      const isReal = found?.connections === 'real' || (found?.hasServers === true && isHere(place.host));
      if (found !== undefined && !isReal) return goneAround(place, found.way);
    }
    return undefined;
  };

  const judgeTarget = (target: Place, isIntercepted: boolean): Error | undefined => {
    const found = find(domainOf(target));
    if (found === undefined) return isClosed() && !isHere(target.host) ? proxiedOutside(target) : undefined;
    return found.connections === 'served' && isIntercepted ? undefined : proxied(target, found.way);
  };

  return {
    name: (host) => {
      const found = find(domainOf({ host: normalizeHost(host), port: 0 }));
      return found?.connections === 'refused' ? unlisted(host, found.way) : undefined;
    },
    connection: (address, port, client) => judgeCall(callsOf(client, address, port)),
    writing: (client, chunk) => {
      const isIntercepted = hasInterceptor(client);
      const target = readTarget(chunk);
      if (target !== undefined) return judgeTarget(target.place, isIntercepted);
      // A connection that was there before the simulation is kept alive, and now led to one of its hosts.
      return isIntercepted ? undefined : judgeCall(callsOf(client, client.remoteAddress, client.remotePort));
    },
  };
};

/** Whoever intercepts a connection takes what is written on it before it gets to the network. */
const hasInterceptor = (client: Client): boolean => Object.hasOwn(client, '_writeGeneric');
