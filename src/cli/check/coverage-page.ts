import { allCells } from '../../check/coverage/all-cells.ts';
import type { Coverage } from '../../check/coverage/coverage.ts';
import type { PageCoverage } from '../../page/data.ts';
import { boundaryNames } from '../../spec/boundaries.ts';
import { exchangeFaultNames } from '../../spec/faults.ts';

interface Kind {
  readonly name: string;
  readonly what: string;
  readonly holds: (cell: string) => boolean;
}

const faultNames: ReadonlySet<string> = new Set(exchangeFaultNames);
const boundaries: ReadonlySet<string> = new Set(boundaryNames);

const partsOf = (cell: string): readonly [string, string] => {
  const [before = '', after = ''] = cell.split(': ');
  return [before, after];
};

/** What the cells of a coverage are about. Each is of the first kind that holds it. */
const kinds: readonly Kind[] = [
  {
    name: 'boundaries',
    what: 'lines that the interfaces draw: a step below, at, and above each',
    holds: (cell) => boundaries.has(partsOf(cell)[0]),
  },
  {
    name: 'faults',
    what: 'what happened on the network, by what it happened to',
    holds: (cell) => faultNames.has(partsOf(cell)[1]) || cell.startsWith('notification: '),
  },
  { name: 'answers', what: 'how requests were answered', holds: (cell) => cell.includes(': ') },
  {
    name: 'states',
    what: 'what was done, by the state that the query was in',
    holds: (cell) => / (?:before a query|while collecting|once completed|once canceled)$/.test(cell),
  },
  { name: 'ends', what: 'how queries and clients ended', holds: () => true },
];

/** What the runs of a check came across, and within the client's reach what none of them did. */
export const coverageOf = ({ cells, gaps }: Coverage): PageCoverage => {
  const order = new Map(allCells().map(({ cell }, index) => [cell, index]));
  const rank = (cell: string): number => order.get(cell) ?? order.size;
  const all = [...Object.keys(cells), ...gaps].sort((one, other) => rank(one) - rank(other));
  const kindOf = (cell: string): Kind | undefined => kinds.find(({ holds }) => holds(cell));
  return {
    kinds: kinds.flatMap((kind) => {
      const items = all.filter((cell) => kindOf(cell) === kind).map((name) => ({ name, met: cells[name] ?? 0 }));
      return items.length === 0 ? [] : [{ name: kind.name, what: kind.what, items }];
    }),
  };
};
