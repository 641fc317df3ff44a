import { keptByText } from '../spec/kept-by-text.ts';
import { findRoute, type Route, type Routing } from './routes.ts';
import type { WireRequest } from './wire.ts';

/** Where requests lead from the same addresses, by what routes hang on besides. */
interface Known {
  readonly storePaths: unknown;
  readonly head: unknown;
  readonly read: (text: string) => Route;
}

const known = new WeakMap<Routing['bases'], Known>();

const readerOf = ({ bases, settings: { assumptions } }: Routing): Known['read'] => {
  const { 'store.paths': storePaths, 'links.head': head } = assumptions;
  const before = known.get(bases);
  if (before !== undefined && before.storePaths === storePaths && before.head === head) return before.read;
  const routing: Routing = { bases, settings: { assumptions: { 'store.paths': storePaths, 'links.head': head } } };
  const read = keptByText((text) => {
    const space = text.indexOf(' ');
    return findRoute(routing, { method: text.slice(0, space), url: text.slice(space + 1) });
  });
  known.set(bases, { storePaths, head, read });
  return read;
};

/** Where a request leads, read once for all that are alike. */
export const routeOf = (routing: Routing, { method, url }: Pick<WireRequest, 'method' | 'url'>): Route =>
  readerOf(routing)(`${method} ${url}`);
