import { type ErrorName, errors } from '../../spec/errors.ts';
import { limits } from '../../spec/limits.ts';
import { retryStatuses } from '../../spec/retry.ts';
import type { Call, Heard } from './calls.ts';

/** What a call of interface C asks for, whatever region and token it goes by. */
export interface Subject {
  readonly scope: string;
  /** Absent for a create. */
  readonly query?: string;
  /** As given; the empty text when left out. (Endpoints, interface C) */
  readonly maxResults: string;
  readonly pageToken: string;
  /** All of it as one text. */
  readonly key: string;
}

export const readSubject = ({ operation, exchange }: Call): Subject | undefined => {
  if (operation !== 'createDataQuery' && operation !== 'listDataQueryRecords') return undefined;
  const { scope = '', queryId: query, query: given } = exchange.call;
  const maxResults = given.get('maxResults') ?? '';
  const pageToken = given.get('nextPageToken') ?? '';
  const size = maxResults === '' ? String(limits.pageSize.usual) : maxResults;
  const key = query === undefined ? `create ${scope}` : `list ${scope} ${query} ${size} ${pageToken}`;
  return { scope, maxResults, pageToken, key, ...(query !== undefined && { query }) };
};

/** How a refusal looks to a client. */
export type Refusal =
  | { readonly listed: true; readonly row: ErrorName; readonly status: number }
  /** No row of the table, or one that cannot be made out. */
  | { readonly listed: false; readonly status: number; readonly isSpoiled: boolean };

/** A refusal of interface C that the client heard, read as it has to: by status, category, type and message. */
export const readRefusal = (heard: Heard | undefined): Refusal | undefined => {
  if (heard === undefined || heard.status < 400) return undefined;
  const { status, isWhole, answer } = heard;
  const row = isWhole ? answer.row : undefined;
  return row === undefined ? { listed: false, status, isSpoiled: !isWhole } : { listed: true, row, status };
};

/** "For HTTP 429, 500 and 504 the caller retries." (Errors, interface C) */
export const isTransient = ({ status }: Refusal): boolean => (retryStatuses as readonly number[]).includes(status);

export const isRow = (refusal: Refusal | undefined, ...names: readonly ErrorName[]): boolean =>
  refusal?.listed === true && names.includes(refusal.row);

/** A refusal in a few words, for evidence. */
export const nameRefusal = (refusal: Refusal): string =>
  refusal.listed ? `${refusal.status} ${errors[refusal.row].type}` : String(refusal.status);
