import { answered, asFoundBy, type History } from './history.ts';
import { listability } from './notifications.ts';
import { underWay } from './operations.ts';
import { endingOf, queryOf } from './queries.ts';
import type { Asked } from './requests.ts';

/** What is remembered against what is so by now. */

/** Whether the remembered answer of an event has ceased to be true in a way that ends the memory of it. */
export const isOutdated = (history: History, index: number, asked: Asked, remembered: number): boolean => {
  const { choices } = history.settings;
  const view = asFoundBy(history, index);
  const { content } = answered(history, remembered);
  if (content.kind === 'query') {
    const status = endingOf(history, queryOf(history, remembered), view)?.status;
    const ending = choices['cache.afterEnd'];
    if (ending === 'new-after-end') return status !== undefined;
    return ending === 'new-after-cancel' && status === 'CANCELED';
  }
  if (content.kind === 'page') {
    const over = listability(history, queryOf(history, content.page.query), view) === 'elapsed';
    return choices['cache.pastListingHour'] === 'elapsed' && over;
  }
  if (content.kind !== 'refusal') return false;
  if (content.row === 'requestConflict' && asked.kind === 'create') {
    return choices['cache.afterConflict'] === 'new-query' && underWay(history, index, asked) === undefined;
  }
  if (content.row === 'queryNotCompleted' && asked.kind === 'list' && typeof asked.query === 'object') {
    const state = listability(history, queryOf(history, asked.query.of), view);
    return choices['cache.afterCompletion'] === 'records' && state !== 'not completed';
  }
  return false;
};
