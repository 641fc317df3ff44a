import { ms } from '../../spec/time.ts';
import { isOfAny, isPageToken } from '../pages.ts';
import type { RouteTo } from '../routes.ts';
import { beginTurn, type Turn } from '../turn.ts';
import type { CustomerToken, Query } from '../world.ts';
import { quote, span } from './quote.ts';

/* What was decisive about a listing that is refused. */

type ListRoute = RouteTo<'listDataQueryRecords'>;

export const sawSize = ({ world }: Turn, given: string): string => {
  const { least, value: most } = world.settings.limits.pageSize;
  return `maxResults: ${quote(given)}, where ${least} to ${most} are taken`;
};

/** Whoever looks only to describe decides nothing, and so relies on no assumption. */
const quietly = ({ world, now }: Turn): Turn => beginTurn(world, now);

export const sawPage = (turn: Turn, { queryId }: ListRoute, token: string): string => {
  const shown = `nextPageToken: ${quote(token)}`;
  const isOf = (query: Query, text = token): boolean => isPageToken(quietly(turn), query, text);
  const own = turn.world.queries.get(queryId.toLowerCase());
  const other =
    isOfAny(token) && !(own && isOf(own)) ? [...turn.world.queries.values()].find((one) => isOf(one)) : undefined;
  if (other !== undefined) return `${shown}, which was given for the listing of query ${other.id}`;
  if (own === undefined) return `${shown}; queryId: ${quote(queryId)}, which no query has`;
  // A plus sign that is not encoded arrives as a space.
  if (token.includes(' ') && isOf(own, token.replaceAll(' ', '+')))
    return `${shown}, with a space for "+": it was not encoded for the address`;
  if (isOf(own)) return `${shown}, whose ${turn.world.settings.assumptions['list.tokenLifetime']} are over`;
  return `${shown}, which no answer of this listing has carried`;
};

/** Why the query that the path names cannot be listed by this caller. */
export const sawQuery = (turn: Turn, token: CustomerToken, { queryId, scopeId }: ListRoute): string => {
  const shown = `queryId: ${quote(queryId)} in the path`;
  const query = turn.world.queries.get(queryId) ?? turn.world.queries.get(queryId.toLowerCase());
  if (query === undefined) return `${shown}, which no query has`;
  if (query.customerId !== token.customerId || query.clientId !== token.clientId) {
    return `${shown}, a query of ${query.customerId} by ${quote(query.clientId)}; authorization: the token of ${token.customerId} for ${quote(token.clientId)}`;
  }
  if (query.scope !== scopeId)
    return `scopeId: ${quote(scopeId)} in the path; the query is one of ${quote(query.scope)}`;
  switch (query.state) {
    case 'inProgress':
      return `${shown}, which still collects`;
    case 'canceled':
      return `${shown}, which was canceled: ${causes[query.because]}`;
    case 'completed':
      return `${shown}, ${sayWindow(turn, query)}`;
  }
};

const causes = {
  expired: 'consent had expired',
  revoked: 'consent was revoked',
  held: 'the account was on hold',
} as const;

const sayWindow = ({ world, now }: Turn, { notice }: Extract<Query, { state: 'completed' }>): string => {
  if (notice.state === 'due') return 'whose notification has not been sent yet';
  const length = span(ms(world.settings.limits.listingWindow.value));
  return `whose notification was sent ${span(now - notice.sentAt)} ago, and which is open for ${length}`;
};
