import type { Numbers } from './generate-actions.ts';
import { pick } from './generate-settings.ts';
import { generateToken, type Find, isContent, recent, type Subject, subjects } from './generate-subjects.ts';
import type { Happening, List } from './reference/events.ts';
import { answered, type History } from './reference/history.ts';
import { queryOf } from './reference/queries.ts';
import { pageAt } from './reference/requests.ts';
import { lengths } from './reference/rows.ts';
import { regions } from './reference/settings.ts';

/** Requests to interface C made from numbers. */

const pathScopes = ['profile', 'nowhere', 'ghost', ' ', 'billing', 'orders', 'no scope'] as const;

export const generateCreate = (history: History, { who, a, b, c }: Numbers): Happening => {
  const subject = pick(subjects, who);
  return {
    kind: 'create',
    region: pick(regions, b % 4 === 0 ? b : 0),
    scope: c % 32 === 31 ? pick(pathScopes, c >> 5) : subject.scope,
    token: generateToken(history, subject, a),
    body: c % 24 === 23 ? 9 + (b % 2) * 300_000 : c % 12 === 10 ? 8 : 0,
    held: b % 8 === 7,
    ...((b >> 3) % 16 === 15 && { lower: true }),
    ...((a >> 6) % 16 === 15 && { stranger: pick(['_', 'force'] as const, c) }),
  };
};

export const maxima = ['2', '250', '1', '2', '', '2', '100', '1', '250', '0', '251', 'abc', '-1', '1.5'] as const;

const generatePage = (history: History, query: List['query'], number: number): List['page'] => {
  if (number % 3 > 0) return number % 31 === 0 ? 'empty' : undefined;
  if (number % 41 === 0) return 'forged';
  const fits: Find = (_, index) => {
    const { content } = answered(history, index);
    if (content.kind !== 'page' || !content.page.next) return false;
    return typeof query === 'string' || content.page.query === queryOf(history, query.of).startedBy;
  };
  const carries: Find = (_, index) => {
    const { content } = answered(history, index);
    return content.kind === 'page' && content.page.next;
  };
  return recent(history, number % 37 === 0 ? carries : fits, number % 8 > 1 ? 0 : number >> 4);
};

const generateQuery = (history: History, subject: Subject, number: number): List['query'] => {
  const isQuery = isContent(history, 'query');
  const isOwn: Find = (event, index) => {
    if (!isQuery(event, index)) return false;
    const { customer, scope } = queryOf(history, index);
    return customer === subject.customer && scope === subject.scope;
  };
  switch (number % 48) {
    case 45:
      return 'unknown';
    case 46:
      return 'malformed';
    case 47:
      return 'blank';
    case 44:
    case 43:
      return recent(history, isQuery, number >> 4) ?? 'unknown';
    case 42:
    case 41:
      return recent(history, isOwn, number >> 6) ?? 'unknown';
    default:
      return recent(history, isOwn) ?? recent(history, isQuery) ?? 'unknown';
  }
};

export const generateList = (history: History, { who, a, b, c }: Numbers): List => {
  const subject = pick(subjects, who);
  const query = generateQuery(history, subject, b);
  return {
    kind: 'list',
    region: pick(regions, a % 4 === 0 ? c : 0),
    scope: (a + b) % 32 === 31 ? pick(pathScopes, c) : subject.scope,
    token: generateToken(history, subject, a),
    query,
    max: c % 4 < 2 ? undefined : pick(maxima, c >> 2),
    page: generatePage(history, query, c >> 1),
    held: (a >> 2) % 8 === 7,
    ...((a >> 5) % 16 === 15 && { lower: true }),
    ...((c >> 3) % 16 === 15 && typeof query === 'object' && { upper: true }),
    ...((a + c) % 8 === 7 && { maxAgain: pick(maxima, b) }),
    ...((b >> 5) % 16 === 15 && { stranger: pick(['_', 'page'] as const, c) }),
    ...((b >> 4) % 24 === 23 && { body: pick([4, 9, 300_000] as const, a) }),
  };
};

/** A page token can be sent when its five minutes end. */
export const whenListed = (history: History, { page }: List, number: number, now: number): number => {
  if (typeof page !== 'object' || number % 5 > 0) return now;
  return Math.max(now, pageAt(history, page.of).issuedAt + lengths.pageToken + pick([0, -1, 1], number >> 3));
};

export const generateStray = (history: History, { who, a, b, c }: Numbers): Happening => ({
  kind: 'stray',
  region: pick(regions, c),
  shape: pick(
    ['unknown-path', 'wrong-method', 'undecodable', 'create-without-scope', 'list-without-query'] as const,
    b,
  ),
  token: generateToken(history, pick(subjects, who), a),
});
