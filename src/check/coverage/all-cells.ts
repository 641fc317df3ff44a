import { namesOfVerbs } from '../../language/verbs.ts';
import { boundary, type BoundaryName, boundaryNames } from '../../spec/boundaries.ts';
import { errorNames } from '../../spec/errors.ts';
import { type ExchangeFaultName, exchangeFaultNames, exchangeFaultRow, notificationFaults } from '../../spec/faults.ts';
import { namesOf } from '../../spec/names-of.ts';
import { otherRefusals } from '../../spec/other-refusals.ts';
import { type OperationName, operationNames } from '../../spec/routes.ts';
import { refusalsAt } from '../refusals-at.ts';
import { boundaryCell, sides } from './boundaries.ts';
import { causes, ends, states } from './cells.ts';

/** A cell for a person to read. */
interface NamedCell {
  readonly cell: string;
  /** What happens in a run that counts: "a run in which …". */
  readonly means: string;
  /** The words in it that have a meaning of their own. */
  readonly words: readonly string[];
}

/** Every cell that a run can come across, and what it says, but for those of bare statuses. */
export const allCells = (): readonly NamedCell[] => [
  ...[...operationNames, 'unknown' as const].flatMap(cellsOfOperation),
  ...Object.values(notificationFaults).map(({ traced, what }) => ({
    cell: `notification: ${traced}`,
    means: `this happened: ${what}`,
    words: ['notification'],
  })),
  ...[...namesOfVerbs, 'elapse'].flatMap((verb) =>
    states.map((state) => ({
      cell: `${verb} ${state}`,
      means: `the scenario did "${verb}" ${state === 'while collecting' ? 'while a query was collecting' : state.replace('once', 'once a query was')}`,
      words: [verb],
    })),
  ),
  ...Object.values(causes).map((cause) => ({
    cell: `CANCELED after ${cause}`,
    means: `a query was canceled because of "${cause}"`,
    words: ['CANCELED', cause],
  })),
  ...boundaryNames.flatMap(cellsOfBoundary),
  { cell: ends.success, means: 'the client came to its end without an error', words: [] },
  { cell: ends.failure, means: 'the client ended with an error', words: [] },
];

const cellsOfOperation = (operation: OperationName | 'unknown'): readonly NamedCell[] => {
  const rows = [...(operation === 'unknown' ? errorNames : refusalsAt(operation)), ...namesOf(otherRefusals)];
  const cell = (what: string, means: string): NamedCell => ({
    cell: `${operation}: ${what}`,
    means,
    words: [...(operation === 'unknown' ? [] : [operation]), what],
  });
  const whom = operation === 'unknown' ? 'a request to no operation' : operation;
  return [
    ...rows.map((row) => cell(row, `${whom} was refused as ${row}`)),
    cell('remembered', `${whom} was given a remembered answer`),
    ...exchangeFaultNames.map((fault) => cell(fault, `${whom} met this: ${sayFault(fault)}`)),
  ];
};

const sayFault = (fault: ExchangeFaultName): string => exchangeFaultRow(fault).what;

const cellsOfBoundary = (name: BoundaryName): readonly NamedCell[] => {
  const { of, at } = boundary(name);
  return sides.map((side) => ({
    cell: boundaryCell(name, side),
    means: `something came ${side === 'at' ? 'at' : `one ${side.slice('one '.length)}`} the line of ${at} that ${of} draws`,
    words: [name, of],
  }));
};
