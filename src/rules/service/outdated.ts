import type { Answered, History } from '../history.ts';
import { textIn } from '../history/read-text.ts';
import { isCreate, isFresh } from './portability.ts';

/**
 * Whether what was remembered has ceased to be so, in a way that the ledger has end the memory of it. That the new answer
 * fits the state of things is the affair of other rules.
 */
export const isOutdated = ({ context, queries, world }: History, first: Answered, { answer }: Answered): boolean => {
  const { assumptions } = context;
  if (!isFresh({ answer })) return false;
  if (isCreate(first)) {
    if (first.answer.row === 'requestConflict') return assumptions['cache.afterConflict'] === 'new-query';
    if (!first.answer.isOk || assumptions['cache.afterEnd'] === 'remembered-201') return false;
    const ended = queries.get(textIn(first.answer.json, 'id') ?? '')?.ended;
    return world === undefined || (ended !== undefined && ended.turn < answer.turn);
  }
  if (first.answer.row === 'queryNotCompleted') return assumptions['cache.afterCompletion'] === 'records';
  return answer.row === 'accessTimeElapsed' && assumptions['cache.pastListingHour'] === 'elapsed';
};
