import type { Route } from '../core/routes.ts';
import type { WireRequest } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import { hosts } from '../spec/hosts.ts';
import { namesOf } from '../spec/names-of.ts';
import { regionNames } from '../spec/regions.ts';

/**
 * The place in line of a request among those that come at one instant: places are compared as texts. Which of two connections
 * is faster, and which of a pool is used again, depends on the way in; requests of one method, for one customer, to one address
 * keep the order in which they came.
 */
export const placeInLine = ({ tokens }: World, route: Route, { method, headers }: WireRequest): string => {
  const address = route.host === undefined ? namesOf(hosts).length : hosts[route.host].precedence;
  const region =
    route.operation === undefined || route.region === undefined ? 0 : 1 + regionNames.indexOf(route.region);
  const token = tokens.get(headers['authorization']?.split(' ').at(-1) ?? '');
  const customer = token?.kind === 'customer' ? token.customerId : '';
  return [address, region, method === 'POST' ? 0 : 1, token?.clientId ?? '', customer].join(' ');
};
