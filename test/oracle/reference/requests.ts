import type { Page } from './answer.ts';
import type { Authority, Create, Event, List, Lower, Operation } from './events.ts';
import { answered, eventAt, type History } from './history.ts';
import { queryOf } from './queries.ts';
import { grantOf } from './tokens.ts';

/** What the two operations of interface C are asked: who asks, and with which parameters. */

export type Asked = Event & (Create | List);

export const askedAt = (history: History, index: number): Asked | undefined => {
  const event = eventAt(history, index);
  return event.kind === 'create' || event.kind === 'list' ? event : undefined;
};

const isLower = ({ token, lower }: Lower & { readonly token: Authority }): boolean =>
  lower === true && typeof token === 'object';

/** The header as it is understood: the word in another case may spoil it. (auth.schemeCase) */
export const understood = (history: History, asked: Lower & { readonly token: Authority }): Authority =>
  isLower(asked) && history.settings.choices['auth.schemeCase'] === 'exact' ? 'malformed' : asked.token;

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

/** The page size as it is read; undefined when none is named. (list.repeatedParameter, list.emptyMaxResults) */
export const maxOf = (history: History, { max, maxAgain }: List): string | undefined => {
  const { choices } = history.settings;
  if (max === undefined) return undefined;
  const refused = maxAgain !== undefined && choices['list.repeatedParameter'] === 'refused';
  const one = maxAgain !== undefined && choices['list.repeatedParameter'] === 'last' ? maxAgain : max;
  if (refused) return `${max} and ${maxAgain}`;
  return one === '' && choices['list.emptyMaxResults'] === 'refused' ? 'nothing' : one;
};

/** Absent, or named as the default, is one and the same unless they are told apart. (cache.defaults) */
const maxWord = (history: History, list: List): string => {
  const max = maxOf(history, list);
  if (max !== undefined && max !== '') return max;
  return history.settings.choices['cache.defaults'] === 'same' ? '250' : 'default';
};

/** Whether the id is none for being in upper case. (query.idCase) */
export const isOtherCase = (history: History, { upper }: List): boolean =>
  upper === true && history.settings.choices['query.idCase'] === 'exact';

/** A parameter that no operation has makes for another request, or does not. (cache.unknownParameter) */
const strangerWord = (history: History, { stranger = '' }: Create | List): string =>
  history.settings.choices['cache.unknownParameter'] === 'different' ? stranger : '';

const queryWord = (history: History, list: List): string => {
  const { query } = list;
  const word = typeof query === 'string' ? query : String(queryOf(history, query.of).startedBy);
  return isOtherCase(history, list) ? `upper ${word}` : word;
};

/** The operation and its parameters; requests with the same are repetitions. The region is no parameter. */
export const parametersOf = (history: History, asked: Create | List): string => {
  const own =
    asked.kind === 'create'
      ? `create ${asked.scope}`
      : ['list', asked.scope, queryWord(history, asked), maxWord(history, asked), pageWord(history, asked)].join(' ');
  return `${own} ${strangerWord(history, asked)}`;
};

/** The header to the letter. */
export const headerWord = (asked: Asked): string => `${isLower(asked) ? 'lower ' : ''}${tokenWord(asked.token)}`;

export const tokenWord = (token: Authority): string => (typeof token === 'string' ? token : `#${token.of}`);

/** Who the caller is to the memory. (cache.identity) */
export const identityOf = (history: History, asked: Create | List): string => {
  const grant = grantOf(history, asked.token);
  if (history.settings.choices['cache.identity'] === 'token') return tokenWord(asked.token);
  return grant?.kind === 'customer' ? `${grant.application}/${grant.customer}` : 'nobody';
};
