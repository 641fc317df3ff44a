import type { Failure } from '../core/action.ts';
import { errors } from '../spec/errors.ts';
import { isErrorName, type RefusalName, refusalsOf } from '../spec/refusals.ts';
import { retryStatuses } from '../spec/retry.ts';
import { type OperationName, operations } from '../spec/routes.ts';

/** Refusals of interface C that by their words only one of its operations gives. (Errors, interface C) */
const onlyOf: Partial<Readonly<Record<RefusalName, OperationName>>> = {
  requestConflict: 'createDataQuery',
  queryNotCompleted: 'listDataQueryRecords',
  accessTimeElapsed: 'listDataQueryRecords',
  queryIdNotFound: 'listDataQueryRecords',
  invalidMaxResults: 'listDataQueryRecords',
  invalidNextPage: 'listDataQueryRecords',
  blankQueryId: 'listDataQueryRecords',
};

/** The refusals that an operation can give. */
export const refusalsAt = (operation: OperationName): readonly RefusalName[] =>
  refusalsOf[operations[operation].host].filter((row) => (onlyOf[row] ?? operation) === operation);

/** What any server, or one that stands before it, may answer with no body that says more: "any standard HTTP status". (Errors, interface C) */
export const bareStatuses = [503, 500, 429, 504, 418, 502, 401] as const;

/** In no table of the interfaces, one of each class: they stand for the others where runs are few. */
export const strangeStatuses: readonly number[] = [503, 418];

/** Those that none of its own refusals has. */
export const unlistedAt = (operation: OperationName): readonly number[] => {
  const listed = refusalsAt(operation).map((row) => statusOf({ kind: 'row', row }));
  return bareStatuses.filter((status) => !listed.includes(status));
};

/** Whether the document says to try again after it, and nothing else. (Errors, interface C) */
export const isRetried = (row: RefusalName): boolean => {
  if (!isErrorName(row) || row === 'quotaExceeded') return false;
  return row === 'blockedRequest' || retryStatuses.some((status) => status === errors[row].status);
};

/** The status that a client sees; 0 for a refusal that has none of interface C. */
export const statusOf = (failure: Failure): number => {
  if (failure.kind === 'status') return failure.status;
  return isErrorName(failure.row) ? errors[failure.row].status : 0;
};
