import type { Evidence, Rule, Verdict } from '../rule.ts';
import type { History } from '../history.ts';
import { cameInPieces } from './calls.ts';
import { groupBy, isSuccess, type QueryLife, readConduct } from './conduct.ts';
import { type Page, readDownloads, readPages, targetOf } from './pages.ts';
import { nothingStoodInTheWay, wasOutOfReach } from './obstacles.ts';
import { decide, held, inconclusive } from './verdicts.ts';
import { collect } from '../history/collect.ts';

export const complete: Rule = {
  id: 'C17',
  name: 'complete',
  judges: 'client',
  level: 'must',
  claim: "The client ends with every record's data and schema, whole, or with an error that names the cause.",
  why: 'What is missing without a word is found missing when it is needed.',
  section: 'Endpoints, interface C',
  judge: (history) => {
    const { ended } = readConduct(history);
    if (ended === undefined) return inconclusive('the trace ends before the client does');
    return ended.outcome === 'rejected'
      ? judgeError(history, ended.error ?? '', ended.at)
      : judgeImports(history, ended.at);
  },
};

const judgeError = (history: History, error: string, at: number): Verdict => {
  if (/\[CLOCK_(STUCK|RUNAWAY)\]$/.test(error)) return inconclusive('the client did not end by itself');
  if (error.trim() === '') return decide([{ at, text: 'the client ended with an error that says nothing' }], true, '');
  if (!nothingStoodInTheWay(history)) return held;
  return decide([{ at, text: 'the client ended with an error although nothing stood in its way' }], true, '');
};

/** Customers and scopes for which the client began a query; one that was read to its end will do for each. */
const judgeImports = (history: History, at: number): Verdict => {
  const { queries } = readConduct(history);
  if (queries.size === 0) return inconclusive('no query was created');
  const slots = groupBy([...queries.values()], ({ customer, scope }) => `${customer}\n${scope}`);
  const fetched = readFetched(history);
  const judged = [...slots.values()].map((lives) => {
    const gaps = lives.map((life) => findGap(history, life, fetched));
    if (gaps.includes('none')) return 'complete';
    const last = lives.at(-1);
    if (last === undefined || wasOutOfReach(history, last)) return 'out of reach';
    return gaps.includes('unsure') ? 'unsure' : { at, text: gaps.at(-1) ?? '' };
  });
  const against = judged.filter((one): one is Evidence => typeof one === 'object');
  if (against.length > 0) return decide(against, true, '');
  if (judged.includes('unsure')) return inconclusive('whether some answers arrived whole, the trace does not tell');
  const isAll = judged.every((one) => one === 'complete');
  return isAll
    ? held
    : inconclusive('some data was out of reach, and the trace does not show what the client says of it');
};

/** What was downloaded, by what the links lead to: for certain, and as far as the trace can tell. */
interface Fetched {
  readonly whole: ReadonlySet<string>;
  readonly maybe: ReadonlySet<string>;
}

const readFetched = (history: History): Fetched => {
  const whole = new Set<string>();
  const maybe = new Set<string>();
  for (const call of readDownloads(history)) {
    const { heard, request, exchange } = call;
    const target = targetOf(request.url);
    const isPart = heard?.status === 206;
    if (heard !== undefined && isSuccess(heard.status)) (heard.isWhole && !isPart ? whole : maybe).add(target);
    else if (cameInPieces(call) && exchange.answer?.isOk === true) maybe.add(target);
  }
  return { whole, maybe };
};

/** What is missing of a query, in words; where the trace does not tell, that. */
const findGap = (history: History, { id }: QueryLife, { whole, maybe }: Fetched): string => {
  const pages = readPages(history).filter(({ query }) => query === id);
  const unread = readConduct(history).asked.some(({ call, subject }) => subject.query === id && cameInPieces(call));
  const path = followPages(pages);
  if (path === undefined) return unread ? 'unsure' : `query ${id} was not listed to its last page`;
  const targets = collect(path, ({ links }) => links.map(targetOf));
  const missing = targets.filter((target) => !whole.has(target));
  if (missing.length === 0) return 'none';
  if (missing.every((target) => maybe.has(target))) return 'unsure';
  const [first = ''] = missing.filter((target) => !maybe.has(target));
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  return `${first.replace(/^.*?:\/\/[^/]*/, '')}${more} was never downloaded whole`;
};

/** The pages from the first to the last. A page listed again may have led on by either of its tokens. */
const followPages = (pages: readonly Page[]): readonly Page[] | undefined => {
  const byToken = groupBy(pages, ({ subject }) => subject.pageToken);
  const visit = (token: string, before: readonly Page[]): readonly Page[] | undefined => {
    for (const page of byToken.get(token) ?? []) {
      if (before.includes(page)) continue;
      const path = page.next === undefined ? [...before, page] : visit(page.next, [...before, page]);
      if (path !== undefined) return path;
    }
    return undefined;
  };
  return visit('', []);
};
