import { requireMade } from '../../language/problem.ts';
import type { Change } from './compare.ts';
import type { DiffReport } from './diff-clients.ts';

/** Changes that are shown as one, and one scenario to see them in. */
interface Group {
  readonly kind: Change['kind'];
  /** What is said of all of them; what each has of its own comes behind it. */
  readonly title: string;
  readonly details: Set<string>;
  readonly run: number;
  count: number;
}

/**
 * The differences as text, what is most frequent first, each with the number of a scenario to see it in. The tokens that
 * replay those scenarios stand at the end, once.
 *
 * @example
 * console.log(printDiff(await diffClients(importOrders, importOrdersOfLastYear)));
 */
export const printDiff = (report: DiffReport): string => {
  requireMade(report, 'printDiff', 'differences', 'write printDiff(await diffClients(one, other))');
  const { runs, differences } = report;
  const groups = new Map<string, Group>();
  for (const { changes, run } of differences) {
    for (const { kind, text } of changes) {
      const [title, detail] = kind === 'requests' ? splitCounts(text) : [text, ''];
      const key = `${kind}\n${title}\n${isFewer(detail)}`;
      const group = groups.get(key) ?? { kind, title, details: new Set<string>(), run, count: 0 };
      group.details.add(detail);
      group.count += 1;
      groups.set(key, group);
    }
  }
  const sorted = [...groups.values()].sort((one, other) => other.count - one.count);
  const shown = new Set(sorted.map(({ run }) => run));
  return [
    `${differences.length} of ${runs} ${runs === 1 ? 'scenario is' : 'scenarios are'} different`,
    ...(sorted.length > 0 ? ['', ...sorted.map(describe)] : []),
    ...(shown.size > 0 ? ['', 'to replay them:'] : []),
    ...differences
      .filter(({ run }) => shown.has(run))
      .map(({ run, replay }) => `  ${`scenario ${run}`.padEnd(12)} ${replay}`),
    '',
  ].join('\n');
};

/** `listDataQueryRecords: 25 -> 2` is about the same as `listDataQueryRecords: 7 -> 2`. */
const splitCounts = (text: string): readonly [title: string, detail: string] => {
  const [, title = text, detail = ''] = /^(.*: )(\d+ -> \d+)$/s.exec(text) ?? [];
  return [title, detail];
};

const isFewer = (detail: string): boolean => {
  const [was = 0, is = 0] = detail.split(' -> ').map(Number);
  return is < was;
};

const mostDetails = 4;

const describe = ({ kind, title, details, run, count }: Group): string => {
  const some = [...details].slice(0, mostDetails).join(', ');
  const more = details.size > mostDetails ? ', …' : '';
  return `  ${kind.padEnd(8)} ${String(count).padStart(4)} ×  ${title}${some}${more} (${count === 1 ? '' : 'e.g. '}scenario ${run})`;
};
