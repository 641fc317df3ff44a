import type { Region } from '../spec/regions.ts';
import type { StoreFamily } from '../spec/scopes.ts';
import { type Base, locate, type Place } from './address.ts';
import { decode } from './text.ts';
import type { Assumptions, StoreRoute } from '../spec/assumptions.ts';
import type { WireRequest } from './wire.ts';

export type PortabilityOperation = 'createDataQuery' | 'listDataQueryRecords';

/** Where a request leads. Path parameters are decoded; blank ones are kept, for the service refuses them by name. */
export type Route =
  | { readonly operation: 'sendEmail' }
  | { readonly operation: 'requestToken' }
  | {
      readonly operation: 'callSubmission' | 'callReporting';
      readonly store: StoreFamily;
      /** The place in the user's table of routes, where there is one. */
      readonly storeRoute: number | undefined;
    }
  | {
      readonly operation: 'createDataQuery';
      readonly region: Region;
      readonly scopeId: string;
      readonly query: string;
    }
  | {
      readonly operation: 'listDataQueryRecords';
      readonly region: Region;
      readonly scopeId: string;
      readonly queryId: string;
      readonly query: string;
    }
  | { readonly operation: 'downloadFile' | 'downloadSchema'; readonly link: string; readonly query: string }
  /** An address of the simulation where nothing is, or a method that is not defined there. */
  | {
      readonly operation: undefined;
      readonly place: Place | undefined;
      readonly malformed: boolean;
      /** The path is that of an operation but for a mandatory parameter. */
      readonly lacksParameter: boolean;
    };

/** What tells where requests lead; a world is one. */
export interface Roads {
  readonly bases: readonly Base[];
  readonly settings: { readonly assumptions: Pick<Assumptions, 'store.paths' | 'links.head'> };
}

/** Finds out what a request asks for, without judging whether it may. */
export const findRoute = (world: Roads, request: Pick<WireRequest, 'method' | 'url'>): Route => {
  const { place, path, query } = locate(world.bases, request.url, (at, below) => shapeOf(at, below, '') !== undefined);
  const lacksParameter = shortened[request.method]?.test(path) === true;
  const nothing: Route = { operation: undefined, place, malformed: decode(path) === undefined, lacksParameter };
  const shape = place && shapeOf(place, path, query);
  if (shape === undefined || nothing.malformed) return nothing;
  if (shape.route.operation === 'callSubmission' || shape.route.operation === 'callReporting') {
    return chooseStoreRoute(world, request.method, path, shape.route) ?? nothing;
  }
  const takesHead = place?.interface === 'links' && world.settings.assumptions['links.head'] !== 'unknown-route';
  const isTaken = shape.method === request.method || (takesHead && request.method === 'HEAD');
  return isTaken ? shape.route : nothing;
};

/** The paths of the operations without one of their segments. */
const shortened: Readonly<Record<string, RegExp>> = {
  POST: /^\/data-queries$/,
  GET: /^(\/[^/]+)?\/data-queries\/records$|^\/data-queries\/[^/]+\/records$/,
};

type StoreCall = Extract<Route, { operation: 'callSubmission' | 'callReporting' }>;

/** Everything below a family's address is its own, unless the user says which routes there are. */
const chooseStoreRoute = ({ settings }: Roads, method: string, path: string, route: StoreCall): Route | undefined => {
  const table = settings.assumptions['store.paths'];
  if (typeof table === 'string') return route;
  const storeRoute = table.findIndex((row) => row.family === route.store && row.method === method && fits(row, path));
  return storeRoute < 0 ? undefined : { ...route, storeRoute };
};

const fits = ({ path: wanted }: StoreRoute, path: string): boolean =>
  wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;

interface Shape {
  readonly route: Route;
  /** Absent where any method will do. */
  readonly method?: 'GET' | 'POST';
}

/** The operation whose path this is, at that place. */
const shapeOf = (place: Place, path: string, query: string): Shape | undefined => {
  switch (place.interface) {
    case 'email':
      return path === '/sendEmail' ? { route: { operation: 'sendEmail' }, method: 'POST' } : undefined;
    case 'token':
      return path === '/auth/o2/token' ? { route: { operation: 'requestToken' }, method: 'POST' } : undefined;
    case 'store': {
      const { store } = place;
      const operation = store === 'submission' ? 'callSubmission' : 'callReporting';
      return { route: { operation, store, storeRoute: undefined } };
    }
    case 'links': {
      const [, folder, link = ''] = /^\/(files|schemas)\/([^/]+)$/.exec(path) ?? [];
      if (folder === undefined) return undefined;
      const operation = folder === 'files' ? 'downloadFile' : 'downloadSchema';
      return { route: { operation, link: decode(link) ?? '', query }, method: 'GET' };
    }
    case 'portability':
      return portabilityShape(place.region, path, query);
  }
};

const portabilityShape = (region: Region, path: string, query: string): Shape | undefined => {
  const [whole, scope = '', queryId] = /^\/([^/]*)\/data-queries(?:\/([^/]*)\/records)?$/.exec(path) ?? [];
  if (whole === undefined) return undefined;
  const scopeId = decode(scope) ?? '';
  if (queryId === undefined) return { route: { operation: 'createDataQuery', region, scopeId, query }, method: 'POST' };
  return {
    route: { operation: 'listDataQueryRecords', region, scopeId, queryId: decode(queryId) ?? '', query },
    method: 'GET',
  };
};
