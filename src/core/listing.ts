import type { ErrorName } from '../spec/errors.ts';
import { operations } from '../spec/routes.ts';
import { ms } from '../spec/time.ts';
import { type QueryTrigger, transition } from '../spec/transitions.ts';
import { windowOpen } from './boundaries.ts';
import { writeLinks } from './links.ts';
import { firstPage, type PagePlace, readPageToken, writePageToken } from './pages.ts';
import { readListParameters, readQueryId } from './parameters.ts';
import { refuse, writtenJson } from './respond.ts';
import type { RouteTo } from './routes.ts';
import { sawPage, sawQuery, sawSize } from './saw/listing.ts';
import type { Reply } from './reply.ts';
import type { Turn } from './turn.ts';
import { key } from './key.ts';
import type { CustomerToken, Notice, Query } from './world.ts';

/* listDataQueryRecords: pages of download links of a completed query, inside its hour. (Endpoints, interface C) */

type ListRoute = RouteTo<'listDataQueryRecords'>;
type Completed = Extract<Query, { state: 'completed' }>;

const section = operations.listDataQueryRecords.section;

/** What can be wrong about a listing, in the orders in which it may be looked for. (assumption `list.checkOrder`) */
const orders = {
  'max-results-first': ['size', 'query', 'page'],
  'query-first': ['query', 'size', 'page'],
  'parameters-first': ['size', 'page', 'query'],
} as const;

export const listRecords = (turn: Turn, token: CustomerToken, route: ListRoute): Reply => {
  const parameters = readListParameters(turn, route.query);
  const asked = readPageSize(turn, parameters.maxResults);
  const query = findQuery(turn, token, route);
  const page = readPage(turn, route, parameters.nextPageToken);
  if (asked !== undefined && typeof query !== 'string' && page !== undefined) {
    const isCarried = page.size !== undefined && turn.assume('list.pageSizeOnToken') === 'token-carries';
    return givePage(turn, query, page.offset, isCarried ? page.size : asked);
  }
  return refuseFirst(turn, {
    size: asked === undefined ? ['invalidMaxResults', () => sawSize(turn, parameters.maxResults)] : undefined,
    query: typeof query === 'string' ? [query, () => sawQuery(turn, token, route)] : undefined,
    page: page === undefined ? ['invalidNextPage', () => sawPage(turn, route, parameters.nextPageToken)] : undefined,
  });
};

/** The row that refuses, and what was decisive. */
type Fault = readonly [ErrorName, saw: () => string];
type Faults = Readonly<Record<'size' | 'query' | 'page', Fault | undefined>>;

const refuseFirst = (turn: Turn, faults: Faults): Reply => {
  const isOpen = Object.values(faults).filter((fault) => fault !== undefined).length > 1;
  const order = orders[isOpen ? turn.assume('list.checkOrder') : 'max-results-first'];
  // One of them is wrong, or nothing would be refused.
  const [row, saw] = order.map((kind) => faults[kind]).find((fault) => fault !== undefined) as Fault;
  return refuse(row, saw());
};

/** A page token is one of the query that the path names; without such a query it can be none. */
const readPage = (turn: Turn, route: ListRoute, token: string): PagePlace | undefined => {
  const query = turn.world.queries.get(readQueryId(turn, route.queryId));
  if (query !== undefined) return readPageToken(turn, query, token);
  return token === '' ? firstPage : undefined;
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
  const query = turn.world.queries.get(readQueryId(turn, route.queryId));
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

/** "Maximum records per response": fewer may be given, and the token tells that there are more. */
const mostOf = (turn: Turn, asked: number, left: number): number => {
  const most = Math.min(asked, left) > 1 ? turn.assume('list.mostPerPage') : asked;
  return typeof most === 'number' ? Math.min(asked, most) : asked;
};

const givePage = (turn: Turn, query: Completed, offset: number, asked: number): Reply => {
  const total = turn.world.holdings.get(key(query.customerId, query.scope))?.records ?? 0;
  const size = mostOf(turn, asked, total - offset);
  const end = Math.min(offset + size, total);
  const records = `"records":${writeLinks(turn, query, offset, end)}`;
  turn.events.push({ event: 'listed', customer: query.customerId, scope: query.scope, query: query.id });
  const next = end < total ? writePageToken(turn, query, end, size) : endMark(turn);
  const reply = writtenJson(200, `{${records}}`, section);
  if (next === undefined) return reply;
  const token = `"nextPageToken":${JSON.stringify(next)}`;
  const position = turn.assume('list.tokenPosition');
  if (position === 'body') return writtenJson(200, `{${records},${token}}`, section);
  if (position === 'pagination-object') return writtenJson(200, `{${records},"pagination":{${token}}}`, section);
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
