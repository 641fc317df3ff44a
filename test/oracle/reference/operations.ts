import type { Answer, Page } from './answer.ts';
import type { Create, Event, List } from './events.ts';
import { asFoundBy, type History } from './history.ts';
import { listability } from './notices.ts';
import { endingOf, type Query, queriesOf, queryOf } from './queries.ts';
import { pageAt } from './requests.ts';
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
const sizeOf = ({ max }: List): number | undefined => {
  if (max === undefined || max === '') return 250;
  return /^\d+$/.test(max) && Number(max) >= 1 && Number(max) <= 250 ? Number(max) : undefined;
};

/** What is wrong with the query id for this caller and path. */
const queryProblem = (history: History, list: List): RowName | undefined => {
  const { choices } = history.settings;
  if (list.query === 'malformed') {
    return choices['query.malformedId'] === 'query-not-found' ? 'queryIdNotFound' : 'invalidParameters';
  }
  if (typeof list.query === 'string') return 'queryIdNotFound';
  const query = queryOf(history, list.query.of);
  const grant = grantOf(history, list.token);
  // The ledger speaks of customers only; a query of another application is taken as foreign too.
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

export const answerList = (history: History, index: number, list: List & Event): Answer => {
  const size = sizeOf(list);
  if (size === undefined) return refuse('invalidMaxResults', 'operation', 'maxResults outside 1 to 250');
  const problem = queryProblem(history, list);
  if (problem !== undefined || typeof list.query === 'string') {
    return refuse(problem ?? 'queryIdNotFound', 'operation', 'the query id');
  }
  const query = queryOf(history, list.query.of);
  const state = listability(history, query, asFoundBy(history, index));
  if (state !== 'listable') {
    return refuse(
      state === 'elapsed' ? 'accessTimeElapsed' : 'queryNotCompleted',
      'operation',
      `the query is ${state}`,
    );
  }
  const continues = list.page !== undefined && list.page !== 'empty';
  const before = continues ? continued(history, list, query) : undefined;
  if (continues && before === undefined) return refuse('invalidNextPage', 'operation', 'the page token');
  const from = before === undefined ? 0 : before.from + before.count;
  const carried = history.settings.choices['list.pageSizeOnToken'] === 'token-carries' ? before?.size : undefined;
  const pageSize = carried ?? size;
  const count = Math.max(0, Math.min(pageSize, query.records - from));
  const page = { query: query.startedBy, from, count, size: pageSize, issuedAt: list.at };
  const next = from + count < query.records;
  return { status: 200, content: { kind: 'page', page: { ...page, next } }, decider: 'operation', by: 'a page' };
};
