import type { Arbitrary } from 'fast-check';
import type { Failure } from '../../core/action.ts';
import type { ExchangeName, StepAction } from '../../language/ast.ts';
import type { RegionFailure } from '../../language/field-kinds.ts';
import { given } from '../../language/data.ts';
import { type Field, namesOfVerbs, rowOf, type VerbName } from '../../language/verbs.ts';
import { unbounded } from '../../language/words.ts';
import { type ExchangeFaultName, exchangeFaultNames, setupFaultNames } from '../../spec/faults.ts';
import type { RefusalName } from '../../spec/refusals.ts';
import type { OperationName } from '../../spec/routes.ts';
import { bareStatuses, isRetried, refusalsAt, statusOf } from '../refusals-at.ts';
import { lengths } from './durations.ts';
import { type FC, onceIn, oneOf, type Table } from './odds.ts';

/*
 * Actions as the table of verbs has them: which there are, how often each is generated, what its fields hold and which fields
 * go together is read there, so that a new verb needs nothing here.
 */

/** How far above the least number. */
const countsAbove: Table<number> = [0, 0, 1, 0, 2, 5];

/** One of the names, those of each group together as often as those of any other. */
const oneOfEach = <Name extends string>(
  fc: FC,
  names: readonly Name[],
  groupOf: (name: Name) => unknown,
): Arbitrary<Name> => {
  const groups = [...new Set(names.map(groupOf))].map((group) => names.filter((name) => groupOf(name) === group));
  return fc.oneof(...groups.map((group) => fc.constantFrom(...group)));
};

/** Some of the refusals that the interface of an operation lists, each status as often as the others. */
export const listedRefusals = (
  fc: FC,
  operation: OperationName,
  isWanted: (row: RefusalName) => boolean,
): Arbitrary<Failure> => {
  const failing = (row: RefusalName): Failure => ({ kind: 'row', row });
  return oneOfEach(fc, refusalsAt(operation).filter(isWanted), (row) => statusOf(failing(row))).map(failing);
};

/** A refusal that the interface of an operation lists, of those not least one to be retried; or a status that it does not list. */
const failures = (fc: FC, operation: OperationName): Arbitrary<Failure> => {
  const unlisted = fc.record({ kind: fc.constant('status'), status: fc.constantFrom(...bareStatuses) });
  const refusals = refusalsAt(operation);
  if (refusals.length === 0) return unlisted;
  const listed = listedRefusals(fc, operation, () => true);
  if (!refusals.some(isRetried)) return oneOf<Failure>(fc, [5, listed], [1, unlisted]);
  return oneOf<Failure>(fc, [2, listedRefusals(fc, operation, isRetried)], [3, listed], [1, unlisted]);
};

const outages = (fc: FC): Arbitrary<RegionFailure> =>
  oneOf<RegionFailure>(
    fc,
    [1, failures(fc, 'createDataQuery')],
    [1, fc.record({ kind: fc.constant('connection'), fault: fc.constantFrom(...setupFaultNames) })],
  );

/** What goes wrong on the network: as often as all else together, answers are lost or late. */
const exchangeFaults = (fc: FC): Arbitrary<ExchangeFaultName> =>
  oneOf<ExchangeFaultName>(
    fc,
    [2, fc.constantFrom(...exchangeFaultNames)],
    [1, fc.constantFrom('reset', 'silence')],
    [1, fc.constant('late')],
  );

/** What a field of a verb holds. */
const values = (fc: FC, { kind }: Field, operation: OperationName): Arbitrary<unknown> => {
  switch (kind.shape) {
    case 'word':
      return kind.words === exchangeFaultNames ? exchangeFaults(fc) : fc.constantFrom(...kind.words);
    case 'count':
      return fc.constantFrom(...countsAbove.map((more) => kind.least + more));
    case 'duration':
      return fc.constantFrom(...lengths);
    case 'name':
      return fc.constant('orders');
    case 'failure':
      return failures(fc, operation);
    case 'outage':
      return outages(fc);
    default:
      return kind satisfies never;
  }
};

/** Fields that need not be written: names are left out, and what is hit is what the step waits for. */
const oddsOf = (name: string, { kind, presence }: Field, isFault: boolean): number | 'never' | 'always' => {
  if (presence !== 'optional') return 'always';
  if (kind.shape === 'name' || name === 'operation') return 'never';
  return isFault && name === 'for' ? 16 : 2;
};

/** One action by its row of the table. */
const actionOf = (fc: FC, verb: VerbName, operation: OperationName): Arbitrary<StepAction> => {
  const { fields, hits, misfit } = rowOf(verb);
  const parts = Object.entries(fields).flatMap(([name, field]) => {
    const odds = oddsOf(name, field, hits !== undefined);
    if (odds === 'never') return [];
    const value = values(fc, field, operation);
    return [[name, odds === 'always' ? value : onceIn(fc, odds, value)] as const];
  });
  const fit = (chosen: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const wrong = misfit?.(chosen)?.field;
    return wrong === undefined
      ? chosen
      : fit(Object.fromEntries(Object.entries(chosen).filter(([name]) => name !== wrong)));
  };
  return fc.record(Object.fromEntries(parts)).map((chosen) => {
    // What lasts hits all that come.
    const counted = hits !== undefined && chosen.for !== undefined ? { ...chosen, times: unbounded } : chosen;
    return { do: verb, ...fit(given(counted)) } as StepAction;
  });
};

const actionsThatHit = (
  fc: FC,
  hit: 'request' | 'notification' | undefined,
  operation: OperationName = 'createDataQuery',
): Arbitrary<StepAction> => {
  const [first, ...others] = namesOfVerbs.flatMap((verb) => {
    const { weight, hits } = rowOf(verb);
    return weight === undefined || hits !== hit ? [] : [[weight, actionOf(fc, verb, operation)] as const];
  });
  if (first === undefined) throw new Error('no verb of the table is to be generated');
  return oneOf(fc, first, ...others);
};

/** What goes wrong with an exchange: it is refused, or the network has its way with it. */
export const faultsOf = (fc: FC, exchange: ExchangeName): Arbitrary<StepAction> =>
  exchange === 'notification' ? actionsThatHit(fc, 'notification') : actionsThatHit(fc, 'request', exchange);

/** Something happens to the world, and hits no exchange in particular. */
export const worldActions = (fc: FC): Arbitrary<StepAction> => actionsThatHit(fc, undefined);
