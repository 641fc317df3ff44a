import type { RefusalName } from '../spec/refusals.ts';
import type { OperationName } from '../spec/routes.ts';

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

export const isOfOperation = (row: RefusalName, operation: OperationName): boolean =>
  (onlyOf[row] ?? operation) === operation;
