import type { ErrorName } from '../spec/errors.ts';
import { operations } from '../spec/routes.ts';
import { ms } from '../spec/time.ts';
import { type QueryTrigger, transition } from '../spec/transitions.ts';
import { windowOpen } from './boundaries.ts';
import { makeLinks } from './links.ts';
import { readPageToken, writePageToken } from './pages.ts';
import { json, refuse } from './respond.ts';
import type { Route } from './routes.ts';
import { pairs } from './text.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import { type CustomerToken, key, type Notice, type Query } from './world.ts';

/** listDataQueryRecords: pages of download links of a completed query, inside its hour. (Endpoints, interface C) */

type ListRoute = Extract<Route, { operation: 'listDataQueryRecords' }>;
type Completed = Extract<Query, { state: 'completed' }>;

const section = operations.listDataQueryRecords.section;

interface ListParameters {
  readonly maxResults: string;
  readonly nextPageToken: string;
}

/** The two parameters as text; the usual page size stands for an absent one, unless `cache.defaults` tells them apart. */
export const readListParameters = (turn: Turn, query: string): ListParameters => {
  const given = pairs(query);
  const { assumptions, limits } = turn.world.settings;
  const absent = assumptions['cache.defaults'] === 'same' ? String(limits.pageSize.usual) : '';
  return { maxResults: given.get('maxResults') || absent, nextPageToken: given.get('nextPageToken') ?? '' };
};

export const listRecords = (turn: Turn, token: CustomerToken, route: ListRoute): Reply => {
  const parameters = readListParameters(turn, route.query);
  const asked = readPageSize(turn, parameters.maxResults);
  if (asked === undefined) return refuse('invalidMaxResults');
  const query = findQuery(turn, token, route);
  if (typeof query === 'string') return refuse(query);
  const page = readPageToken(turn, query, parameters.nextPageToken);
  if (page === undefined) return refuse('invalidNextPage');
  const size = page.size !== undefined && turn.assume('list.pageSizeOnToken') === 'token-carries' ? page.size : asked;
  return givePage(turn, query, page.offset, size);
};

const readPageSize = (turn: Turn, text: string): number | undefined => {
  const { least, value: most, usual } = turn.world.settings.limits.pageSize;
  if (text === '') return usual;
  const size = Number(text);
  return /^\d+$/.test(text) && size >= least && size <= most ? size : undefined;
};

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The query to list, or the row that refuses: first whether there is such a query for this caller, then its state. */
export const findQuery = (turn: Turn, token: CustomerToken, route: ListRoute): Completed | ErrorName => {
  if (!uuidForm.test(route.queryId)) {
    return turn.assume('query.malformedId') === 'query-not-found' ? 'queryIdNotFound' : 'invalidParameters';
  }
  const query = turn.world.queries.get(route.queryId.toLowerCase());
  if (query === undefined) return 'queryIdNotFound';
  if (query.customerId !== token.customerId || query.clientId !== token.clientId) {
    return turn.assume('query.foreignToken') === 'query-not-found' ? 'queryIdNotFound' : 'accessNotAuthorized';
  }
  if (query.scope !== route.scopeId) {
    return turn.assume('query.otherScope') === 'invalid-parameters' ? 'invalidParameters' : 'queryIdNotFound';
  }
  if (query.state !== 'completed') return 'queryNotCompleted';
  const trigger = moment(turn, query);
  if (trigger === 'early') return 'queryNotCompleted';
  return transition('completed', trigger).answer === 'records' ? query : 'accessTimeElapsed';
};

/** "The results become available after the notification has been sent", for at most an hour. */
const moment = (turn: Turn, query: Completed): QueryTrigger | 'early' => {
  const opened = openedAt(turn, query.notice);
  if (opened === undefined) return query.notice.state === 'due' && isEarly(turn) ? 'early' : 'list';
  const length = ms(turn.world.settings.limits.listingWindow.value);
  const atEnd = turn.now - opened !== length || turn.assume('list.windowBoundary') === 'open';
  return windowOpen(opened, turn.now, length, atEnd) ? 'list' : 'listLate';
};

const isEarly = (turn: Turn): boolean => turn.assume('list.beforeNotification') === 'refused';

/** When the hour began; undefined when it has not. */
const openedAt = (turn: Turn, notice: Notice): number | undefined => {
  if (notice.state === 'due') return undefined;
  if (turn.assume('notification.windowStart') === 'first-attempt') return notice.sentAt;
  return notice.state === 'accepted' ? notice.acceptedAt : undefined;
};

const givePage = (turn: Turn, query: Completed, offset: number, size: number): Reply => {
  const total = turn.world.holdings.get(key(query.customerId, query.scope))?.records ?? 0;
  const end = Math.min(offset + size, total);
  const records = makeLinks(turn, query, offset, end);
  turn.happenings.push({ event: 'listed', customer: query.customerId, scope: query.scope, query: query.id });
  const next = end < total ? writePageToken(turn, query, end, size) : endMark(turn);
  const reply = json(200, { records }, section);
  if (next === undefined) return reply;
  const position = turn.assume('list.tokenPosition');
  if (position === 'body') return json(200, { records, nextPageToken: next }, section);
  if (position === 'pagination-object') return json(200, { records, pagination: { nextPageToken: next } }, section);
  // A header cannot be null, so it is left out.
  const headers = { ...reply.answer.headers, ...(next !== null && { nextpagetoken: next }) };
  return { ...reply, answer: { ...reply.answer, headers } };
};

/** What stands in the token's place on the last page. */
const endMark = (turn: Turn): '' | null | undefined => {
  const how = turn.assume('list.lastPage');
  if (how === 'absent') return undefined;
  return how === 'null' ? null : '';
};
