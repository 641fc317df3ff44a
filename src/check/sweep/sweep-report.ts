import { requireMade } from '../../language/problem.ts';
import { exchangeFaultNames } from '../../spec/faults.ts';

/** What a client made of a fault. */
export interface SweepCell {
  /** What was injected: `fail tooManyRequests`, `expireToken`; of a pair both. */
  readonly what: string;
  /** Before which event of the run without a fault. */
  readonly moment: string;
  /** `inconclusive`: it never came to pass, or the client gave up where nobody says that it has to go on. */
  readonly verdict: 'survived' | 'broken' | 'inconclusive';
  readonly ended: 'finished' | 'gave up' | 'no end' | 'nothing happened';
  /** What was broken: the id of a rule, or one of our own words. */
  readonly rule?: string;
  /** What shows it, or what the client said when it gave up. */
  readonly because?: string;
  /** The scenario as one word, where it broke the client. */
  readonly replay?: string;
}

/** A client as its weaknesses show it. Plain data. */
export interface SweepReport {
  /** The events of the run without a fault, in their order. */
  readonly moments: readonly string[];
  readonly cells: readonly SweepCell[];
  /** Two faults in one run. */
  readonly pairs: readonly SweepCell[];
  readonly runs: number;
  /** Whether there was time for all of it. */
  readonly isComplete: boolean;
}

const marks: Readonly<Record<SweepCell['verdict'], string>> = { survived: '·', broken: 'X', inconclusive: '?' };

const markOf = ({ verdict, ended }: SweepCell): string => {
  if (ended === 'nothing happened') return ' ';
  return verdict === 'survived' && ended === 'gave up' ? '-' : marks[verdict];
};

/**
 * The matrix as text: a row for each fault, a column for each event of the run without one.
 *
 * @example
 * console.log(printSweep(await sweepClient(importOrders)));
 */
export const printSweep = (report: SweepReport): string => {
  requireMade(report, 'printSweep', 'cells', 'write printSweep(await sweepClient(client))');
  const { moments, cells, pairs, runs, isComplete } = report;
  const rows = rowsOf(cells);
  const byPlace = new Map(cells.map((cell) => [`${cell.what}\n${cell.moment}`, markOf(cell)]));
  const width = Math.max(...rows.map((row) => row.length), 4);
  const columns = moments.map((_, index) => String(index + 1).padStart(2));
  const line = (name: string, parts: readonly string[]): string =>
    `${name.padEnd(width)} ${parts.map((part) => part.padStart(3)).join('')}`.trimEnd();
  const broken = [...cells, ...pairs].filter(({ verdict }) => verdict === 'broken');
  return [
    ...moments.map((moment, index) => `${String(index + 1).padStart(3)}  before ${moment}`),
    '',
    line('', columns),
    ...rows.map((row) =>
      line(
        row,
        moments.map((moment) => byPlace.get(`${row}\n${moment}`) ?? ''),
      ),
    ),
    '',
    '· got through   - gave up, as it may   ? gave up, where nobody says whether it may   X broken',
    sumUp(cells, 'single'),
    ...(pairs.length > 0 ? [sumUp(pairs, 'paired')] : []),
    `${runs} runs${isComplete ? '' : ', and no more were made'}`,
    ...(broken.length > 0 ? ['', 'broken:', ...broken.map(describe)] : []),
    '',
  ].join('\n');
};

/** What was injected, each once. */
export const rowsOf = (cells: readonly SweepCell[]): readonly string[] =>
  [...new Set(cells.map(({ what }) => what))].sort((one, other) => rankOf(one) - rankOf(other));

/** Refusals first, then what the network does, then actions. */
const rankOf = (what: string): number => {
  if (what.startsWith('fail ')) return 0;
  if (what.startsWith('notification ')) return 2;
  return what.startsWith('answer ') || exchangeFaultNames.some((name) => name === what) ? 1 : 3;
};

const sumUp = (cells: readonly SweepCell[], kind: string): string => {
  const count = (verdict: SweepCell['verdict']): number => cells.filter((cell) => cell.verdict === verdict).length;
  return `${kind}: ${count('survived')} survived, ${count('broken')} broken, ${count('inconclusive')} inconclusive`;
};

const describe = ({ what, moment, rule, because }: SweepCell): string =>
  `  ${what}, before ${moment}: ${rule ?? ''} ${because ?? ''}`.trimEnd();
