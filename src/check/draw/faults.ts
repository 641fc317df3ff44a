import type { Failure } from '../../core/action.ts';
import type { ExchangeFaultStep, FaultStep, NotificationStep } from '../../language/ast.ts';
import { exchangeFaultNames, exchangeFaultRow } from '../../spec/faults.ts';
import { type ErrorName, errorNames, errors } from '../../spec/errors.ts';
import { type RefusalName, refusalsOf } from '../../spec/refusals.ts';
import { type OperationName, operations } from '../../spec/routes.ts';
import type { Duration } from '../../spec/time.ts';
import { isOfOperation } from '../rows-of-operation.ts';
import { pick, pickAny } from './draws.ts';
import { lengthsBelow } from './durations.ts';

/** Three numbers to choose with. */
export interface Numbers {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const statuses: readonly [number, ...number[]] = [503, 500, 429, 504, 418, 502, 401];
const times: readonly [number, ...number[]] = [1, 1, 2, 1, 3, 6];
export const delays: readonly Duration[] = ['2s', '10s', '31s', '61s', '11m', ...lengthsBelow('2h')];

/** The refusals of interface C by their status: those with a status that few share are met as often as the others. */
const byStatus: readonly (readonly ErrorName[])[] = [...new Set(errorNames.map((name) => errors[name].status))].map(
  (status) => errorNames.filter((name) => errors[name].status === status),
);

const drawRow = (operation: OperationName, { a, b }: Numbers): RefusalName | undefined => {
  const { host } = operations[operation];
  if (host !== 'portability') return pickAny(refusalsOf[host], b);
  const row = pickAny(pickAny(byStatus, a >> 3) ?? [], b);
  return row !== undefined && isOfOperation(row, operation) ? row : 'tooManyRequests';
};

/** A refusal that the interface of an operation lists, or a status that it does not. */
export const drawFailure = (operation: OperationName, numbers: Numbers): Failure => {
  const row = numbers.a % 6 === 5 ? undefined : drawRow(operation, numbers);
  return row === undefined ? { kind: 'status', status: pick(statuses, numbers.b) } : { kind: 'row', row };
};

const drawExchangeFault = ({ a, b, c }: Numbers): ExchangeFaultStep => {
  const fault = pickAny(exchangeFaultNames, a) ?? 'reset';
  const { by, pieces } = exchangeFaultRow(fault);
  const late = by !== undefined && b % 3 === 2 ? pickAny(delays, b >> 2) : undefined;
  return {
    do: 'fault',
    fault,
    ...(late !== undefined && { by: late }),
    ...(pieces !== undefined && c % 4 === 3 && { pieces: 2 }),
    times: pick(times, c),
  };
};

/** What goes wrong with an exchange: it is refused, or the network has its way with it. */
export const drawFault = (operation: OperationName, how: number, numbers: Numbers): FaultStep => {
  const { a, b, c } = numbers;
  const often = pick(times, c);
  switch (how % 8) {
    case 4:
      return { do: 'fault', fault: pick(['reset', 'silence'], a), times: often };
    case 5:
      return { do: 'fault', fault: 'late', by: pickAny(delays, a) ?? '10s', times: often };
    case 6:
    case 7:
      return drawExchangeFault(numbers);
    default:
      return { do: 'fail', failure: drawFailure(operation, { a, b, c }), times: often };
  }
};

/** What the network does to a notification. */
export const drawNotificationFault = (how: number, { a, b, c }: Numbers): NotificationStep => {
  const by = pickAny(delays, a) ?? '10s';
  switch (how % 4) {
    case 0:
      return { do: 'delayNotification', by, times: 1 };
    case 1:
      return { do: 'loseNotification', times: pick([1, 1, 2], c) };
    default:
      return { do: 'repeatNotification', copies: pick([2, 2, 3], b), by: c % 2 === 0 ? '0s' : by, times: 1 };
  }
};
