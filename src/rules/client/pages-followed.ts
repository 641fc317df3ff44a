import { limits } from '../../spec/limits.ts';
import type { Exchange, History } from '../history.ts';
import { type Arrival, readArrivals } from '../history/arrivals.ts';
import { collect, groupBy, join, readOnce } from '../history/selectors.ts';
import { clientRule } from '../rule.ts';
import { atCall, decide, type Evidence, heldUnless, inconclusive } from '../verdicts.ts';
import { begunQueries, isList, listsOf, mayHaveFailed, type PortabilityCall, portabilityCalls } from './calls.ts';
import { otherCause, wasBrokenOff } from './other-cause.ts';
import { maybePages, type Page, pagesGiving, readDownloads, surePages, tokenKey } from './pages.ts';
import { tellsOf } from './telling.ts';

export const followsPages = clientRule({
  id: 'C12',
  name: 'follows-pages',
  level: 'must',
  claim: 'Every page token is followed, with the parameters unchanged, until none is returned.',
  why: 'Records on pages that are not asked for are lost, and a token holds for the listing it came from.',
  section: 'Endpoints, interface C',
  good: [
    ['10m', 'client', 'listDataQueryRecords → 200, 250 records and a token'],
    ['10m', 'client', 'listDataQueryRecords with it → 200, one record'],
    ['10m', 'client', 'finished'],
  ],
  bad: [
    ['10m', 'client', 'listDataQueryRecords → 200, 250 records and a token'],
    ['10m', 'client', 'finished'],
  ],
  judge: (history) => {
    const pages = surePages(history);
    const follows = portabilityCalls(history).filter((call) => isList(call) && call.subject.pageToken !== '');
    const against = collect(follows, (call) => judgeFollowing(history, call));
    if (against.length > 0) return heldUnless(against);
    const left = findLeft(history, pages, follows);
    if (left.length === 0) return decide([], pages.length, 'nothing was listed');
    if (history.ended?.outcome !== 'fulfilled') return inconclusive('the client did not come to its end');
    const told = toldMissing(history);
    const certain = left.filter(
      (page) =>
        history.ends[page.call.run]?.outcome !== 'rejected' &&
        !wasBrokenOff(history, page.call) &&
        !wasMissed(history, page) &&
        !told.has(page.query),
    );
    if (certain.length === 0) return otherCause;
    return heldUnless(certain.map(({ call }) => atCall(call, 'the page gave a token that was never followed')));
  },
});

/** Judges a call with a page token by the pages that gave the token. */
const judgeFollowing = (history: History, call: PortabilityCall): readonly Evidence[] => {
  const { query = '', pageToken } = call.subject;
  const source = pagesGiving(history, query, pageToken);
  // A token may be from before the trace, or from a page that only half arrived.
  if (source.length === 0) {
    return readWhole(history).has(query)
      ? [atCall(call, 'a page was asked for with a token that no page had given')]
      : [];
  }
  const size = sizeOf(call);
  if (source.some((page) => sizeOf(page.call) === size) || hadFailed(history, call)) return [];
  const begunWith = sizeOf(source[0]?.call);
  return [atCall(call, `a page was asked for with maxResults ${size}, where the listing had begun with ${begunWith}`)];
};

/** A page that was not to be had may be asked for in smaller pieces. */
const hadFailed = (history: History, { subject, place }: PortabilityCall): boolean =>
  (firstFailures(history).get(tokenKey(subject.query ?? '', subject.pageToken)) ?? place) < place;

/** By page token, where in the trace a call with it was first sent that may have come to nothing. */
const firstFailures = readOnce((history) => {
  const first = new Map<string, number>();
  for (const call of portabilityCalls(history)) {
    const { query, pageToken } = call.subject;
    if (query === undefined || !mayHaveFailed(history, call)) continue;
    const key = tokenKey(query, pageToken);
    first.set(key, first.get(key) ?? call.place);
  }
  return first;
});

const sizeOf = (call: PortabilityCall | undefined): string => call?.subject.maxResults || String(limits.pageSize.usual);

/** Queries of which the client read every page that it was given: no other token can have reached it. */
const readWhole = readOnce(
  (history) =>
    new Set(
      [...begunQueries(history).keys()].filter((query) =>
        listsOf(history, query).every(({ answer, sure }) => answer?.isOk !== true || sure?.isWhole === true),
      ),
    ),
);

/**
 * Pages that have a successor nobody asked for. A page that was listed again has several tokens for the same place, and one
 * of them will do. A query that was read to its end by way of others, as with pages of another size, needs none of them, nor does
 * one that was given up for a newer one.
 */
const findLeft = (history: History, pages: readonly Page[], follows: readonly PortabilityCall[]): readonly Page[] => {
  const followed = new Set(follows.map(({ subject }) => tokenKey(subject.query ?? '', subject.pageToken)));
  const places = groupBy(pages, ({ call }) => call.subject.key);
  return collect([...places.values()], (same) => {
    const [first] = same;
    const open = same.filter(({ next }) => next !== undefined);
    if (first === undefined || open.length < same.length) return [];
    const isFollowed = open.some(({ query, next }) => followed.has(tokenKey(query, next ?? '')));
    const isDone = isFollowed || readToTheEnd(history).has(first.query) || wasGivenUp(history, first.query);
    return isDone ? [] : [first];
  });
};

/** Whether a file of that page was asked for, and never to be had. */
const wasMissed = (history: History, { links }: Page): boolean => {
  return links.some((link) => {
    const tries = triesOf(history).get(link) ?? [];
    return tries.length > 0 && !tries.some(wasHad);
  });
};

/** Queries of customers and scopes of which the client says in its result that they did not arrive. (C17) */
const toldMissing = (history: History): ReadonlySet<string> => {
  const arrivals = readArrivals(history);
  const isTold = (one: Arrival): boolean => history.ends.some(({ told }) => tellsOf(told?.value, one, arrivals));
  const told = arrivals.filter((one) => one.state === 'missing' && isTold(one));
  return new Set(told.flatMap(({ queries }) => queries.map(({ id }) => id)));
};

const triesOf = readOnce((history) => groupBy(readDownloads(history), ({ request }) => request.url));

const wasHad = ({ sure }: Exchange): boolean => sure?.isWhole === true && sure.answer.isOk;

/** Queries that may have been read to their end. */
const readToTheEnd = readOnce((history) => {
  const byQuery = groupBy(maybePages(history), ({ query }) => query);
  return new Set([...byQuery].flatMap(([query, pages]) => (leadsToTheEnd(pages) ? [query] : [])));
});

/** Whether tokens lead from the first page of a query to its last. */
const leadsToTheEnd = (pages: readonly Page[]): boolean => {
  const byToken = groupBy(pages, ({ call }) => call.subject.pageToken);
  const reached = new Set(['']);
  for (const token of reached) {
    for (const { next } of byToken.get(token) ?? []) {
      if (next === undefined) return true;
      reached.add(next);
    }
  }
  return false;
};

const wasGivenUp = (history: History, id: string): boolean => {
  const begun = begunQueries(history).get(id)?.begun;
  return begun === undefined || (latestBegin(history).get(join(begun.customer, begun.scope)) ?? 0) > begun.at;
};

/** By customer and scope, when the last query began. */
const latestBegin = readOnce((history) => {
  const latest = new Map<string, number>();
  for (const { begun } of begunQueries(history).values()) {
    const key = join(begun.customer, begun.scope);
    latest.set(key, Math.max(begun.at, latest.get(key) ?? begun.at));
  }
  return latest;
});
