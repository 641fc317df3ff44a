import { errorNames, errors, errorSection } from '../../spec/errors.ts';
import { isRetriedStatus, retryWaits } from '../../spec/retry.ts';
import { operationNames } from '../../spec/routes.ts';
import type { TopicRow } from './topic.ts';

/** What a scenario can have answered, and what a client can see. */
const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);

const rowsOf = (status: number) => errorNames.filter((name) => errors[name].status === status);

const sayRetry = (status: number): string => {
  if (isRetriedStatus(status)) return `yes, after ${retryWaits.join(', ')}; then a person takes over`;
  return rowsOf(status).length > 0
    ? 'no, but for those of its refusals that say otherwise'
    : 'yes, at first; should it stay, a person takes over';
};

/** What an answer with a status means to a client of interface C. */
export const statusTopics: readonly TopicRow[] = statuses.map((status) => {
  const rows = rowsOf(status);
  const what = status < 400 ? 'no refusal' : rows.length === 0 ? 'outside the table of errors' : 'a refusal';
  return {
    name: String(status),
    // Coverage counts answers that are in no table by their status.
    aliases: [...operationNames, 'unknown'].map((operation) => `${operation}: ${status}`),
    what: rows.length === 0 ? what : rows.join(', '),
    facts: [
      ['is', what],
      ...rows.map((name) => ['refusal', `${name}: ${errors[name].when}`] as const),
      ['retry', status < 400 ? undefined : sayRetry(status)],
      ['section', errorSection],
    ],
  };
});
