import type { Assumptions, StoreRoute } from '../spec/assumptions.ts';
import {
  addressOf,
  type Addresses,
  type BaseAddress,
  baseAddresses,
  type Host,
  type HostRow,
  hosts,
} from '../spec/hosts.ts';
import { madeOnce } from '../spec/made-once.ts';
import { namesOf } from '../spec/names-of.ts';
import type { Region } from '../spec/regions.ts';
import { type OperationAt, type OperationName, operationNames, type OperationRow, operations } from '../spec/routes.ts';
import { decode } from './text.ts';
import type { WireRequest } from './wire.ts';

/* Where a request leads. Compiled from the operations of `spec`: nothing here names one of them. */

export type PortabilityOperation = OperationAt<'portability'>;

type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never;

/** A request to one operation. Path parameters are decoded; blank ones are kept, for the service refuses them by name. */
export type RouteTo<Name extends OperationName> = Name extends OperationName
  ? {
      readonly operation: Name;
      readonly host: (typeof operations)[Name]['host'];
      readonly region: Name extends PortabilityOperation ? Region : undefined;
      readonly query: string;
      /** The place in the user's table of store routes, where there is one. */
      readonly storeRoute?: number;
    } & { readonly [Parameter in ParametersIn<(typeof operations)[Name]['path']>]: string }
  : never;

export type KnownRoute = RouteTo<OperationName>;

/** An address of the simulation where nothing is, or a method that is not defined there. */
export interface Nowhere {
  readonly operation: undefined;
  readonly host: Host | undefined;
  readonly malformed: boolean;
  /** The path is that of an operation but for a mandatory parameter. */
  readonly lacksParameter: boolean;
}

export type Route = KnownRoute | Nowhere;

/** A base address, taken apart once. */
export interface Base extends BaseAddress {
  readonly authority: string;
  readonly prefix: string;
}

/** What tells where requests lead; a world is one. */
export interface Routing {
  readonly bases: readonly Base[];
  readonly settings: { readonly assumptions: Pick<Assumptions, 'store.paths' | 'links.head'> };
}

/**
 * All base addresses of a world, the longest prefix first, so that the first that fits is the right one. Of several at one address
 * those stand last that take all there is below it.
 */
export const compileAddresses = madeOnce((addresses: Addresses): readonly Base[] =>
  baseAddresses
    .map((base): Base => {
      const { authority, path } = takeApart(addressOf(addresses, base));
      return { ...base, authority, prefix: path.replace(/\/+$/, '') };
    })
    .sort(
      (one, other) =>
        other.prefix.length - one.prefix.length || Number(takesAll(one.host)) - Number(takesAll(other.host)),
    ),
);

/** Finds out what a request asks for, without judging whether it may. Of bases that share an address the path decides. */
export const findRoute = (routing: Routing, { method, url }: Pick<WireRequest, 'method' | 'url'>): Route => {
  const { places, path, query } = locate(routing.bases, url);
  for (const place of places) {
    const storeRoute = findStoreRoute(routing, method, place.path, place.base.host);
    if (storeRoute === -1) continue;
    let isShape = false;
    for (const shape of shapesAt(place.base.host)) {
      const values = shape.pattern.exec(place.path);
      if (values === null) continue;
      isShape = true;
      if (takes(routing, shape, place.base.host, method)) {
        return makeRoute({ shape, values, place, storeRoute, query }) ?? nowhere(place, method);
      }
    }
    if (isShape) return nowhere(place, method);
  }
  const [nearest] = places;
  if (nearest !== undefined) return nowhere(nearest, method);
  return { operation: undefined, host: undefined, malformed: decode(path) === undefined, lacksParameter: false };
};

/** A base address that an address begins with, and what is left of the path below it. */
interface Place {
  readonly base: Base;
  readonly path: string;
}

/** A request's address, read as URLs are. */
export const locate = (bases: readonly Base[], url: string): UrlParts & { readonly places: readonly Place[] } => {
  const { authority, path, query } = takeApart(url);
  const places: Place[] = [];
  for (const base of bases) {
    if (base.authority !== authority || !path.startsWith(base.prefix)) continue;
    const below = path.slice(base.prefix.length);
    if (below === '' || below[0] === '/') places.push({ base, path: below === '' ? '/' : below });
  }
  return { authority, path, query, places };
};

interface UrlParts {
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

/** Host with port (the scheme's own port filled in), path and query of an absolute http(s) URL, taken as written. */
const takeApart = (url: string): UrlParts => {
  const [text = ''] = url.slice(url.indexOf('//') + 2).split('#', 1);
  const end = text.search(/[/?]/);
  const machine = end < 0 ? text : text.slice(0, end);
  const host = machine.slice(machine.lastIndexOf('@') + 1).toLowerCase();
  const rest = text.slice(machine.length);
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  return {
    authority: /:\d+$/.test(host) ? host : `${host}:${/^https:/i.test(url) ? 443 : 80}`,
    path: path === '' ? '/' : path,
    query: mark < 0 ? '' : rest.slice(mark + 1),
  };
};

/** An operation's path, compiled. */
interface Shape {
  readonly operation: OperationName;
  readonly method: OperationRow['method'];
  readonly pattern: RegExp;
  readonly parameters: readonly string[];
  /** The path, some or all of its parameters left out with their slashes. */
  readonly shortened: RegExp;
}

const compile = (operation: OperationName): Shape => {
  const { path, method, host } = operations[operation];
  const parameter = /\{(\w+)\}/g;
  const { refusesBlanksByName }: HostRow = hosts[host];
  const segment = refusesBlanksByName ? '([^/]*)' : '([^/]+)';
  const source = path.replaceAll('.', '\\.').replace(/\*$/, '.*');
  return {
    operation,
    method,
    pattern: new RegExp(`^${source.replace(parameter, segment)}$`, 's'),
    parameters: [...path.matchAll(parameter)].map(([, name = '']) => name),
    shortened: new RegExp(`^${source.replace(/\/\{\w+\}/g, '(?:/[^/]+)?')}$`),
  };
};

const all = operationNames.map(compile);

const shapes = new Map(
  namesOf(hosts).map((host) => [host, all.filter(({ operation }) => operations[operation].host === host)]),
);

const shapesAt = (host: Host): readonly Shape[] => shapes.get(host) as readonly Shape[];

const takesAll = (host: Host): boolean => shapesAt(host).some(({ method }) => method === 'ANY');

const nowhere = ({ base: { host }, path }: Place, method: string): Nowhere => ({
  operation: undefined,
  host,
  malformed: decode(path) === undefined,
  lacksParameter: shapesAt(host).some((shape) => shape.method === method && shape.shortened.test(path)),
});

const takes = ({ settings }: Routing, shape: Shape, host: Host, method: string): boolean =>
  shape.method === 'ANY' ||
  shape.method === method ||
  (host === 'links' && method === 'HEAD' && settings.assumptions['links.head'] !== 'unknown-route');

/** A request that an operation takes by its path and method. */
interface Taken {
  readonly shape: Shape;
  readonly values: RegExpExecArray;
  readonly place: Place;
  readonly storeRoute: number | undefined;
  readonly query: string;
}

const makeRoute = ({ shape, values, place, storeRoute, query }: Taken): KnownRoute | undefined => {
  const { base, path } = place;
  if (decode(path) === undefined) return undefined;
  const { host, region } = base;
  const route: Record<string, unknown> = { operation: shape.operation, host, region, query };
  if (storeRoute !== undefined) route['storeRoute'] = storeRoute;
  // The parameters are those that the path of the row names, and parts of a path that can be decoded.
  const [, ...texts] = values;
  for (const [index, text] of texts.entries()) route[shape.parameters[index] as string] = decode(text);
  return route as KnownRoute;
};

/** Everything below a store API's address is its own, unless the user says which routes there are: then -1 for none of these. */
const findStoreRoute = ({ settings }: Routing, method: string, path: string, host: Host): number | undefined => {
  const table = settings.assumptions['store.paths'];
  if (typeof table === 'string' || !(host === 'submission' || host === 'reporting')) return undefined;
  return table.findIndex((row) => row.family === host && row.method === method && fits(row, path));
};

const fits = ({ path: wanted }: StoreRoute, path: string): boolean =>
  wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
