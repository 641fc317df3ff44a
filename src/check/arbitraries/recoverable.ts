import type { Arbitrary } from 'fast-check';
import type { ExchangeName, Scenario, StepAction, Trigger } from '../../language/ast.ts';
import { parseSpan } from '../../language/spans.ts';
import { faultRow, serviceFaultNames } from '../../spec/faults.ts';
import type { AssumptionId } from '../../spec/assumptions.ts';
import { limits } from '../../spec/limits.ts';
import { type Duration, ms } from '../../spec/time.ts';
import type { ClientProfile } from '../client-profile.ts';
import { isRetried } from '../refusals-at.ts';
import { listedRefusals } from './actions.ts';
import type { Draft } from './compose.ts';
import { lengthsBelow, writeDuration } from './durations.ts';
import { type FC, onceIn, oneOf, type Table } from './odds.ts';
import { after, nthOf, on } from './triggers.ts';

/**
 * Faults that every client has to get over: those that the document says are to be retried, for no longer than its first
 * waits; a token that dies; an hour that passes; answers and notifications that come late. There is no more than one of each,
 * so that whatever comes together is not too much: refusals in a row that the first waits, 1, 2 and 4 seconds, are long enough
 * for, and one token that dies, since a second may be the one that has just been asked for. (Errors, interface C)
 */
export const recoverableSteps = (fc: FC, profile: ClientProfile): Arbitrary<readonly Draft[]> => {
  const before = (exchange: ExchangeName): Arbitrary<Trigger> =>
    nthOf(fc, profile, exchange).map((nth) => on(exchange, nth));
  const beforeCall = oneOf(fc, [2, before('listDataQueryRecords')], [1, before('createDataQuery')]);
  const meanwhile = fc.constantFrom(...shortSleeps).map((wait) => after('created', wait));
  // Time passes while the client waits for a notification, and not while it waits for an answer: to a client that has slept
  // through its own time limit the connection is lost.
  const asleep = oneOf(fc, [2, fc.constantFrom(1, 1, 2).map((nth) => on('notification', nth))], [1, meanwhile]);
  const one = (trigger: Arbitrary<Trigger>, action: Arbitrary<StepAction>): Arbitrary<Draft> =>
    fc.record({ trigger, action });
  const elapse = (durations: Table<Duration>): Arbitrary<StepAction> =>
    fc.record({ do: fc.constant('elapse'), duration: fc.constantFrom(...durations) });
  const refused = (operation: Called, times: number): Arbitrary<Draft | undefined> =>
    onceIn(fc, times, one(before(operation), refusals(fc, operation)));

  const refusing = oneOf<readonly (Draft | undefined)[]>(
    fc,
    [4, fc.tuple(refused('listDataQueryRecords', 2), refused('createDataQuery', 3))],
    [1, fc.tuple(one(beforeCall, passingFaults(fc)))],
  );
  const dying = oneOf<Draft | undefined>(
    fc,
    [5, fc.constant(undefined)],
    [3, one(oneOf(fc, [3, beforeCall], [1, meanwhile]), fc.constant({ do: 'expireToken' }))],
    [2, one(asleep, elapse(longSleeps))],
  );
  return fc
    .tuple(
      refusing,
      dying,
      onceIn(fc, 4, one(asleep, elapse(shortSleeps))),
      onceIn(fc, 4, one(asleep, elapse(shortSleeps))),
      onceIn(
        fc,
        4,
        one(
          fc.constantFrom(1, 2).map((nth) => on('notification', nth)),
          notificationFaults(fc),
        ),
      ),
      onceIn(fc, 4, one(beforeCall, lateAnswers(fc))),
      onceIn(fc, 5, one(meanwhile, fc.constant({ do: 'finishCollection' }))),
    )
    .map((parts) => parts.flat().filter((draft) => draft !== undefined));
};

/** Where a token dies of its age, another one that is made to would be the second. */
export const withoutSecondDeath = (drafts: readonly Draft[], world: World): readonly Draft[] =>
  doTokensLast(world) ? drafts : drafts.filter(({ action }) => !isDeath(action));

/** Readings under which a create that is sent a second time is not answered from memory, but with a conflict. */
const conflicting: readonly AssumptionId[] = ['cache.beforeConflict', 'cache.meaning'];

/** A create that is lost, or comes twice, has to lead on; what a client does after a conflict, is open. */
export const withoutConflicts = <Setting extends World>(drafts: readonly Draft[], setting: Setting): Setting => {
  const isTwofold = drafts.some(
    ({ trigger, action }) => action.do === 'fault' && trigger.kind === 'on' && trigger.exchange === 'createDataQuery',
  );
  if (!isTwofold) return setting;
  const kept = Object.entries(setting.assumptions).filter(([id]) => !conflicting.some((one) => one === id));
  return { ...setting, assumptions: Object.fromEntries(kept) };
};

type World = Pick<Scenario, 'customers' | 'assumptions'>;

/** Whether a collection and all that may delay it are over before the first token is. */
const doTokensLast = ({ customers, assumptions }: World): boolean =>
  ms(assumptions['token.lifetime'] ?? usualLife) >= ms(usualLife) &&
  customers.length < 3 &&
  customers.every(({ collects = '10m' }) => (parseSpan(collects)?.most ?? 0) <= ms('20m'));

const usualLife = limits.tokenLifetime.value;

const isDeath = (action: StepAction): boolean =>
  action.do === 'expireToken' || (action.do === 'elapse' && ms(action.duration) > longestShort);

/** After a longer sleep than that token and listing hour may both be over. */
const longestShort = ms('6m');
const shortSleeps: Table<Duration> = ['5m', ...lengthsBelow('6m')];
const longSleeps: Table<Duration> = ['61m', ...lengthsBelow('61m').filter((length) => ms(length) > longestShort)];

type Called = 'createDataQuery' | 'listDataQueryRecords';

const refusals = (fc: FC, operation: Called): Arbitrary<StepAction> =>
  fc.record({
    do: fc.constant('fail'),
    failure: listedRefusals(fc, operation, isRetried),
    times: fc.integer({ min: 1, max: 3 }),
  });

const shorterThan = (fc: FC, milliseconds: number): Arbitrary<Duration> =>
  fc.integer({ min: 1, max: milliseconds }).map(writeDuration);

const passingFaults = (fc: FC): Arbitrary<StepAction> =>
  fc.record({
    do: fc.constant('beginFault'),
    fault: fc.constantFrom(...serviceFaultNames.filter((name) => faultRow(name).retry === 'owed')),
    for: shorterThan(fc, 3000),
  });

const notificationFaults = (fc: FC): Arbitrary<StepAction> => {
  const by = fc.constantFrom(...shortSleeps);
  const times = fc.constant(1);
  return oneOf<StepAction>(
    fc,
    [1, fc.record({ do: fc.constant('delayNotification'), by, times })],
    [
      1,
      fc.record({
        do: fc.constant('repeatNotification'),
        copies: fc.constantFrom(2, 3),
        by: oneOf(fc, [1, fc.constant('0s')], [1, by]),
        times,
      }),
    ],
  );
};

const lateAnswers = (fc: FC): Arbitrary<StepAction> =>
  oneOf<StepAction>(
    fc,
    [2, shorterThan(fc, 5000).map((by) => ({ do: 'fault', fault: 'late', by, times: 1 }))],
    [1, fc.constantFrom('drip', 'slowHeaders', 'doubledRequest').map((fault) => ({ do: 'fault', fault, times: 1 }))],
  );
