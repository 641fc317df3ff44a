import { ms } from '../../spec/time.ts';
import type { Answered, Timestamp, Query, History } from '../history.ts';
import { nameCaller } from './memory.ts';
import { ageOf, isFresh, isList, ownCalls } from './portability.ts';
import { readOnce } from '../history/selectors.ts';
import { nameToken, readPages } from './pages.ts';

/** Listings that were told that what they were given before does not exist. */
export interface Lost {
  readonly exchange: Answered;
  readonly query: Query;
  /** Whether another region had given it. */
  readonly elsewhere: boolean;
}

export const findLost = readOnce((history): readonly Lost[] => {
  const lost: Lost[] = [];
  for (const exchange of ownCalls(history)) {
    if (!isList(exchange) || !isFresh(exchange)) continue;
    const { row } = exchange.answer;
    if (row !== 'queryIdNotFound' && row !== 'invalidNextPage') continue;
    const { queryId = '' } = exchange.parsed;
    const query = history.queries.get(queryId.toLowerCase());
    if (query === undefined) continue;
    const isOtherId = queryId !== query.id && history.context.assumptions['query.idCase'] === 'exact';
    if (isOtherId) continue;
    const giver = row === 'queryIdNotFound' ? findGiver(history, exchange, query) : findPage(history, exchange);
    if (giver === undefined) continue;
    lost.push({ exchange, query, elsewhere: giver.region !== exchange.region });
  }
  return lost;
});

const isBefore = (one: Timestamp | Answered['answer'], other: Answered['answer']): boolean => one.turn < other.turn;

/** The create that gave the id to this caller for this scope. */
const findGiver = (history: History, exchange: Answered, query: Query): Answered | undefined =>
  query.given.find(
    (one) =>
      isBefore(one.answer, exchange.answer) &&
      one.parsed.scope === exchange.parsed.scope &&
      nameCaller(history, one) === nameCaller(history, exchange),
  );

/** The listing that gave the page token, while it is good. */
const findPage = (history: History, exchange: Answered): Answered | undefined => {
  const { context } = history;
  const page = readPages(history).byToken.get(nameToken(exchange));
  if (page === undefined || !isBefore(page.first.answer, exchange.answer)) return undefined;
  if (nameCaller(history, page.first) !== nameCaller(history, exchange)) return undefined;
  const isShort = context.assumptions['list.tokenLifetime'] === '5m';
  return isShort && ageOf(history, page.first, exchange).most >= ms('5m') ? undefined : page.first;
};
