import type { ExchangeName, StepAction } from '../../language/ast.ts';
import { type Demand, namesOfVerbs, rowOf } from '../../language/verbs.ts';
import { exchangeFaultNames, exchangeFaultRow, type Retry } from '../../spec/faults.ts';
import type { RefusalName } from '../../spec/refusals.ts';
import { type OperationName, operations } from '../../spec/routes.ts';
import { isRetried, refusalsAt, unlistedAt } from '../refusals-at.ts';

/** One thing that can be injected, and what is asked of the client then. */
export interface Fault {
  readonly name: string;
  readonly action: StepAction;
  readonly demand: Demand;
}

/** All that may happen to an exchange, each of it once. */
export const faultsAt = (exchange: ExchangeName): readonly Fault[] =>
  exchange === 'notification' ? casesOf('notification', exchange) : [...refusalFaults(exchange), ...networkFaults];

/** All that may happen between two exchanges: before this one, or where the client only waits. */
export const actionsAt = (exchange: ExchangeName | undefined): readonly Fault[] => casesOf(undefined, exchange);

/** What the table of verbs says that a sweep does. */
const casesOf = (wanted: 'notification' | undefined, exchange: ExchangeName | undefined): readonly Fault[] =>
  namesOfVerbs.flatMap((verb) => {
    const { hits, sweep = [] } = rowOf(verb);
    if (hits !== wanted) return [];
    return sweep.flatMap(({ name, fields, demand }) => {
      const asked = typeof demand === 'function' ? demand(exchange) : demand;
      return asked === undefined ? [] : [{ name, action: { do: verb, ...fields } as StepAction, demand: asked }];
    });
  });

const refusalFaults = (operation: OperationName): readonly Fault[] => [
  ...refusalsAt(operation).map(
    (row): Fault => ({
      name: `fail ${row}`,
      action: { do: 'fail', failure: { kind: 'row', row }, times: 1 },
      demand: demandOf(row, operation),
    }),
  ),
  ...unlistedAt(operation).map(
    (status): Fault => ({
      name: `fail ${status}`,
      action: { do: 'fail', failure: { kind: 'status', status }, times: 1 },
      demand: operations[operation].host === 'portability' ? 'finish' : 'either',
    }),
  ),
];

/** What is to be retried passes, and so do a dead token and an hour that is over; of the next day nobody says anything. */
const demandOf = (row: RefusalName, operation: OperationName): Demand => {
  if (operations[operation].host !== 'portability') return 'either';
  if (isRetried(row) || row === 'tokenExpired' || row === 'accessTimeElapsed') return 'finish';
  return row === 'quotaExceeded' || row === 'requestConflict' || row === 'queryNotCompleted' ? 'either' : 'end';
};

/** What may be asked of a client after a fault, by whether the document lets it try again. */
const demands: Readonly<Record<Retry, Demand>> = { owed: 'finish', futile: 'end', open: 'either' };

const networkFaults: readonly Fault[] = [
  ...exchangeFaultNames.map(
    (fault): Fault => ({
      name: fault,
      action: { do: 'fault', fault, times: 1 },
      demand: demands[exchangeFaultRow(fault).retry],
    }),
  ),
  { name: 'answer 2m late', action: { do: 'fault', fault: 'late', by: '2m', times: 1 }, demand: 'either' },
];
