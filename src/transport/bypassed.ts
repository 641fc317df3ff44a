import { broken } from './network-errors.ts';
import { type Place, showPlace } from './origins.ts';

/** What is refused because it would get around a simulation: each error names the host, and the way to it. */

const explain = (way: string): string => {
  const hint =
    way === sockets ? 'connect anew, with a socket of Node' : 'use the default transport "sockets", or sim.fetch';
  return `stunt-double simulates this host by ${way}, which this client goes around: ${hint}`;
};

/** The default, in whose reach all connections are but for those that were open before. */
export const sockets = 'transport "sockets"';

/** For a connection that none of the simulation's ways has caught. */
export const goneAround = (place: Place, way: string): Error => {
  return broken('ECONNREFUSED', 'connect', `${showPlace(place)}: ${explain(way)}`, {
    address: place.host,
    port: place.port,
  });
};

/** For the look-up of a name that is simulated, and known nowhere else. */
export const unlisted = (host: string, way: string): Error => {
  return broken('ENOTFOUND', 'getaddrinfo', `${host}: ${explain(way)}`, { hostname: host });
};

/** For a request to a simulated host that is handed to a proxy. */
export const proxied = (place: Place, way: string): Error => {
  const why = `${showPlace(place)} by a proxy: stunt-double simulates this host by ${way}, and a proxy (HTTPS_PROXY, or one given to the client) leads around it: set NO_PROXY=${place.host}`;
  return broken('ECONNREFUSED', 'connect', why, { address: place.host, port: place.port });
};

/** For a request to another machine that is handed to a proxy while the network is closed. */
export const proxiedOutside = (place: Place): Error => {
  const why = `${showPlace(place)} by a proxy: simulate({ network: 'closed' }) lets nothing out of this machine`;
  return broken('ECONNREFUSED', 'connect', why, { address: place.host, port: place.port });
};
