import type { Evidence, Rule } from '../rule.ts';
import type { History } from '../history.ts';
import { type Asked, groupBy, readConduct } from './conduct.ts';
import { type Page, readPages } from './pages.ts';
import { at, decide, inconclusive } from './verdicts.ts';
import { collect } from '../history/collect.ts';

const tokenKey = (query: string, token: string): string => `${query}\n${token}`;

export const followsPages: Rule = {
  id: 'C12',
  name: 'follows-pages',
  judges: 'client',
  level: 'must',
  claim: 'Every page token is followed, with the parameters unchanged, until none is returned.',
  why: 'Records on pages that are not asked for are lost, and a token holds for the listing it came from.',
  section: 'Endpoints, interface C',
  judge: (history) => {
    const { asked, queries, ended } = readConduct(history);
    const pages = readPages(history);
    const sources = groupBy(
      pages.filter(({ next }) => next !== undefined),
      ({ query, next }) => tokenKey(query, next ?? ''),
    );
    const follows = asked.filter(({ subject }) => subject.query !== undefined && subject.pageToken !== '');
    const against = collect(follows, ({ call, subject }): Evidence[] => {
      const query = subject.query ?? '';
      const source = sources.get(tokenKey(query, subject.pageToken));
      // A token may be from before the trace, or from a page that only half arrived.
      if (source === undefined) return queries.has(query) && isStranger(asked, pages, query) ? [at(call, strange)] : [];
      if (source.some((page) => sizeOf(page) === sizeOf({ subject }))) return [];
      return [
        at(
          call,
          `a page was asked for with maxResults ${sizeOf({ subject })}, where the listing had begun with ${sizeOf(source[0])}`,
        ),
      ];
    });
    if (against.length > 0) return decide(against, true, '');
    const left = findLeft(history, pages, follows);
    if (left.length === 0) return decide([], pages.length, 'nothing was listed');
    if (ended?.outcome !== 'fulfilled') return inconclusive('the client did not come to its end');
    return decide(
      left.map(({ call }) => at(call, 'the page gave a token that was never followed')),
      true,
      '',
    );
  },
};

const strange = 'a page was asked for with a token that no page had given';

const sizeOf = (one: Pick<Asked, 'subject'> | undefined): string => {
  const given = one?.subject.maxResults ?? '';
  return given === '' ? '250' : given;
};

/** Whether every page of the query that the client was given was one it read: no other token can have reached it. */
const isStranger = (asked: readonly Asked[], pages: readonly Page[], query: string): boolean => {
  const given = asked.filter(({ subject, call }) => subject.query === query && call.exchange.answer?.isOk === true);
  return given.length === pages.filter((page) => page.query === query).length;
};

/**
 * Pages that have a successor nobody asked for. A page that was listed again has several tokens for the same place, and one
 * of them will do; a query that was given up for a newer one need not be read to its end.
 */
const findLeft = (history: History, pages: readonly Page[], follows: readonly Asked[]): readonly Page[] => {
  const { queries } = readConduct(history);
  const followed = new Set(follows.map(({ subject }) => tokenKey(subject.query ?? '', subject.pageToken)));
  const isGivenUp = (id: string): boolean => {
    const life = queries.get(id);
    if (life === undefined) return true;
    return [...queries.values()].some(
      ({ customer, scope, beganAt }) => customer === life.customer && scope === life.scope && beganAt > life.beganAt,
    );
  };
  const places = groupBy(pages, ({ subject }) => subject.key);
  return collect([...places.values()], (same) => {
    const [first] = same;
    const open = same.filter(({ next }) => next !== undefined);
    if (first === undefined || open.length < same.length) return [];
    const isFollowed = open.some(({ query, next }) => followed.has(tokenKey(query, next ?? '')));
    return isFollowed || isGivenUp(first.query) ? [] : [first];
  });
};
