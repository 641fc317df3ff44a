import type { Answered } from '../history.ts';
import type { Listing } from '../history/listing.ts';
import { join, readOnce } from '../history/selectors.ts';
import { isList, ownCalls } from './portability.ts';

/** A page of a listing. */
export interface Page extends Listing {
  /** The first answer that gave it. */
  readonly first: Answered;
  readonly query: string;
  /** The page before, where its token was given in this trace. */
  readonly parent: Page | undefined;
  readonly isFirst: boolean;
}

export interface Pages {
  /** All pages in the order in which they were given. */
  readonly all: readonly Page[];
  /** By query and the token that leads on from it. */
  readonly byToken: ReadonlyMap<string, Page>;
  /** By the listing that gave it: the same page again is the same page. */
  readonly byExchange: ReadonlyMap<Answered, Page>;
}

export const readPages = readOnce((history): Pages => {
  const all: Page[] = [];
  const byToken = new Map<string, Page>();
  const byBody = new Map<string, Page>();
  const byExchange = new Map<Answered, Page>();
  for (const exchange of ownCalls(history)) {
    if (!isList(exchange) || !exchange.answer.isOk) continue;
    const { body } = exchange.answer.wire;
    const known = byBody.get(body);
    if (known !== undefined && isSamePage(known, exchange)) {
      byExchange.set(exchange, known);
      continue;
    }
    const page = readPage(exchange, byToken);
    byBody.set(body, page);
    byExchange.set(exchange, page);
    all.push(page);
    const token = join(page.query, page.next ?? '');
    if (page.next !== undefined && !byToken.has(token)) byToken.set(token, page);
  }
  return { all, byToken, byExchange };
});

const queryOf = ({ parsed }: Answered): string => (parsed.queryId ?? '').toLowerCase();

/** One that is empty is none. */
const pageTokenOf = ({ parsed }: Answered): string => parsed.query.get('nextPageToken') ?? '';

/** A page token belongs to a query. */
export const nameToken = (exchange: Answered): string => join(queryOf(exchange), pageTokenOf(exchange));

/** Links tell pages apart; those without any, or with the token in a header, look alike. */
const isSamePage = ({ first, query }: Page, again: Answered): boolean =>
  query === queryOf(again) && first.answer.wire.headers['nextpagetoken'] === again.answer.wire.headers['nextpagetoken'];

const readPage = (exchange: Answered, byToken: ReadonlyMap<string, Page>): Page => {
  const { links, files, next } = exchange.answer.listing;
  const parent = byToken.get(nameToken(exchange));
  return {
    first: exchange,
    query: queryOf(exchange),
    parent,
    isFirst: pageTokenOf(exchange) === '',
    links,
    files,
    next,
  };
};
