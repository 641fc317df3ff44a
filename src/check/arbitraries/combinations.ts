import type { Arbitrary } from 'fast-check';
import type { StepAction } from '../../language/ast.ts';
import type { Draft } from './compose.ts';
import { lengths, lengthsBelow } from './durations.ts';
import type { FC } from './odds.ts';
import { after, on } from './triggers.ts';

/** Faults that are worse together than each is alone, and orders of events that nobody expects. */
export const combinations = (fc: FC): Arbitrary<readonly Draft[]> => fc.oneof(...all.map((one) => one(fc)));

const nths = (fc: FC): Arbitrary<number> => fc.integer({ min: 1, max: 3 });
const durations = (fc: FC): Arbitrary<string> => fc.constantFrom(...lengths);
const expireToken: StepAction = { do: 'expireToken' };
const late = (by: string): StepAction => ({ do: 'fault', fault: 'late', by, times: 1 });

const all: readonly ((fc: FC) => Arbitrary<readonly Draft[]>)[] = [
  // The token dies between two calls, and whoever asks for the new one waits for it while others find the old one dead.
  (fc) =>
    fc.tuple(nths(fc), durations(fc)).map(([nth, by]) => [
      { trigger: on('listDataQueryRecords', nth), action: expireToken },
      { trigger: on('requestToken'), action: late(by) },
    ]),
  // The dead token cannot be exchanged.
  (fc) =>
    fc.tuple(nths(fc), fc.constantFrom('revokeToken', 'revokeConsent', 'rotateSecret')).map(([nth, verb]) => [
      { trigger: on('listDataQueryRecords', nth), action: expireToken },
      { trigger: on('listDataQueryRecords', nth), action: { do: verb } },
    ]),
  // The notification comes before the answer that says what it is about.
  (fc) =>
    fc.constantFrom('10m', '11m', '61m', '5m', '20s').map((by) => [
      { trigger: on('createDataQuery'), action: late(by) },
      { trigger: after('created', '1s'), action: { do: 'finishCollection' } },
    ]),
  // An hour goes by while a refusal is waited out.
  (fc) =>
    fc.tuple(nths(fc), nths(fc), durations(fc)).map(([times, nth, duration]) => [
      {
        trigger: on('listDataQueryRecords'),
        action: { do: 'fail', failure: { kind: 'row', row: 'tooManyRequests' }, times },
      },
      { trigger: on('listDataQueryRecords', nth + 1), action: { do: 'elapse', duration } },
    ]),
  // Consent is taken back while the data is collected, and given again.
  (fc) =>
    fc.constantFrom(...lengthsBelow('10m')).map((wait) => [
      { trigger: after('created', wait), action: { do: 'revokeConsent' } },
      { trigger: on('notification'), action: { do: 'grantConsent' } },
    ]),
  // Links die while they are being fetched, and the token with them.
  (fc) =>
    fc.tuple(nths(fc), durations(fc)).map(([nth, duration]) => [
      { trigger: on('downloadFile', nth), action: { do: 'elapse', duration } },
      { trigger: on('downloadFile', nth), action: expireToken },
    ]),
  // A notification arrives often, and the token does not live to see it.
  (fc) =>
    fc.tuple(nths(fc), durations(fc)).map(([more, by]) => [
      { trigger: on('notification'), action: { do: 'repeatNotification', copies: more + 1, by, times: 1 } },
      { trigger: after('notified', '0s'), action: expireToken },
    ]),
];
