import { keepByText } from '../spec/kept-by-text.ts';
import { type Base, findRoute, type Route, type Routing } from './routes.ts';
import type { WireRequest } from './wire.ts';

const keepByUrl = () => keepByText<ReturnType<typeof keepByText<Route>>>();

/** By the addresses of a world, which others have, too; then by what is asked, a text that is mostly the very same, and how. */
const known = new WeakMap<readonly Base[], ReturnType<typeof keepByUrl>>();

/** Where a request leads in a world, read once for all that are alike; but where a store API has routes of the user's own. */
export const routeOf = (routing: Routing, asked: Pick<WireRequest, 'method' | 'url'>): Route => {
  const { bases, settings } = routing;
  const { 'store.paths': paths, 'links.head': head } = settings.assumptions;
  if (typeof paths !== 'string') return findRoute(routing, asked);
  let keep = known.get(bases);
  if (keep === undefined) known.set(bases, (keep = keepByUrl()));
  // Other methods hang on nothing else, and are texts that need no putting together.
  const how = asked.method === 'HEAD' ? `HEAD ${head}` : asked.method;
  return keep(asked.url, () => keepByText())(how, () => findRoute(routing, asked));
};
