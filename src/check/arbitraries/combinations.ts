import type { Arbitrary } from 'fast-check';
import type { StepAction } from '../../language/ast.ts';
import type { RefusalName } from '../../spec/refusals.ts';
import type { Duration } from '../../spec/time.ts';
import type { Draft } from './compose.ts';
import { lengths, lengthsBelow } from './durations.ts';
import { type FC, oneOf } from './odds.ts';
import { after, on } from './triggers.ts';

const shortSleeps = ['6m', ...lengthsBelow('6m')] as const;

/** Faults that are worse together than each is alone, and orders of events that nobody expects. */
export const combinations = (fc: FC): Arbitrary<readonly Draft[]> => {
  const upTo = (max: number): Arbitrary<number> => fc.integer({ min: 1, max });
  const perhaps = (draft: Draft): Arbitrary<readonly Draft[]> => fc.constantFrom([], [draft]);
  const of = <Fields extends object>(
    fields: { readonly [Name in keyof Fields]: Arbitrary<Fields[Name]> },
    tell: (values: Fields) => readonly Draft[],
  ): readonly [number, Arbitrary<readonly Draft[]>] => [1, fc.record<Fields>(fields).map(tell)];

  return oneOf(
    fc,
    // The token dies between two calls, and whoever asks for the new one waits for it while others find the old one dead.
    of({ nth: upTo(3), by: fc.constantFrom(...lengths) }, ({ nth, by }) => [
      { trigger: on('listDataQueryRecords', nth), action: { do: 'expireToken' } },
      { trigger: on('requestToken'), action: late(by) },
    ]),
    // A query is made, and nobody hears of it.
    of({ fault: fc.constantFrom('reset', 'silence'), times: upTo(2) }, ({ fault, times }) => [
      { trigger: on('createDataQuery'), action: { do: 'fault', fault, times } },
    ]),
    // The notification comes before the answer that says what it is about.
    of({ by: fc.constantFrom('10m', '11m', '61m', '5m', '20s') }, ({ by }) => [
      { trigger: on('createDataQuery'), action: late(by) },
      { trigger: after('created', '1s'), action: { do: 'finishCollection' } },
    ]),
    // An hour goes by while a refusal is waited out.
    of({ times: upTo(3), nth: fc.constantFrom(2, 3), duration: fc.constantFrom(...lengths) }, (chosen) => [
      { trigger: on('listDataQueryRecords'), action: failing('tooManyRequests', chosen.times) },
      { trigger: on('listDataQueryRecords', chosen.nth), action: { do: 'elapse', duration: chosen.duration } },
    ]),
    // Consent is taken back while the data is collected, and perhaps given again.
    of(
      {
        wait: fc.constantFrom(...lengthsBelow('10m')),
        again: perhaps({ trigger: on('notification'), action: { do: 'grantConsent' } }),
      },
      ({ wait, again }) => [{ trigger: after('created', wait), action: { do: 'revokeConsent' } }, ...again],
    ),
    // Links die while they are being fetched, and the token with them.
    of({ nth: upTo(3), duration: fc.constantFrom(...lengths), dies: fc.boolean() }, ({ nth, duration, dies }) => [
      { trigger: on('downloadFile', nth), action: { do: 'elapse', duration } },
      ...(dies ? [{ trigger: on('downloadFile', nth), action: { do: 'expireToken' } } as const] : []),
    ]),
    // A page is listed, and its links are old before anybody can look at them.
    of({ nth: upTo(2), duration: fc.constantFrom(...shortSleeps) }, ({ nth, duration }) => [
      { trigger: after('listed', '0s', nth), action: { do: 'elapse', duration } },
    ]),
    // A notification arrives often, late, or both.
    of({ copies: fc.constantFrom(2, 3), by: fc.constantFrom(...lengths) }, ({ copies, by }) => [
      { trigger: on('notification'), action: { do: 'repeatNotification', copies, by, times: 1 } },
      { trigger: after('notified', '0s'), action: { do: 'expireToken' } },
    ]),
    // Throttled for longer than a client has patience.
    of(
      {
        exchange: fc.constantFrom('createDataQuery', 'listDataQueryRecords'),
        row: fc.constantFrom('tooManyRequests', 'scopeThrottled', 'quotaExceeded'),
        times: fc.integer({ min: 6, max: 8 }),
      },
      ({ exchange, row, times }) => [{ trigger: on(exchange), action: failing(row, times) }],
    ),
    // Nobody answers any more, wherever one turns.
    of(
      {
        exchange: fc.constantFrom('createDataQuery', 'listDataQueryRecords', 'requestToken', 'downloadFile'),
        fault: fc.constantFrom('silence', 'reset', 'refused', 'timeout'),
        times: fc.integer({ min: 3, max: 6 }),
      },
      ({ exchange, fault, times }) => [{ trigger: on(exchange), action: { do: 'fault', fault, times } }],
    ),
    // The dead token cannot be exchanged.
    of({ nth: upTo(2), verb: fc.constantFrom('revokeToken', 'revokeConsent', 'rotateSecret') }, ({ nth, verb }) => [
      { trigger: on('listDataQueryRecords', nth), action: { do: 'expireToken' } },
      { trigger: on('listDataQueryRecords', nth), action: { do: verb } },
    ]),
    // Another query stands in the way.
    of({ times: upTo(3) }, ({ times }) => [
      { trigger: on('createDataQuery'), action: failing('requestConflict', times) },
    ]),
  );
};

const late = (by: Duration): StepAction => ({ do: 'fault', fault: 'late', by, times: 1 });

const failing = (row: RefusalName, times: number): StepAction => ({ do: 'fail', failure: { kind: 'row', row }, times });
