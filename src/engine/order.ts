import type { Route } from '../core/routes.ts';
import type { WireRequest } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import { type Host, operations } from '../spec/routes.ts';
import { regionNames } from '../spec/regions.ts';

const hosts: readonly Host[] = ['token', 'email', 'store', 'portability', 'links'];

/**
 * The place in line of a request among those that come at one instant: places are compared as texts. Which of two connections
 * is faster, and which of a pool is used again, depends on the way in; requests of one method, for one customer, to one address
 * keep the order in which they came.
 */
export const placeInLine = ({ tokens }: World, route: Route, { method, headers }: WireRequest): string => {
  const host = route.operation === undefined ? route.place?.interface : operations[route.operation].host;
  const address = host === undefined ? hosts.length : hosts.indexOf(host);
  const region = 'region' in route ? 1 + regionNames.indexOf(route.region) : 0;
  const token = tokens.get(headers['authorization']?.split(' ').at(-1) ?? '');
  const customer = token?.kind === 'customer' ? token.customerId : '';
  return [address, region, method === 'POST' ? 0 : 1, token?.clientId ?? '', customer].join(' ');
};
