/* oxlint-disable eslint/no-underscore-dangle -- Node names so what it keeps for itself */
/**
 * The guard: no request to a simulated host leaves the process.
 *
 * A transport may miss a client: one that goes around `fetch`, one that was told to use a proxy, a connection that was open
 * before. So each simulation tells the guard its hosts (`guardHosts`), and as long as there are any, a judge stands at the exits
 * of the process (`exits.ts`): where TCP connects, where sockets write, where names are looked up, below everything that
 * intercepts. What would get out to a simulated host is refused with an error that names the host and the way to it. There is
 * one guard for all simulations and all copies of this package.
 *
 * Beside it stand what keeps clients from getting that far: `names.ts` answers look-ups of simulated names, `proxies.ts` serves
 * what is asked of a proxy for a simulated host, `layers.ts` puts a value of ours into a place such as `globalThis.fetch`.
 *
 * What must never be: a connection refused that is meant for a host nobody simulates, but where `network: 'closed'` asks for
 * it; anything left in place when the last simulation is over.
 */
import { ofSymbol } from '../../clock/http2-internals.ts';
import type { Undo } from '../../clock/patches/patch.ts';
import type { Transport } from '../gateway.ts';
import { bypassing, bypassingByName, bypassingByProxy, networkClosedToProxies } from '../network-errors.ts';
import { type Origin, domainOf, isHere, normalizeHost } from '../origins.ts';
import { placesOf } from '../places.ts';
import { processWide } from '../process-wide.ts';
import { type Client, type Judge, watchExits } from './exits.ts';
import { readProxyTarget } from './proxies.ts';

/** A simulation, as far as its hosts have to be kept from the network. */
export interface Guarded {
  /** Those of the gateway: the very same list, by which it is told apart. */
  readonly addresses: readonly string[];
  /** How its requests get to it, in the words of its user: `transport "fetch"`. */
  readonly transport: string;
  /**
   * Connections to its hosts: refused, since its requests come by another way; served before they get as far as the
   * network; or real, since there is a server.
   */
  readonly connections: 'refused' | 'served' | 'real';
  /** Whether those to this machine are real all the same, since there may be servers that nobody here knows of. */
  readonly hasServers?: boolean;
  readonly closesNetwork?: boolean;
}

interface Guard {
  readonly guarded: Map<Guarded, ReadonlySet<string>>;
  readonly undo: Undo;
}

const theGuard = processWide<Guard>('guard', 2);

/**
 * Keeps the hosts of a simulation from the network until the returned undo is called. Simulations may share a host here.
 * The first one puts the guard up, and the last one takes it down.
 */
export const guardHosts = (one: Guarded): Undo => {
  const guard = theGuard.find() ?? putUp();
  guard.guarded.set(one, placesOf(one.addresses).domains);
  return () => {
    if (!guard.guarded.delete(one) || guard.guarded.size > 0) return;
    guard.undo();
    theGuard.remove(guard);
  };
};

/** A transport whose hosts are kept from the network, unless it sees to that itself. */
export const guarded =
  (seen: Pick<Guarded, 'transport' | 'hasServers'>, attach: Transport): Transport =>
  async (gateway) => {
    const undo = await attach(gateway);
    const known = [...(theGuard.find()?.guarded.keys() ?? [])];
    if (known.some(({ addresses }) => addresses === gateway.addresses)) return undo;
    const unguard = guardHosts({ ...seen, addresses: gateway.addresses, connections: 'refused' });
    return async () => {
      unguard();
      await undo();
    };
  };

const putUp = (): Guard => {
  const hosts: Guard['guarded'] = new Map();
  const guard = { guarded: hosts, undo: watchExits(createJudge(hosts)) };
  theGuard.put(guard);
  return guard;
};

const createJudge = (hosts: Guard['guarded']): Judge => {
  /** Of simulations that share a host, the one that serves connections comes first. */
  const find = (domain: string): Guarded | undefined => {
    const found = [...hosts].filter(([, domains]) => domains.has(domain)).map(([one]) => one);
    return found.find(({ connections }) => connections !== 'refused') ?? found[0];
  };
  const isClosed = (): boolean => [...hosts.keys()].some(({ closesNetwork }) => closesNetwork);

  const judgeConnection = (targets: readonly Target[]): Error | undefined => {
    for (const { origin, domain } of targets) {
      const found = find(domain);
      const isReal = found?.connections === 'real' || (found?.hasServers === true && isHere(origin.host));
      if (found !== undefined && !isReal) return bypassing(origin, found.transport);
    }
    return undefined;
  };

  const judgeProxied = (target: Origin, isIntercepted: boolean): Error | undefined => {
    const found = find(domainOf(target));
    if (found === undefined) return isClosed() && !isHere(target.host) ? networkClosedToProxies(target) : undefined;
    return found.connections === 'served' && isIntercepted ? undefined : bypassingByProxy(target, found.transport);
  };

  return {
    name: (host) => {
      const found = find(domainOf({ host: normalizeHost(host), port: 0 }));
      return found?.connections === 'refused' ? bypassingByName(host, found.transport) : undefined;
    },
    connection: (address, port, client) => judgeConnection(targetsOf(client, address, port)),
    writing: (client, chunk) => {
      const isIntercepted = hasInterceptor(client);
      const target = readProxyTarget(chunk);
      if (target !== undefined) return judgeProxied(target.origin, isIntercepted);
      // A connection that was there before the simulation is kept alive, and now led to one of its hosts.
      return isIntercepted ? undefined : judgeConnection(targetsOf(client, client.remoteAddress, client.remotePort));
    },
  };
};

/** Whoever intercepts a connection takes what is written on it before it gets to the network. */
const hasInterceptor = (client: Client): boolean => Object.hasOwn(client, '_writeGeneric');

/** An origin that a connection leads to, by one of the names that it has for its client. */
interface Target {
  readonly origin: Origin;
  readonly domain: string;
}

/** What a socket is connected to does not change. */
const knownTargets = new WeakMap<Client, readonly Target[]>();

/** Where a connection leads: by its address, by the name that was looked up for it, and by the one that TLS is told. */
const targetsOf = (
  client: Client | undefined,
  address: string | undefined,
  port: number | undefined,
): readonly Target[] => {
  if (address === undefined || port === undefined) return [];
  const isConnected = client?.remoteAddress !== undefined;
  const found = isConnected ? knownTargets.get(client) : undefined;
  if (found !== undefined) return found;
  const scheme = client?.encrypted === true ? 'https' : 'http';
  const names = new Set([client?._host, client && serverNameOf(client), address].filter((name) => name != null));
  const targets = [...names].map((name): Target => {
    const origin: Origin = { scheme, host: normalizeHost(name), port };
    return { origin, domain: domainOf(origin) };
  });
  if (isConnected) knownTargets.set(client, targets);
  return targets;
};

const serverNameOf = (client: Client): string | undefined => {
  const options = ofSymbol(client, 'connect-options') as { readonly servername?: unknown } | undefined;
  const name = options?.servername;
  return typeof name === 'string' && name !== '' ? name : undefined;
};
