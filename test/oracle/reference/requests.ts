import type { Page } from './answer.ts';
import type { Authority, Create, Event, List, Operation } from './events.ts';
import { answered, eventAt, type History } from './history.ts';
import { queryOf } from './queries.ts';
import { grantOf } from './tokens.ts';

/** What the two operations of interface C are asked: who asks, and with which parameters. */

export type Asked = Event & (Create | List);

export const askedAt = (history: History, index: number): Asked | undefined => {
  const event = eventAt(history, index);
  return event.kind === 'create' || event.kind === 'list' ? event : undefined;
};

export const operationOf = (asked: Create | List): Operation =>
  asked.kind === 'create' ? 'createDataQuery' : 'listDataQueryRecords';

/** The page whose token the event's answer carried. */
export const pageAt = (history: History, list: number): Page => {
  const { content } = answered(history, list);
  if (content.kind !== 'page') throw new RangeError(`event ${list} gave no page`);
  return content.page;
};

/** What a page token says. Two that say the same are one. */
const pageWord = (history: History, { page }: List): string => {
  if (page === undefined || page === 'empty') return '';
  if (page === 'forged') return page;
  const { query, from, count, size, issuedAt } = pageAt(history, page.of);
  return [query, from + count, size, issuedAt].join('.');
};

/** Absent, or named as the default, is one and the same unless they are told apart. (cache.defaults) */
const maxWord = (history: History, { max }: List): string => {
  if (max !== undefined && max !== '') return max;
  return history.settings.choices['cache.defaults'] === 'same' ? '250' : 'default';
};

const queryWord = (history: History, { query }: List): string =>
  typeof query === 'string' ? query : String(queryOf(history, query.of).startedBy);

/** The operation and its parameters; requests with the same are repetitions. The region is no parameter. */
export const parametersOf = (history: History, asked: Create | List): string =>
  asked.kind === 'create'
    ? `create ${asked.scope}`
    : ['list', asked.scope, queryWord(history, asked), maxWord(history, asked), pageWord(history, asked)].join(' ');

export const tokenWord = (token: Authority): string => (typeof token === 'string' ? token : `#${token.of}`);

/** Who the caller is to the memory. (cache.identity) */
export const identityOf = (history: History, asked: Create | List): string => {
  const grant = grantOf(history, asked.token);
  if (history.settings.choices['cache.identity'] === 'token') return tokenWord(asked.token);
  return grant?.kind === 'customer' ? `${grant.application}/${grant.customer}` : 'nobody';
};
