import type { ErrorName } from '../../spec/errors.ts';
import type { Story } from '../history.ts';
import { type QueryLife, readConduct } from './conduct.ts';
import { isRow, isTransient, type Refusal } from './subjects.ts';

/** Whether all went as it should: no refusal, no fault, nothing late, nothing that a scenario did. */
export const nothingStoodInTheWay = (story: Story): boolean => {
  const { calls, notices, queries } = readConduct(story);
  const isSmooth = calls.every(
    ({ heard, exchange }) => heard?.isWhole === true && heard.answer.isOk && !exchange.answer?.isInjected,
  );
  const isDisturbed = story.entries.some(({ kind }) =>
    ['fault', 'notificationFault', 'action', 'slept'].includes(kind),
  );
  const isHeld = [...queries.values()].some(({ final }) => final === undefined);
  const isTaken = notices.every(({ outcomes, status }) => status === 'COMPLETED' && outcomes.length > 0);
  return isSmooth && isTaken && !isDisturbed && !isHeld;
};

/** Whether the data of a query was not to be had, whatever the client did. */
export const wasOutOfReach = (story: Story, { id, scope, final }: QueryLife): boolean => {
  if (final?.status !== 'completed') return true;
  const { asked, notices } = readConduct(story);
  const isTold = notices.some(
    ({ query, outcomes }) => query === id && outcomes.some(({ kind }) => kind === 'delivered'),
  );
  if (!isTold) return true;
  return asked.some(({ subject, refusal }) => {
    const isOfQuery = subject.query === id || (subject.query === undefined && subject.scope === scope);
    return isOfQuery && refusal !== undefined && isForGood(refusal);
  });
};

/** Refusals after which there is still a way to the data. */
const passing: readonly ErrorName[] = [
  'tokenExpired',
  'queryNotCompleted',
  'accessTimeElapsed',
  'blockedRequest',
  'requestConflict',
];

const isForGood = (refusal: Refusal): boolean => !isTransient(refusal) && !isRow(refusal, ...passing);
