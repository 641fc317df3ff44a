import type { Answered, History } from '../history.ts';
import { isList, isOwn } from './portability.ts';
import { readOnce } from '../history/read-once.ts';

/** A page of a listing. */
export interface Page {
  /** The first answer that gave it. */
  readonly first: Answered;
  readonly query: string;
  /** What the records are, whatever their links: the address of the data file without its signature. */
  readonly files: readonly string[];
  /** Links of data and schema, as they were given. */
  readonly links: readonly string[];
  /** The token to the next page; undefined on the last one. */
  readonly next: string | undefined;
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
  for (const exchange of history.answered) {
    if (!isList(exchange) || !exchange.answer.isOk || !isOwn(exchange)) continue;
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
    const token = `${page.query}\u0000${page.next}`;
    if (page.next !== undefined && !byToken.has(token)) byToken.set(token, page);
  }
  return { all, byToken, byExchange };
});

/** Links tell pages apart; those without any, or with the token in a header, look alike. */
const isSamePage = ({ first, query }: Page, { call, answer }: Answered): boolean =>
  query === (call.queryId ?? '').toLowerCase() &&
  first.call.query.get('nextPageToken') === call.query.get('nextPageToken') &&
  first.answer.wire.headers['nextpagetoken'] === answer.wire.headers['nextpagetoken'];

const readPage = (exchange: Answered, byToken: ReadonlyMap<string, Page>): Page => {
  const { json, wire } = exchange.answer;
  const query = (exchange.call.queryId ?? '').toLowerCase();
  const token = exchange.call.query.get('nextPageToken') ?? '';
  const records = Array.isArray(json?.['records']) ? (json['records'] as readonly unknown[]) : [];
  const files: string[] = [];
  const links: string[] = [];
  for (const record of records) {
    const { file, schema } = (record ?? {}) as { readonly file?: unknown; readonly schema?: unknown };
    if (typeof file === 'string') {
      const mark = file.indexOf('?');
      files.push(mark < 0 ? file : file.slice(0, mark));
      links.push(file);
    }
    if (typeof schema === 'string') links.push(schema);
  }
  return {
    first: exchange,
    query,
    files,
    links,
    next: readNext(json, wire.headers),
    parent: token === '' ? undefined : byToken.get(`${query}\u0000${token}`),
    isFirst: token === '',
  };
};

/** Wherever the ledger may have it stand. (assumption `list.tokenPosition`) */
const readNext = (json: Answered['answer']['json'], headers: Readonly<Record<string, string>>): string | undefined => {
  const { nextPageToken } = (json?.['pagination'] ?? {}) as { readonly nextPageToken?: unknown };
  const found = json?.['nextPageToken'] ?? nextPageToken ?? headers['nextpagetoken'];
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/** The page that a listing gave. */
export const pageOf = (history: History, exchange: Answered): Page | undefined => readPages(history).byExchange.get(exchange);
