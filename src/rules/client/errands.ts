import { tellsFailure } from '../../trace/failure-words.ts';
import type { Plain, Told } from '../../trace/told.ts';
import type { History } from '../history.ts';
import { atCall, heldUnless, inconclusive, type Verdict } from '../verdicts.ts';
import { callsOf } from './calls.ts';

/*
 * What a client says that has no data to import, and has come to send mails or to call the store APIs. Beside an import both
 * may be a courtesy, of which it need not tell.
 */

const errands = ['sendEmail', 'callSubmission', 'callReporting', 'requestToken'] as const;

export const judgeErrands = (history: History, told: Told | undefined): Verdict => {
  const refused = errands
    .flatMap((operation) => callsOf(history, operation).at(-1) ?? [])
    .filter(({ sure }) => sure?.refusal !== undefined);
  if (refused.length === 0 || history.context.runBy === 'test') return inconclusive('no query was created');
  if (told === undefined) return inconclusive('the trace does not show what the client says of what it was refused');
  if (told.unread !== undefined) return inconclusive(`what the client returned cannot be compared: ${told.unread}`);
  const statuses = refused.map(({ sure }) => sure?.status);
  if (told.value !== undefined && tellsRefusal(told.value, statuses)) return inconclusive('no query was created');
  return heldUnless(
    refused.map((call) =>
      atCall(
        call,
        `${call.operation} was refused with ${call.sure?.status}, and nothing in what the client returned says so`,
      ),
    ),
  );
};

/** By a word of failure, by the status, or by what stands for nothing: `sent: 0`, `{ ok: false }`, `[null]`. */
const tellsRefusal = (value: Plain, statuses: readonly (Plain | undefined)[]): boolean => {
  if (value === null || value === 0 || statuses.includes(value) || tellsFailure(value, (text) => text)) return true;
  return typeof value === 'object' && Object.values(value).some((one: Plain) => tellsRefusal(one, statuses));
};
