import { type ErrorName, errorNames, errors } from '../../spec/errors.ts';
import { retryStatuses } from '../../spec/retry.ts';
import type { Answer } from './answer.ts';

/** What a client saw of an answer, or may have seen. */
export interface ClientResponse {
  readonly at: number;
  readonly place: number;
  readonly status: number;
  readonly answer: Answer;
  /** Whether the body was as the service had sent it. The status can be relied on in any case. */
  readonly isWhole: boolean;
  /** What it was refused with, where it was, read as a refusal of interface C. */
  readonly refusal: Refusal | undefined;
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** How a refusal looks to a client. */
export type Refusal =
  | { readonly listed: true; readonly row: ErrorName; readonly status: number }
  /** No row of the table, or one that cannot be made out, since there is no body that can be read. */
  | { readonly listed: false; readonly status: number; readonly isUnreadable: boolean };

/** A refusal of interface C as a client has to read it: by status, category, type and message. */
export const readRefusal = (answer: Answer, isWhole: boolean): Refusal | undefined => {
  const { status } = answer;
  if (status < 400) return undefined;
  const row = isWhole ? answer.row : undefined;
  if (row !== undefined) return { listed: true, row, status };
  return { listed: false, status, isUnreadable: !isWhole || answer.json === undefined };
};

const listedStatuses: ReadonlySet<number> = new Set(errorNames.map((name) => errors[name].status));

/** Whether some row of the table has that status. */
export const isListedStatus = (status: number): boolean => listedStatuses.has(status);

/** "For HTTP 429, 500 and 504 the caller retries." (Errors, interface C) */
export const isTransient = ({ status }: Refusal): boolean => (retryStatuses as readonly number[]).includes(status);

export const isRow = (refusal: Refusal | undefined, ...names: readonly ErrorName[]): boolean =>
  refusal?.listed === true && names.includes(refusal.row);

/** A refusal in a few words, for evidence. */
export const nameRefusal = (refusal: Refusal): string =>
  refusal.listed ? `${refusal.status} ${errors[refusal.row].type}` : String(refusal.status);
