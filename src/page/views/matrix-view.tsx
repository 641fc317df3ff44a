import { useMemo, useState } from 'preact/hooks';
import { namesOf } from '../../spec/names-of.ts';
import type { PageMatrix, PageRun } from '../data.ts';
import { linkTo } from '../route.ts';

type Cell = PageMatrix['cells'][number];

/** The sign of a cell, and what is said of all that have it: in the words of the command line. */
const signs: Readonly<Record<Cell['verdict'], readonly [sign: string, means: string]>> = {
  broken: ['✗', 'broken'],
  kept: ['✓', 'got through'],
  'gave up': ['-', 'gave up, as it may'],
  inconclusive: ['?', 'gave up, where nobody says whether it may'],
  'not reached': ['·', 'not reached'],
};

/** Of a sweep: what faults were injected into, by which ones; each cell opens its run. */
export const MatrixView = ({
  matrix: given,
  runs,
}: {
  readonly matrix: PageMatrix;
  readonly runs: readonly PageRun[];
}) => {
  const matrix = useMemo(() => stand(given), [given]);
  const [isBrokenOnly, setBrokenOnly] = useState(false);
  const cells = useMemo(() => new Map(matrix.cells.map((cell) => [`${cell.row}/${cell.column}`, cell])), [matrix]);
  const brokenRows = useMemo(
    () => new Set(matrix.cells.filter(({ verdict }) => verdict === 'broken').map(({ row }) => row)),
    [matrix],
  );
  const counts = namesOf(signs).flatMap((verdict) => {
    const count = matrix.cells.filter((cell) => cell.verdict === verdict).length;
    const [sign, means] = signs[verdict];
    return count === 0 ? [] : [`${sign} ${count} ${means}`];
  });
  return (
    <section class="matrix" aria-labelledby="matrix-title">
      <h2 id="matrix-title">Requests by faults</h2>
      <p class="quiet">{counts.join(' · ')}. Each cell is a run with one fault, and opens it.</p>
      <label class="switch">
        <input type="checkbox" checked={isBrokenOnly} onChange={() => setBrokenOnly(!isBrokenOnly)} /> Only rows with
        something broken
      </label>
      <div class="matrix-scroller" tabIndex={0} role="region" aria-label="Matrix">
        <table>
          <thead>
            <tr>
              <td />
              {matrix.columns.map((column) => (
                <th scope="col">
                  <span>{column}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map((row, at) =>
              isBrokenOnly && !brokenRows.has(at) ? null : (
                <tr>
                  <th scope="row">{row}</th>
                  {matrix.columns.map((column, place) => (
                    <MatrixCell cell={cells.get(`${at}/${place}`)} of={`${row}, ${column}`} runs={runs} />
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
};

/** What there is more of goes down: pages are scrolled that way. */
const stand = (matrix: PageMatrix): PageMatrix => {
  const { rows, columns, cells } = matrix;
  if (columns.length <= rows.length) return matrix;
  return {
    rows: columns,
    columns: rows,
    cells: cells.map((cell) => ({ ...cell, row: cell.column, column: cell.row })),
  };
};

interface MatrixCellProps {
  readonly cell: Cell | undefined;
  readonly of: string;
  readonly runs: readonly PageRun[];
}

const MatrixCell = ({ cell, of, runs }: MatrixCellProps) => {
  if (cell === undefined) return <td class="cell none" />;
  const [sign, means] = signs[cell.verdict];
  const says = `${of}: ${means}. ${cell.what}`;
  const isThere = cell.run !== undefined && runs[cell.run] !== undefined;
  return (
    <td class={`cell ${cell.verdict.replace(' ', '-')}`}>
      {isThere && cell.run !== undefined ? (
        <a href={linkTo({ view: 'run', run: cell.run })} title={says} aria-label={says}>
          {sign}
        </a>
      ) : (
        <span role="img" title={says} aria-label={says}>
          {sign}
        </span>
      )}
    </td>
  );
};
