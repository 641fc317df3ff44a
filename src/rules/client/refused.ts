import type { ErrorName } from '../../spec/errors.ts';
import type { ClientResponse } from '../history.ts';
import { isListedStatus, isRow, isTransient, type Refusal } from '../history/response.ts';
import { append, readOnce } from '../history/selectors.ts';
import { type PortabilityCall, portabilityCalls } from './calls.ts';

/* Calls of interface C that were refused, and whether another try is worth it. */

export type Refused = PortabilityCall & { readonly sure: ClientResponse & { readonly refusal: Refusal } };

export const wasRefused = (call: PortabilityCall): call is Refused => call.sure?.refusal !== undefined;

/** Those that the client knows for certain. They are few in most traces: what is about refusals alone looks at these. */
export const refusedCalls = readOnce((history): readonly Refused[] => portabilityCalls(history).filter(wasRefused));

/**
 * By header, where in the trace its token may have been found expired: whoever may know that has a reason for another token, and for
 * what comes with it.
 */
export const expiriesOf = readOnce((history): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const { credentials, maybe } of portabilityCalls(history)) {
    if (maybe !== undefined && isRow(maybe.refusal, 'tokenExpired')) append(places, credentials, maybe.place);
  }
  return places;
});

/**
 * Not in the table: "is retried first". One with a status of the table and no body that says more may be any of its rows: most
 * of them are final. (Errors, interface C)
 */
const isStrange = (refusal: Refusal): boolean =>
  !refusal.listed && !isTransient(refusal) && !(refusal.isUnreadable && isListedStatus(refusal.status));

export const isWorthRetrying = (refusal: Refusal): boolean =>
  isTransient(refusal) || isStrange(refusal) || isRow(refusal, 'blockedRequest');

/** What may have been refused for good: listings by their query, and creates by their scope, with the turn of the last. */
export const refusedForGood = readOnce((history) => {
  const lists = new Set<string>();
  const creates = new Map<string, number>();
  for (const { subject, maybe } of portabilityCalls(history)) {
    if (maybe?.refusal === undefined || !isForGood(maybe.refusal)) continue;
    if (subject.query !== undefined) lists.add(subject.query);
    else creates.set(subject.scope, Math.max(maybe.answer.turn, creates.get(subject.scope) ?? 0));
  }
  return { lists, creates };
});

/** Refusals after which there is still a way to the data. */
const passing: readonly ErrorName[] = [
  'tokenExpired',
  'queryNotCompleted',
  'accessTimeElapsed',
  'blockedRequest',
  'requestConflict',
];

const isForGood = (refusal: Refusal): boolean => !isTransient(refusal) && !isRow(refusal, ...passing);
