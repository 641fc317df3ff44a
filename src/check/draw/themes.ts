import type { StepAction, Trigger } from '../../language/ast.ts';
import { pick, pickAny } from './draws.ts';
import { delays, type Numbers } from './faults.ts';
import { sleeps } from './levers.ts';
import { lengthsBelow } from './durations.ts';

/** A step before it has a place. */
export interface Act {
  readonly trigger: Trigger;
  readonly action: StepAction;
}

const on = (exchange: Extract<Trigger, { kind: 'on' }>['exchange'], nth = 1): Trigger => ({
  kind: 'on',
  exchange,
  nth,
});

const after = (event: Extract<Trigger, { kind: 'after' }>['event'], wait: string): Trigger => ({
  kind: 'after',
  event,
  nth: 1,
  wait,
});

const shortSleeps = ['6m', ...lengthsBelow('6m')];

/** Faults that are worse together than each is alone, and orders of things that nobody expects. */
const themes: readonly [(numbers: Numbers) => readonly Act[], ...((numbers: Numbers) => readonly Act[])[]] = [
  // The token dies between two calls, and whoever asks for the new one waits for it while others find the old one dead.
  ({ a, b }) => [
    { trigger: on('listDataQueryRecords', 1 + (a % 3)), action: { do: 'expireToken' } },
    { trigger: on('requestToken'), action: { do: 'fault', fault: 'late', by: pickAny(delays, b) ?? '2s', times: 1 } },
  ],
  // A query is made, and nobody hears of it.
  ({ a, b }) => [
    {
      trigger: on('createDataQuery'),
      action: { do: 'fault', fault: pick(['reset', 'silence'], a), times: 1 + (b % 2) },
    },
  ],
  // The notification comes before the answer that says what it is about.
  ({ a }) => [
    {
      trigger: on('createDataQuery'),
      action: { do: 'fault', fault: 'late', by: pick(['10m', '11m', '61m', '5m', '20s'], a), times: 1 },
    },
    { trigger: after('created', '1s'), action: { do: 'finishCollection' } },
  ],
  // An hour goes by while a refusal is waited out.
  ({ a, b, c }) => [
    {
      trigger: on('listDataQueryRecords'),
      action: { do: 'fail', failure: { kind: 'row', row: 'tooManyRequests' }, times: 1 + (c % 3) },
    },
    {
      trigger: on('listDataQueryRecords', 2 + (a % 2)),
      action: { do: 'elapse', duration: pickAny(sleeps, b) ?? '61m' },
    },
  ],
  // Consent is taken back while the data is collected, and perhaps given again.
  ({ a, b }) => [
    { trigger: after('created', pickAny(lengthsBelow('10m'), a) ?? '1m'), action: { do: 'revokeConsent' } },
    ...(b % 2 === 0 ? [] : [{ trigger: on('notification'), action: { do: 'grantConsent' } } as const]),
  ],
  // Links die while they are being fetched, and the token with them.
  ({ a, b }) => [
    { trigger: on('downloadFile', 1 + (a % 3)), action: { do: 'elapse', duration: pickAny(sleeps, b) ?? '6m' } },
    ...(a % 2 === 0 ? [] : [{ trigger: on('downloadFile', 1 + (a % 3)), action: { do: 'expireToken' } } as const]),
  ],
  // A page is listed, and its links are old before anybody can look at them.
  ({ a, b }) => [
    {
      trigger: { kind: 'after', event: 'listed', nth: 1 + (a % 2), wait: '0s' },
      action: { do: 'elapse', duration: pickAny(shortSleeps, b) ?? '6m' },
    },
  ],
  // A notification arrives often, late, or both.
  ({ a, b }) => [
    {
      trigger: on('notification'),
      action: { do: 'repeatNotification', copies: 2 + (a % 2), by: pickAny(delays, b) ?? '10s', times: 1 },
    },
    { trigger: after('notified', '0s'), action: { do: 'expireToken' } },
  ],
  // Throttled for longer than a client has patience.
  ({ a, b }) => [
    {
      trigger: on(pick(['createDataQuery', 'listDataQueryRecords'], a)),
      action: {
        do: 'fail',
        failure: { kind: 'row', row: pick(['tooManyRequests', 'scopeThrottled', 'quotaExceeded'], b) },
        times: 6 + (b % 3),
      },
    },
  ],
  // Nobody answers any more, wherever one turns.
  ({ a, b }) => [
    {
      trigger: on(pick(['createDataQuery', 'listDataQueryRecords', 'requestToken', 'downloadFile'], a)),
      action: { do: 'fault', fault: pick(['silence', 'reset', 'refused', 'timeout'], b), times: 3 + (b % 4) },
    },
  ],
  // The dead token cannot be exchanged.
  ({ a, b }) => [
    { trigger: on('listDataQueryRecords', 1 + (a % 2)), action: { do: 'expireToken' } },
    {
      trigger: on('listDataQueryRecords', 1 + (a % 2)),
      action: { do: pick(['revokeToken', 'revokeConsent', 'rotateSecret'], b) },
    },
  ],
  // Another query stands in the way.
  ({ b }) => [
    {
      trigger: on('createDataQuery'),
      action: { do: 'fail', failure: { kind: 'row', row: 'requestConflict' }, times: pick([1, 2, 3], b) },
    },
  ],
];

export const drawTheme = (which: number, numbers: Numbers): readonly Act[] => pick(themes, which)(numbers);
