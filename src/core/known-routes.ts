import { keepByText } from '../spec/kept-by-text.ts';
import { type Base, findRoute, type Route, type Routing } from './routes.ts';
import type { WireRequest } from './wire.ts';

/** By the addresses of a world, which others have, too. */
const known = new WeakMap<readonly Base[], ReturnType<typeof keepByText<Route>>>();

/** Where a request leads in a world, read once for all that are alike; but where a store API has routes of the user's own. */
export const routeOf = (routing: Routing, asked: Pick<WireRequest, 'method' | 'url'>): Route => {
  const { bases, settings } = routing;
  const { 'store.paths': paths, 'links.head': head } = settings.assumptions;
  if (typeof paths !== 'string') return findRoute(routing, asked);
  let keep = known.get(bases);
  if (keep === undefined) known.set(bases, (keep = keepByText()));
  const { method, url } = asked;
  return keep(`${head} ${method.length} ${method} ${url}`, () => findRoute(routing, asked));
};
