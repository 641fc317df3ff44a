import type { Section } from './sections.ts';
import type { Duration } from './time.ts';

export const retrySection: Section = 'Errors, interface C';

/** The suggested wait before each retry; after the last one a person takes over. */
export const retryWaits = ['1s', '2s', '4s', '10s', '30s'] as const satisfies readonly Duration[];

/** Before each further one. */
export const longestRetryWait = retryWaits[4];

/** The statuses a caller is told to try again. */
export const retryStatuses = [429, 500, 504] as const;

export type RetryStatus = (typeof retryStatuses)[number];

export const isRetriedStatus = (status: number): status is RetryStatus => retryStatuses.some((one) => one === status);

export const retryRules = {
  noneByDefault: 'Nothing is retried unless the caller sets it up.',
  retriedStatuses: 'The caller repeats a request that ended in one of the retry statuses.',
  growingWaits: 'Repeated retries follow the suggested waits up to a limit of the caller, then log and go to a person.',
  unknownErrors: 'An error outside the table is first retried; should it stay, support is asked.',
} as const;
