import { type ErrorName, errors } from './errors.ts';
import { isRetriedStatus, retryWaits } from './retry.ts';
import { type OperationName, operations } from './routes.ts';
import type { Section } from './sections.ts';

/** What the document asks of a caller that was refused, as the end of a sentence, and where it does. */
export interface Remedy {
  readonly asks: string;
  readonly section: Section;
}

const retried: Remedy = {
  asks: `the request is tried again, after waits such as ${retryWaits.join(', ')}`,
  section: 'Errors, interface C',
};

const newStoreToken: Remedy = {
  asks: 'a new token is asked for, and then the request is tried again',
  section: 'Authentication, interface B',
};

/** Refusals after which the document names another way on than a retry, or says that there is none. */
const remedies: Partial<Readonly<Record<ErrorName, Remedy>>> = {
  tokenExpired: {
    asks: 'a new token is generated with the refresh token, and then the request is tried again',
    section: 'Authentication, interface C',
  },
  tokenRevoked: {
    asks: 'the customer has to authorize the application anew: the token is of no use any more',
    section: 'Authentication, interface C',
  },
  queryNotCompleted: {
    asks: 'records are listed once the notification has said that the query is COMPLETED',
    section: 'States and transitions',
  },
  accessTimeElapsed: {
    asks: 'a new query is created, since the hour of the old one is over',
    section: 'States and transitions',
  },
  requestConflict: {
    asks: 'no other query is created until the one that blocks it has ended',
    section: 'States and transitions',
  },
  quotaExceeded: { asks: 'the requests of a day are used up, and wait for the next', section: 'Limits, interface C' },
  blockedRequest: retried,
};

const unlisted: Remedy = {
  asks: 'an error that is not in the table is tried again first; if it stays, support is asked',
  section: 'Errors, interface C',
};

const freshLinks: Remedy = {
  asks: 'a link lives for five minutes, and listing the page again within the hour gives new ones',
  section: 'Endpoints, interface C',
};

/** What is to be done after an answer with this status, and with this row of the table where it has one; undefined where nobody says. */
export const remedyOf = (operation: OperationName, status: number, row: string | undefined): Remedy | undefined => {
  const { host } = operations[operation];
  if (host === 'links') return freshLinks;
  if (host === 'submission' || host === 'reporting') return status === 403 ? newStoreToken : undefined;
  if (host !== 'portability') return undefined;
  if (row === undefined || !Object.hasOwn(errors, row)) return isRetriedStatus(status) ? retried : unlisted;
  return remedies[row as ErrorName] ?? (isRetriedStatus(status) ? retried : undefined);
};
