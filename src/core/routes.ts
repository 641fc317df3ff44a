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
  const { place, path, query } = locate(world.bases, request.url, (at, below) => shapeOf(at, below, '') !== undefined);
  const nothing: Route = { operation: undefined, place, malformed: decode(path) === undefined };
  const shape = place && shapeOf(place, path, query);
  if (shape === undefined || nothing.malformed) return nothing;
  return shape.method === undefined || shape.method === request.method ? shape.route : nothing;
};

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
      return { route: { operation: store === 'submission' ? 'callSubmission' : 'callReporting', store } };
    }
    case 'links': {
      const [, folder, link = ''] = /^\/(files|schemas)\/([^/]+)$/.exec(path) ?? [];
      if (folder === undefined) return undefined;
      const operation = folder === 'files' ? 'downloadFile' : 'downloadSchema';
      return { route: { operation, link: decode(link) ?? link, query }, method: 'GET' };
    }
    case 'portability': {
      const { region } = place;
      const [whole, scope = '', queryId] = /^\/([^/]*)\/data-queries(?:\/([^/]*)\/records)?$/.exec(path) ?? [];
      if (whole === undefined) return undefined;
      const scopeId = decode(scope) ?? scope;
      if (queryId === undefined) return { route: { operation: 'createDataQuery', region, scopeId }, method: 'POST' };
      return {
        route: { operation: 'listDataQueryRecords', region, scopeId, queryId: decode(queryId) ?? queryId, query },
        method: 'GET',
      };
    }
    default:
      return place satisfies never;
  }
};
