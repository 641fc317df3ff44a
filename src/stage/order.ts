import type { Route } from '../core/routes.ts';
import { type Host, operations } from '../spec/routes.ts';
import { regionNames } from '../spec/regions.ts';

const hosts: readonly Host[] = ['token', 'email', 'store', 'portability', 'links'];

/**
 * The place in line of a request among those that come at one instant. Which of two connections is faster, and of two methods,
 * depends on the way in; requests of one method to one address keep the order in which they came.
 */
export const placeInLine = (route: Route, method: string): number => {
  const host = route.operation === undefined ? route.place?.interface : operations[route.operation].host;
  const address = host === undefined ? hosts.length : hosts.indexOf(host);
  const region = 'region' in route ? 1 + regionNames.indexOf(route.region) : 0;
  return 100 * address + 10 * region + (method === 'POST' ? 0 : 1);
};
