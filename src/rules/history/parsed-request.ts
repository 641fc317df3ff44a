import type { Assumptions } from '../../spec/assumptions.ts';
import { limits } from '../../spec/limits.ts';
import type { WireRequest } from './entry-parts.ts';
import { type Counting, decode, readJson, readPairs } from './read-text.ts';

/** What a request says, taken apart. */
export interface ParsedRequest {
  /** The address without its query. */
  readonly address: string;
  /** The parameters of the address. */
  readonly query: ReadonlyMap<string, string>;
  /** Path parameters of interface C; undefined where the path has none. */
  readonly scope: string | undefined;
  readonly queryId: string | undefined;
  /** The authorization header as it was sent. */
  readonly authorization: string | undefined;
  /** The token in it, where it is `Bearer`, one space and a token. */
  readonly bearer: string | undefined;
}

/** In a trace that is shown, a token is a name in angle brackets. The case of the word: `auth.schemeCase`. */
const bearerForms = {
  exact: /^Bearer ([^\s]+|<[a-z ]+ \d+>)$/,
  'any-case': /^bearer ([^\s]+|<[a-z ]+ \d+>)$/i,
} as const;

const counting = { first: 'first', last: 'last', refused: 'none' } as const satisfies Record<string, Counting>;
const queryPath = /\/([^/]*)\/data-queries(?:\/([^/]*)\/records)?$/;

/** By the readings of the service. */
export const parseRequest = ({ url, headers }: WireRequest, assumptions: Assumptions): ParsedRequest => {
  const { address, query } = splitUrl(url, counting[assumptions['list.repeatedParameter']]);
  const path = queryPath.exec(address);
  const scope = path?.[1];
  const queryId = path?.[2];
  const authorization = headers['authorization'];
  return {
    address,
    query,
    scope: scope === undefined ? undefined : (decode(scope) ?? scope),
    queryId: queryId === undefined ? undefined : (decode(queryId) ?? queryId),
    authorization,
    bearer:
      authorization === undefined ? undefined : bearerForms[assumptions['auth.schemeCase']].exec(authorization)?.[1],
  };
};

const splitUrl = (url: string, counts?: Counting): Pick<ParsedRequest, 'address' | 'query'> => {
  const hash = url.indexOf('#');
  const whole = hash < 0 ? url : url.slice(0, hash);
  const mark = whole.indexOf('?');
  if (mark < 0) return { address: whole, query: readPairs('') };
  return { address: whole.slice(0, mark), query: readPairs(whole.slice(mark + 1), counts) };
};

/** The fields of a token request: a form, or where the assumptions allow it, a JSON object of texts. */
export const readForm = ({ headers, body }: WireRequest, assumptions: Assumptions): ReadonlyMap<string, string> => {
  const type = (headers['content-type'] ?? '').replace(/;.*$/s, '').trim().toLowerCase();
  if (type !== 'application/json') return readPairs(body, counting[assumptions['token.repeatedField']]);
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(readJson(body) ?? {})) {
    if (typeof value === 'string') found.set(name, value);
  }
  return found;
};

/** What a call of interface C asks for, whatever region and token it goes by. */
export interface Subject {
  readonly scope: string;
  /** Absent for a create. */
  readonly query?: string;
  /** As given; the empty text when left out. (Endpoints, interface C) */
  readonly maxResults: string;
  readonly pageToken: string;
  /** All of it as one text. */
  readonly key: string;
}

export const readSubject = ({ scope = '', queryId: query, query: given }: ParsedRequest): Subject => {
  const maxResults = given.get('maxResults') ?? '';
  const pageToken = given.get('nextPageToken') ?? '';
  const size = maxResults === '' ? String(limits.pageSize.usual) : maxResults;
  const key = query === undefined ? `create ${scope}` : `list ${scope} ${query} ${size} ${pageToken}`;
  return { scope, maxResults, pageToken, key, ...(query !== undefined && { query }) };
};
