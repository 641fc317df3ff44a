import { findRoute, type Route, type Routing } from './routes.ts';
import type { WireRequest } from './wire.ts';

/** So many of each method are known: a client asks the same again and again, and to read an address is a fifth of an answer. */
const most = 200;

/** What routes hang on besides the request. */
interface Known {
  readonly storePaths: unknown;
  readonly head: unknown;
  readonly byMethod: Map<string, Map<string, Route>>;
}

const known = new WeakMap<Routing['bases'], Known>();

const knownIn = ({ bases, settings: { assumptions } }: Routing): Known['byMethod'] => {
  const { 'store.paths': storePaths, 'links.head': head } = assumptions;
  const before = known.get(bases);
  if (before !== undefined && before.storePaths === storePaths && before.head === head) return before.byMethod;
  const byMethod = new Map<string, Map<string, Route>>();
  known.set(bases, { storePaths, head, byMethod });
  return byMethod;
};

/** Where a request leads, read once for all that are alike. */
export const routeOf = (routing: Routing, request: Pick<WireRequest, 'method' | 'url'>): Route => {
  const byMethod = knownIn(routing);
  let byUrl = byMethod.get(request.method);
  if (byUrl === undefined || byUrl.size > most) byMethod.set(request.method, (byUrl = new Map()));
  const before = byUrl.get(request.url);
  if (before !== undefined) return before;
  const route = findRoute(routing, request);
  byUrl.set(request.url, route);
  return route;
};
