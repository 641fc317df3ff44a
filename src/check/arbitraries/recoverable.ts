import type { Arbitrary } from 'fast-check';
import type { ExchangeName, Scenario, StepAction } from '../../language/ast.ts';
import { parseSpan } from '../../language/collection-time.ts';
import { faultRow, serviceFaultNames } from '../../spec/faults.ts';
import { type Duration, ms } from '../../spec/time.ts';
import type { ClientProfile } from '../client-profile.ts';
import { isRetried } from '../refusals-at.ts';
import { listedRefusals } from './actions.ts';
import type { Draft } from './compose.ts';
import { lengthsBelow, writeDuration } from './durations.ts';
import { type FC, oneOf, type Table } from './odds.ts';
import { after, nthOf, on } from './triggers.ts';

/**
 * Faults that every client has to get over: those that the document says are to be retried, for no longer than its first
 * waits; a token that dies; an hour that passes; answers and notifications that come late. (Errors, interface C)
 */

/** Refusals in a row that the first waits, 1, 2 and 4 seconds, are long enough for. */
const mostRefusals = 3;
const mostShortSleeps = 2;
/** Longer than that is a long sleep, after which token and listing hour may both be over. */
const longestShort = ms('6m');

const shortSleeps: Table<Duration> = ['5m', ...lengthsBelow('6m')];
const longSleeps: Table<Duration> = ['61m', ...lengthsBelow('61m').filter((length) => ms(length) > longestShort)];

type Called = 'createDataQuery' | 'listDataQueryRecords';
const weightsOfCalled = { listDataQueryRecords: 2, createDataQuery: 1 } as const;

/** Steps of which each by itself can be got over. */
export const recoverableSteps = (fc: FC, profile: ClientProfile): Arbitrary<Draft> => {
  const ofCalled = <T>(of: (exchange: Called) => Arbitrary<T>): Arbitrary<T> =>
    oneOf(
      fc,
      [weightsOfCalled.listDataQueryRecords, of('listDataQueryRecords')],
      [weightsOfCalled.createDataQuery, of('createDataQuery')],
    );
  const before = (exchange: ExchangeName) => nthOf(fc, profile, exchange).map((nth) => on(exchange, nth));
  const sometime = fc.constantFrom(...shortSleeps).map((wait) => after('created', wait));
  const beforeNotification = fc.constantFrom(1, 1, 2).map((nth) => on('notification', nth));
  const draft = (trigger: Arbitrary<Draft['trigger']>, action: Arbitrary<StepAction>): Arbitrary<Draft> =>
    fc.record({ trigger, action });
  const upTo = (milliseconds: number) => fc.integer({ min: 1, max: milliseconds }).map(writeDuration);
  const elapse = (durations: Table<Duration>) =>
    fc.record({ do: fc.constant('elapse'), duration: fc.constantFrom(...durations) });
  const expireToken = fc.constant<StepAction>({ do: 'expireToken' });

  return oneOf(
    fc,
    [3, ofCalled((exchange) => draft(before(exchange), refusals(fc, exchange)))],
    [2, oneOf(fc, [3, ofCalled((exchange) => draft(before(exchange), expireToken))], [1, draft(sometime, expireToken)])],
    // Time passes while the client waits for a notification, and not while it waits for an answer: to a client that has
    // slept through its own time limit the connection is lost.
    [2, draft(oneOf(fc, [2, beforeNotification], [1, sometime]), elapse(shortSleeps))],
    [1, draft(oneOf(fc, [3, beforeNotification], [1, sometime]), elapse(longSleeps))],
    [1, ofCalled((exchange) => draft(before(exchange), passingFaults(fc, upTo(3000))))],
    [1, draft(fc.constantFrom(1, 2).map((nth) => on('notification', nth)), notificationFaults(fc))],
    [1, ofCalled((exchange) => draft(before(exchange), lateAnswers(fc, upTo(5000))))],
    [1, draft(sometime, fc.constant({ do: 'finishCollection' }))],
  );
};

const refusals = (fc: FC, operation: Called): Arbitrary<StepAction> =>
  fc.record({
    do: fc.constant('fail'),
    failure: listedRefusals(fc, operation, isRetried),
    times: fc.integer({ min: 1, max: mostRefusals }),
  });

const passingFaults = (fc: FC, length: Arbitrary<Duration>): Arbitrary<StepAction> =>
  fc.record({
    do: fc.constant('beginFault'),
    fault: fc.constantFrom(...serviceFaultNames.filter((name) => faultRow(name).retry === 'owed')),
    for: length,
  });

const notificationFaults = (fc: FC): Arbitrary<StepAction> => {
  const by = fc.constantFrom(...shortSleeps);
  return oneOf<StepAction>(
    fc,
    [1, by.map((late) => ({ do: 'delayNotification', by: late, times: 1 }))],
    [
      1,
      fc.record({
        do: fc.constant('repeatNotification'),
        copies: fc.constantFrom(2, 3),
        by: oneOf(fc, [1, fc.constant('0s')], [1, by]),
        times: fc.constant(1),
      }),
    ],
  );
};

const lateAnswers = (fc: FC, by: Arbitrary<Duration>): Arbitrary<StepAction> =>
  oneOf<StepAction>(
    fc,
    [2, by.map((late) => ({ do: 'fault', fault: 'late', by: late, times: 1 }))],
    [1, fc.constantFrom('drip', 'slowHeaders', 'doubledRequest').map((fault) => ({ do: 'fault', fault, times: 1 }))],
  );

/** What a scenario may still ask of its client. */
interface Patience {
  readonly refusals: Readonly<Record<Called, number>>;
  readonly shortSleeps: number;
  readonly longSleeps: number;
  readonly expiries: number;
  readonly notifications: number;
}

type World = Pick<Scenario, 'customers' | 'assumptions'>;

/** The steps that do not ask too much together with those before them. */
export const withinPatience = (drafts: readonly Draft[], world: World): readonly Draft[] => {
  const kept: Draft[] = [];
  let left = fullPatience(world);
  for (const draft of drafts) {
    const bearable = clamp(draft, left);
    const rest = spend(left, bearable);
    if (rest === undefined) continue;
    left = rest;
    kept.push(bearable);
  }
  return kept;
};

/** Where a token dies anyway, another that does would be the second: of that a client may take it for more than age. */
const fullPatience = (world: World): Patience => ({
  refusals: { createDataQuery: mostRefusals, listDataQueryRecords: mostRefusals },
  shortSleeps: mostShortSleeps,
  longSleeps: 1,
  expiries: doTokensLast(world) ? 1 : 0,
  notifications: 1,
});

/** Whether a collection and all that may delay it are over before the first token is. */
const doTokensLast = ({ customers, assumptions }: World): boolean =>
  assumptions['token.lifetime'] === undefined &&
  customers.length < 3 &&
  customers.every(({ collects = '10m' }) => (parseSpan(collects)?.most ?? 0) <= ms('20m'));

const calledBy = ({ trigger }: Draft): Called =>
  trigger.kind === 'on' && trigger.exchange === 'createDataQuery' ? 'createDataQuery' : 'listDataQueryRecords';

/** As many refusals as there may still be. */
const clamp = (draft: Draft, { refusals: left }: Patience): Draft => {
  const { action } = draft;
  if (action.do !== 'fail') return draft;
  const most = left[calledBy(draft)];
  return most > 0 && action.times > most ? { ...draft, action: { ...action, times: most } } : draft;
};

/** What is left after a step; undefined when it is too much. */
const spend = (left: Patience, draft: Draft): Patience | undefined => {
  const rest = { ...left, ...costOf(left, draft) };
  const { refusals: more, ...others } = rest;
  return [...Object.values(more), ...Object.values(others)].every((count) => count >= 0) ? rest : undefined;
};

const costOf = (left: Patience, draft: Draft): Partial<Patience> => {
  const { action } = draft;
  switch (action.do) {
    case 'fail': {
      const called = calledBy(draft);
      return { refusals: { ...left.refusals, [called]: left.refusals[called] - action.times } };
    }
    // It may refuse each of them as often as they can bear.
    case 'beginFault': {
      const { createDataQuery, listDataQueryRecords } = left.refusals;
      return {
        refusals: {
          createDataQuery: createDataQuery - mostRefusals,
          listDataQueryRecords: listDataQueryRecords - mostRefusals,
        },
      };
    }
    case 'expireToken':
      return { expiries: left.expiries - 1 };
    case 'elapse':
      return ms(action.duration) <= longestShort
        ? { shortSleeps: left.shortSleeps - 1 }
        : { longSleeps: left.longSleeps - 1, expiries: left.expiries - 1 };
    case 'delayNotification':
    case 'repeatNotification':
      return { notifications: left.notifications - 1 };
    default:
      return {};
  }
};
