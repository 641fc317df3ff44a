import type { OperationName } from '../spec/routes.ts';
import type { Region } from '../spec/regions.ts';
import type { StoreFamily } from '../spec/scopes.ts';
import { locate, type Place } from './address.ts';
import { decode } from './text.ts';
import type { WireRequest } from './wire.ts';
import type { World } from './world.ts';

/** Where a request leads. Path parameters are decoded; blank ones are kept, for the service refuses them by name. */
export type Route =
  | { readonly operation: 'sendEmail' }
  | { readonly operation: 'requestToken' }
  | { readonly operation: 'callSubmission' | 'callReporting'; readonly store: StoreFamily }
  | { readonly operation: 'createDataQuery'; readonly region: Region; readonly scopeId: string }
  | {
      readonly operation: 'listDataQueryRecords';
      readonly region: Region;
      readonly scopeId: string;
      readonly queryId: string;
      readonly query: string;
    }
  | { readonly operation: 'downloadFile' | 'downloadSchema'; readonly link: string; readonly query: string }
  /** An address of the simulation where nothing is, or a method that is not defined there. */
  | { readonly operation: undefined; readonly place: Place | undefined; readonly malformed: boolean };

/** Finds out what a request asks for, without judging whether it may. */
export const findRoute = (world: World, request: Pick<WireRequest, 'method' | 'url'>): Route => {
  const { place, path, query } = locate(world.bases, request.url, (at, below) => shapeOf(at, below) !== undefined);
  const nothing: Route = { operation: undefined, place, malformed: decode(path) === undefined };
  if (place === undefined || nothing.malformed) return nothing;
  const shape = shapeOf(place, path);
  if (shape === undefined || (shape.method !== undefined && shape.method !== request.method)) return nothing;
  const segments = path.split('/').map((segment) => decode(segment) ?? '');
  const [, first = '', , third = ''] = segments;
  switch (shape.operation) {
    case 'sendEmail':
    case 'requestToken':
      return { operation: shape.operation };
    case 'callSubmission':
      return { operation: 'callSubmission', store: 'submission' };
    case 'callReporting':
      return { operation: 'callReporting', store: 'reporting' };
    case 'createDataQuery':
      if (place.interface !== 'portability') return nothing;
      return { operation: 'createDataQuery', region: place.region, scopeId: first };
    case 'listDataQueryRecords':
      if (place.interface !== 'portability') return nothing;
      return { operation: 'listDataQueryRecords', region: place.region, scopeId: first, queryId: third, query };
    case 'downloadFile':
    case 'downloadSchema':
      return { operation: shape.operation, link: segments[2] ?? '', query };
    default:
      return shape.operation satisfies never;
  }
};

interface Shape {
  readonly operation: OperationName;
  /** Absent where any method will do. */
  readonly method?: 'GET' | 'POST';
}

/** The operation whose path this is, at that place. */
const shapeOf = (place: Place, path: string): Shape | undefined => {
  switch (place.interface) {
    case 'email':
      return path === '/sendEmail' ? { operation: 'sendEmail', method: 'POST' } : undefined;
    case 'token':
      return path === '/auth/o2/token' ? { operation: 'requestToken', method: 'POST' } : undefined;
    case 'store':
      return { operation: place.store === 'submission' ? 'callSubmission' : 'callReporting' };
    case 'links':
      if (/^\/files\/[^/]+$/.test(path)) return { operation: 'downloadFile', method: 'GET' };
      return /^\/schemas\/[^/]+$/.test(path) ? { operation: 'downloadSchema', method: 'GET' } : undefined;
    case 'portability':
      if (/^\/[^/]*\/data-queries$/.test(path)) return { operation: 'createDataQuery', method: 'POST' };
      return /^\/[^/]*\/data-queries\/[^/]*\/records$/.test(path)
        ? { operation: 'listDataQueryRecords', method: 'GET' }
        : undefined;
    default:
      return place satisfies never;
  }
};
