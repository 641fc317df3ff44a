import type { ExchangeName, StepAction } from '../../language/ast.ts';
import { exchangeFaultNames } from '../../spec/faults.ts';
import { errors } from '../../spec/errors.ts';
import { isErrorName, refusalsOf, type RefusalName } from '../../spec/refusals.ts';
import { retryStatuses } from '../../spec/retry.ts';
import { type OperationName, operations } from '../../spec/routes.ts';
import { isOfOperation } from '../rows-of-operation.ts';

/** What can be asked of a client when something has gone wrong. */
export type Demand =
  /** It has to get through: the document says how. */
  | 'finish'
  /** Nothing more is to be had: it may give up. */
  | 'end'
  /** The document leaves it open. */
  | 'either';

/** One thing that goes wrong. */
export interface Blow {
  readonly name: string;
  readonly action: StepAction;
  readonly demand: Demand;
}

/** All that may happen to an exchange, each of it once. */
export const blowsAt = (exchange: ExchangeName): readonly Blow[] =>
  exchange === 'notification' ? notificationFaults : [...refusals(exchange), ...exchangeFaultsAt()];

const strangers = [503, 418] as const;

const refusals = (operation: OperationName): readonly Blow[] => [
  ...refusalsOf[operations[operation].host]
    .filter((row) => isOfOperation(row, operation))
    .map((row) => ({
      name: `fail ${row}`,
      action: { do: 'fail', failure: { kind: 'row', row }, times: 1 } as const,
      demand: demandOf(row),
    })),
  ...strangers.map((status) => ({
    name: `fail ${status}`,
    action: { do: 'fail', failure: { kind: 'status', status }, times: 1 } as const,
    demand: operations[operation].host === 'portability' ? ('finish' as const) : ('either' as const),
  })),
];

/** What is to be retried passes, and so do a dead token and an hour that is over; of the next day nobody says anything. */
const demandOf = (row: RefusalName): Demand => {
  if (!isErrorName(row)) return 'either';
  if (row === 'blockedRequest' || row === 'tokenExpired' || row === 'accessTimeElapsed') return 'finish';
  if (row === 'quotaExceeded' || row === 'requestConflict' || row === 'queryNotCompleted') return 'either';
  return retryStatuses.some((status) => status === errors[row].status) ? 'finish' : 'end';
};

const exchangeFaultsAt = (): readonly Blow[] => [
  ...exchangeFaultNames.map((fault) => ({
    name: fault,
    action: { do: 'fault', fault, times: 1 } as const,
    demand: 'either' as const,
  })),
  { name: 'answer 2m late', action: { do: 'fault', fault: 'late', by: '2m', times: 1 }, demand: 'either' },
];

const notificationFaults: readonly Blow[] = [
  { name: 'notification lost', action: { do: 'loseNotification', times: 1 }, demand: 'either' },
  { name: 'notification 11m late', action: { do: 'delayNotification', by: '11m', times: 1 }, demand: 'finish' },
  {
    name: 'notification twice',
    action: { do: 'repeatNotification', copies: 2, by: '0s', times: 1 },
    demand: 'finish',
  },
  {
    name: 'notification again 6m later',
    action: { do: 'repeatNotification', copies: 2, by: '6m', times: 1 },
    demand: 'finish',
  },
];
