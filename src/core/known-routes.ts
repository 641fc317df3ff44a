import { keepByText } from '../spec/kept-by-text.ts';
import { findRoute, type Route, type Routing } from './routes.ts';
import type { WireRequest } from './wire.ts';

const known = new WeakMap<Routing, ReturnType<typeof keepByText<Route>>>();

/** Where a request leads in a world, read once for all that are alike. */
export const routeOf = (routing: Routing, asked: Pick<WireRequest, 'method' | 'url'>): Route => {
  const keep = known.get(routing) ?? keepByText();
  known.set(routing, keep);
  const { method, url } = asked;
  return keep(`${method.length} ${method} ${url}`, () => findRoute(routing, asked));
};
