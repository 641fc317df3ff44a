import { resources } from '../spec/fields.ts';
import type { PortabilityRoute } from './portability.ts';
import { allPairs, type Counting, pairs } from './text.ts';
import type { Turn } from './turn.ts';
import { key } from './key.ts';

/* The query parameters of interface C, and which of them count. (Endpoints, interface C) */

interface ListParameters {
  /** Empty where there is none. */
  readonly maxResults: string;
  readonly nextPageToken: string;
}

/** The names of query parameters by operation; a create has none. */
const known: Readonly<Record<PortabilityRoute['operation'], readonly string[]>> = {
  createDataQuery: [],
  listDataQueryRecords: Object.entries(resources.ListDataQueryRecordsParameters.fields).flatMap(([name, field]) =>
    field.in === 'query' ? [name] : [],
  ),
};

const counting = { first: 'first', last: 'last', refused: 'none' } as const satisfies Record<string, Counting>;

const none: ReadonlyMap<string, string> = new Map();

const readQuery = (turn: Turn, query: string): ReadonlyMap<string, string> => {
  if (query === '') return none;
  const isRepeated = [...allPairs(query).values()].some((values) => values.length > 1);
  return pairs(query, isRepeated ? counting[turn.assume('list.repeatedParameter')] : 'first');
};

/** What stands for "maxResults=" where that is no page size. It is no integer, either. */
const noSize = 'empty';

/** The two parameters as text; the usual page size stands for an absent one, unless `cache.defaults` tells them apart. */
export const readListParameters = (turn: Turn, query: string): ListParameters => {
  const given = readQuery(turn, query);
  const { assumptions, limits } = turn.world.settings;
  const absent = assumptions['cache.defaults'] === 'same' ? String(limits.pageSize.usual) : '';
  const size = given.get('maxResults');
  const isRefused = size === '' && turn.assume('list.emptyMaxResults') === 'refused';
  return { maxResults: isRefused ? noSize : size || absent, nextPageToken: given.get('nextPageToken') ?? '' };
};

/** The names of the parameters that the operation does not have. */
export const namesOfStrangers = ({ operation, query }: PortabilityRoute): readonly string[] =>
  [...pairs(query).keys()].filter((name) => !known[operation].includes(name));

/** The parameters that the operation does not have, as one text; in whatever order, they are the same. */
export const readStrangers = (turn: Turn, { operation, query }: PortabilityRoute): string =>
  query === ''
    ? ''
    : [...readQuery(turn, query)]
        .filter(([name]) => !known[operation].includes(name))
        .map(([name, value]) => key(name, value))
        .sort()
        .join('&');

/** "Identical parameters": what of a request counts for the memory of answers. The region does not. */
export const nameParameters = (turn: Turn, route: PortabilityRoute, strangers: string): string => {
  const isTold = strangers !== '' && turn.assume('cache.unknownParameter') === 'different';
  const others = isTold ? [strangers] : [];
  switch (route.operation) {
    case 'createDataQuery':
      return key(route.operation, route.scopeId, ...others);
    case 'listDataQueryRecords': {
      const { maxResults, nextPageToken } = readListParameters(turn, route.query);
      const queryId = readQueryId(turn, route.queryId);
      return key(route.operation, route.scopeId, queryId, maxResults, nextPageToken, ...others);
    }
  }
};

/** A query id as the service looks for it; those that it gives are in lower case. */
export const readQueryId = (turn: Turn, queryId: string): string => {
  const lower = queryId.toLowerCase();
  return lower !== queryId && turn.assume('query.idCase') === 'any-case' ? lower : queryId;
};
