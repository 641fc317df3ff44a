import type { ExchangeName, Scenario } from '../../language/ast.ts';
import { parseSpan } from '../../language/collection-time.ts';
import type { ErrorName } from '../../spec/errors.ts';
import { type Duration, ms } from '../../spec/time.ts';
import type { ServiceFaultName } from '../../spec/faults.ts';
import { pick, type StepDraw } from './draws.ts';
import { drawPosition, type Habits } from './moments.ts';
import type { Act } from './themes.ts';
import { lengthsBelow, writeDuration } from './durations.ts';

/**
 * Faults that every client has to get over: those that the document says are to be retried, for no longer than its
 * first waits; a token that dies; an hour that passes; answers and notifications that come late. (Errors, interface C)
 */

/** Refusals in a row that the first waits, 1, 2 and 4 seconds, are long enough for. */
const mostRefusals = 3;
const mostShortSleeps = 2;

const passing: readonly [ErrorName, ...ErrorName[]] = [
  'tooManyRequests',
  'internalServerError',
  'integrationTimeout',
  'scopeThrottled',
  'integrationFailure',
  'blockedRequest',
  'authorizationConfigurationError',
  'authorizationFailure',
  'apiConfigurationError',
  'quotaExceeded',
];

const passingServiceFaults: readonly [ServiceFaultName, ...ServiceFaultName[]] = [
  'serviceThrows',
  'backendSilent',
  'backendFails',
  'authorizerFails',
  'authorizerUnreachable',
  'scannersBlock',
];

type Called = 'createDataQuery' | 'listDataQueryRecords';
const called: readonly [Called, ...Called[]] = ['listDataQueryRecords', 'createDataQuery', 'listDataQueryRecords'];

const shortSleeps: readonly [Duration, ...Duration[]] = ['5m', ...lengthsBelow('6m')];
const longSleeps: readonly [Duration, ...Duration[]] = [
  '61m',
  ...lengthsBelow('61m').filter((length) => ms(length) > ms('6m')),
];

/** What a story may still ask of its client. */
interface Left {
  readonly refusals: Record<Called, number>;
  shortSleeps: number;
  longSleeps: number;
  expiries: number;
  lateNotifications: number;
  /** Tokens do not die of age, and so one that is made to die at a second page is not the one that has just been asked for. */
  readonly tokensLast: boolean;
}

export type DrawRecoverable = (draw: StepDraw, habits: Habits) => readonly Act[];

/** Draws the steps of one story, one after the other, and none that would ask too much together with those before. */
export const createRecoverable = (world: Pick<Scenario, 'customers' | 'assumptions'>): DrawRecoverable => {
  const tokensLast = doTokensLast(world);
  const left: Left = {
    refusals: { createDataQuery: mostRefusals, listDataQueryRecords: mostRefusals },
    shortSleeps: mostShortSleeps,
    longSleeps: 1,
    // Where a token dies anyway, another that does would be the second.
    expiries: tokensLast ? 1 : 0,
    lateNotifications: 1,
    tokensLast,
  };
  return (draw, habits) => {
    const [kind] = draw;
    switch (kind % 12) {
      case 0:
      case 1:
      case 2:
        return refuse(left, draw, habits);
      case 3:
      case 4:
        return expire(left, draw, habits);
      case 5:
      case 6:
        return sleepShortly(left, draw);
      case 7:
        return sleepLong(left, draw);
      case 8:
        return failService(left, draw, habits);
      case 9:
        return disturbNotification(left, draw);
      case 10:
        return late(draw, habits);
      default:
        return [
          {
            trigger: { kind: 'after', event: 'created', nth: 1, wait: pick(shortSleeps, draw[2]) },
            action: { do: 'finishCollection' },
          },
        ];
    }
  };
};

/** Whether a collection and all that may delay it are over before the first token is. */
const doTokensLast = ({ customers, assumptions }: Pick<Scenario, 'customers' | 'assumptions'>): boolean =>
  assumptions['token.lifetime'] === undefined &&
  customers.length < 3 &&
  customers.every(({ collects = '10m' }) => (parseSpan(collects)?.most ?? 0) <= ms('20m'));

const before = (habits: Habits, exchange: ExchangeName, nth: number): Act['trigger'] => ({
  kind: 'on',
  exchange,
  nth: drawPosition(habits, exchange, nth),
});

const refuse = ({ refusals }: Left, [, moment, nth, a, b]: StepDraw, habits: Habits): readonly Act[] => {
  const operation = pick(called, moment);
  const times = Math.min(1 + (b % mostRefusals), refusals[operation]);
  if (times === 0) return [];
  refusals[operation] -= times;
  const failure = { kind: 'row', row: pick(passing, a) } as const;
  return [{ trigger: before(habits, operation, nth), action: { do: 'fail', failure, times } }];
};

/** A second token that dies may be the one that has just been asked for, and a client may take that for more than age. */
const expire = (left: Left, [, moment, nth, a]: StepDraw, habits: Habits): readonly Act[] => {
  if (left.expiries === 0) return [];
  left.expiries -= 1;
  const action = { do: 'expireToken' } as const;
  if (moment % 4 === 3)
    return [{ trigger: { kind: 'after', event: 'created', nth: 1, wait: pick(shortSleeps, a) }, action }];
  const trigger = before(habits, pick(called, moment >> 2), left.tokensLast ? nth : 0);
  return [{ trigger, action }];
};

/**
 * Time passes while the client waits for a notification, and not while it waits for an answer: to a client that has slept
 * through its own time limit the connection is lost.
 */
const sleepShortly = (left: Left, [, moment, nth, a]: StepDraw): readonly Act[] => {
  if (left.shortSleeps === 0) return [];
  left.shortSleeps -= 1;
  const action = { do: 'elapse', duration: pick(shortSleeps, a) } as const;
  if (moment % 3 > 0) return [{ trigger: { kind: 'on', exchange: 'notification', nth: pick([1, 1, 2], nth) }, action }];
  return [{ trigger: { kind: 'after', event: 'created', nth: 1, wait: pick(shortSleeps, nth) }, action }];
};

/** Token and listing hour may both be over when the client wakes. */
const sleepLong = (left: Left, [, moment, nth, a]: StepDraw): readonly Act[] => {
  if (left.longSleeps === 0 || left.expiries === 0) return [];
  left.longSleeps -= 1;
  left.expiries -= 1;
  const action = { do: 'elapse', duration: pick(longSleeps, a) } as const;
  if (moment % 4 > 0) return [{ trigger: { kind: 'on', exchange: 'notification', nth: pick([1, 1, 2], nth) }, action }];
  return [{ trigger: { kind: 'after', event: 'created', nth: 1, wait: pick(shortSleeps, nth) }, action }];
};

const failService = ({ refusals }: Left, [, moment, nth, a, b]: StepDraw, habits: Habits): readonly Act[] => {
  if (Math.min(refusals.createDataQuery, refusals.listDataQueryRecords) < mostRefusals) return [];
  refusals.createDataQuery = 0;
  refusals.listDataQueryRecords = 0;
  const length = writeDuration(1 + (b % 3000));
  return [
    {
      trigger: before(habits, pick(called, moment), nth),
      action: { do: 'beginFault', fault: pick(passingServiceFaults, a), for: length },
    },
  ];
};

const disturbNotification = (left: Left, [, , nth, a, b]: StepDraw): readonly Act[] => {
  if (left.lateNotifications === 0) return [];
  left.lateNotifications -= 1;
  const by = pick(shortSleeps, a);
  const trigger = { kind: 'on', exchange: 'notification', nth: 1 + (nth % 2) } as const;
  if (b % 2 === 0) return [{ trigger, action: { do: 'delayNotification', by, times: 1 } }];
  return [
    { trigger, action: { do: 'repeatNotification', copies: 2 + (nth % 2), by: b % 4 === 1 ? '0s' : by, times: 1 } },
  ];
};

const late = ([, moment, nth, a, b]: StepDraw, habits: Habits): readonly Act[] => {
  const exchange = pick(called, moment);
  const trigger = before(habits, exchange, nth);
  if (a % 3 === 0)
    return [{ trigger, action: { do: 'fault', fault: pick(['drip', 'slowHeaders', 'doubledRequest'], b), times: 1 } }];
  return [{ trigger, action: { do: 'fault', fault: 'late', by: writeDuration(1 + (b % 5000)), times: 1 } }];
};
