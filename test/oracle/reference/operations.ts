import type { Answer, Page } from './answer.ts';
import type { Create, Event, List } from './events.ts';
import { asFoundBy, type History } from './history.ts';
import { listability } from './notifications.ts';
import { endingOf, type Query, queriesOf, queryOf } from './queries.ts';
import { isOtherCase, maxOf, pageAt } from './requests.ts';
import { lengths, type RowName, rows } from './rows.ts';
import { grantOf } from './tokens.ts';

/** What the two operations of interface C answer once nothing stands in the way. */

export const refuse = (row: RowName, decider: Answer['decider'], by: string): Answer => ({
  status: rows[row][0],
  content: { kind: 'refusal', row },
  decider,
  by,
});

/** The query under way for the customer and scope of a create. (query.acrossApplications) */
export const underWay = (history: History, index: number, create: Create): Query | undefined => {
  const grant = grantOf(history, create.token);
  const view = asFoundBy(history, index);
  const apart = history.settings.choices['query.acrossApplications'] === 'per-application';
  return queriesOf(history, view).find(
    (query) =>
      grant?.kind === 'customer' &&
      query.customer === grant.customer &&
      query.scope === create.scope &&
      (!apart || query.application === grant.application) &&
      endingOf(history, query, view) === undefined,
  );
};

export const answerCreate = (history: History, index: number, create: Create): Answer =>
  underWay(history, index, create) === undefined
    ? { status: 201, content: { kind: 'query', query: index }, decider: 'operation', by: 'a new query' }
    : refuse('requestConflict', 'operation', 'a query under way');

/** The page size asked for; undefined when it is outside the limits. */
const sizeOf = (history: History, list: List): number | undefined => {
  const max = maxOf(history, list);
  if (max === undefined || max === '') return 250;
  return /^\d+$/.test(max) && Number(max) >= 1 && Number(max) <= 250 ? Number(max) : undefined;
};

/** What is wrong with the query id for this caller and path. */
const queryProblem = (history: History, list: List): RowName | undefined => {
  const { choices } = history.settings;
  if (list.query === 'malformed') {
    return choices['query.malformedId'] === 'query-not-found' ? 'queryIdNotFound' : 'invalidParameters';
  }
  if (typeof list.query === 'string' || isOtherCase(history, list)) return 'queryIdNotFound';
  const query = queryOf(history, list.query.of);
  const grant = grantOf(history, list.token);
  const isForeign =
    grant?.kind !== 'customer' || grant.customer !== query.customer || grant.application !== query.application;
  if (isForeign) {
    return choices['query.foreignToken'] === 'query-not-found' ? 'queryIdNotFound' : 'accessNotAuthorized';
  }
  if (query.scope !== list.scope) {
    return choices['query.otherScope'] === 'invalid-parameters' ? 'invalidParameters' : 'queryIdNotFound';
  }
  return undefined;
};

/** The page whose token was sent; undefined when the service gave out none such for this listing, or it is too old. */
const continued = (history: History, list: List & Event, query: Query): Page | undefined => {
  if (typeof list.page !== 'object') return undefined;
  const page = pageAt(history, list.page.of);
  const old = history.settings.choices['list.tokenLifetime'] === '5m' && list.at - page.issuedAt >= lengths.pageToken;
  return page.query !== query.startedBy || !page.next || old ? undefined : page;
};

type Fault = readonly [row: RowName, by: string];

/** What is wrong with the query, its state or its hour. */
const queryFault = (history: History, index: number, list: List): Fault | undefined => {
  const problem = queryProblem(history, list);
  if (problem !== undefined || typeof list.query === 'string') return [problem ?? 'queryIdNotFound', 'the query id'];
  const state = listability(history, queryOf(history, list.query.of), asFoundBy(history, index));
  if (state === 'listable') return undefined;
  return [state === 'elapsed' ? 'accessTimeElapsed' : 'queryNotCompleted', `the query is ${state}`];
};

/** Without the query that the path names no page token can be one of its own. */
const pageFault = (history: History, list: List & Event): Fault | undefined => {
  if (list.page === undefined || list.page === 'empty') return undefined;
  const isKnown = typeof list.query === 'object' && !isOtherCase(history, list);
  const page =
    isKnown && typeof list.query === 'object' ? continued(history, list, queryOf(history, list.query.of)) : undefined;
  return page === undefined ? ['invalidNextPage', 'the page token'] : undefined;
};

/** The first fault, in the order in which they are looked for. (list.checkOrder) */
const faultOf = (history: History, index: number, list: List & Event): Fault | undefined => {
  const size: Fault | undefined =
    sizeOf(history, list) === undefined ? ['invalidMaxResults', 'maxResults outside 1 to 250'] : undefined;
  const query = queryFault(history, index, list);
  const page = pageFault(history, list);
  switch (history.settings.choices['list.checkOrder']) {
    case 'max-results-first':
      return size ?? query ?? page;
    case 'query-first':
      return query ?? size ?? page;
    case 'parameters-first':
      return size ?? page ?? query;
  }
};

export const answerList = (history: History, index: number, list: List & Event): Answer => {
  const fault = faultOf(history, index, list);
  const size = sizeOf(history, list);
  if (fault !== undefined || size === undefined || typeof list.query === 'string') {
    const [row, by] = fault ?? ['queryIdNotFound', 'the query id'];
    return refuse(row, 'operation', by);
  }
  const query = queryOf(history, list.query.of);
  const continues = list.page !== undefined && list.page !== 'empty';
  const before = continues ? continued(history, list, query) : undefined;
  const from = before === undefined ? 0 : before.from + before.count;
  const carried = history.settings.choices['list.pageSizeOnToken'] === 'token-carries' ? before?.size : undefined;
  const most = history.settings.choices['list.mostPerPage'];
  const pageSize = Math.min(carried ?? size, typeof most === 'number' ? most : 250);
  const count = Math.max(0, Math.min(pageSize, query.records - from));
  const page = { query: query.startedBy, from, count, size: pageSize, issuedAt: list.at };
  const next = from + count < query.records;
  return { status: 200, content: { kind: 'page', page: { ...page, next } }, decider: 'operation', by: 'a page' };
};
