import { keptByText } from '../spec/kept-by-text.ts';
import { findRoute, type Route, type Routing } from './routes.ts';
import type { WireRequest } from './wire.ts';

type Read = (text: string) => Route;

const readers = new WeakMap<Routing, Read>();

const readerIn = (routing: Routing): Read =>
  keptByText((text) => {
    const space = text.indexOf(' ');
    return findRoute(routing, { method: text.slice(0, space), url: text.slice(space + 1) });
  });

/** Where a request leads in a world, read once for all that are alike. */
export const routeOf = (routing: Routing, { method, url }: Pick<WireRequest, 'method' | 'url'>): Route => {
  const read = readers.get(routing) ?? readerIn(routing);
  readers.set(routing, read);
  return read(`${method} ${url}`);
};
