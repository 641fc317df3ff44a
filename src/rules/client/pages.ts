import type { Exchange, History } from '../history.ts';
import type { Listing } from '../history/listing.ts';
import { append, collect, groupBy, readOnce } from '../history/selectors.ts';
import { callsOfAll, type PortabilityCall, portabilityCalls } from './calls.ts';

/** A page of a listing that the client got whole for certain, or that it may have got. */
export interface Page extends Listing {
  readonly call: PortabilityCall;
  readonly query: string;
  /** When it arrived, and where in the trace. */
  readonly at: number;
  readonly place: number;
}

export const maybePages = readOnce((history): readonly Page[] =>
  collect(portabilityCalls(history), (call) => {
    const { maybe, subject } = call;
    if (subject.query === undefined || maybe?.answer.isOk !== true) return [];
    const { at, place, answer } = maybe;
    const { links, files, next } = answer.listing;
    return [{ call, query: subject.query, at, place, links, files, next }];
  }),
);

export const surePages = readOnce((history): readonly Page[] =>
  maybePages(history).filter(({ call }) => call.sure?.isWhole === true),
);

const byQuery = readOnce((history) => groupBy(surePages(history), ({ query }) => query));

/** Pages of one query that it got for certain, in the order in which they were asked for. */
export const pagesOf = (history: History, query: string): readonly Page[] => byQuery(history).get(query) ?? [];

const byNext = readOnce((history) => groupBy(maybePages(history), ({ query, next }) => tokenKey(query, next)));

/** Pages of a query that may have given that token for the next one, in order. */
export const pagesGiving = (history: History, query: string, token: string): readonly Page[] =>
  byNext(history).get(tokenKey(query, token)) ?? [];

/** A page token holds for one query. */
export const tokenKey = (query: string, token: string | undefined): string => `${query}\n${token}`;

/** The pages on which the client may have been given a link, in order. */
export const readOrigins = readOnce((history): ReadonlyMap<string, readonly Page[]> => {
  const origins = new Map<string, Page[]>();
  for (const page of maybePages(history)) {
    for (const link of page.links) append(origins, link, page);
  }
  return origins;
});

export const readDownloads = readOnce((history): readonly Exchange[] =>
  // What asks for the head of a file alone does not download it.
  callsOfAll(history, ['downloadFile', 'downloadSchema']).filter(({ request }) => request.method !== 'HEAD'),
);
