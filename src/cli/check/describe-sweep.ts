import { printSweep, type SweepCell, type SweepReport } from '../../check/sweep/sweep-report.ts';
import { printable } from '../../print/printable.ts';
import type { Style } from '../../print/style.ts';
import { hang, hangPainted, indent, wrapTexts } from '../../print/wrap.ts';
import { allRules } from '../../rules/catalogue.ts';
import { ruleHint } from '../../rules/rule-hint.ts';
import { groupBy } from '../../rules/history/selectors.ts';

/** What people read at the end of a sweep: the matrix, and for each rule that was broken what broke it. */
export const describeSweep = (report: SweepReport, style: Style, replayLine: (token: string) => string): string => {
  const { paint, signs } = style;
  const lines = printSweep(report).trimEnd().split('\n');
  const end = lines.indexOf('broken:');
  const matrix = lines
    .slice(0, end < 0 ? lines.length : end - 1)
    .map((line) => paintMarks(foldLegend(line, style), style));
  const broken = [...report.cells, ...report.pairs].filter(({ verdict }) => verdict === 'broken');
  const rules = [...new Set(broken.map(({ rule = '' }) => rule))];
  const good = report.isComplete ? paint('green', signs.kept) : paint('yellow', signs.warning);
  const sign = broken.length === 0 ? good : paint('red', signs.broken);
  return [
    ...matrix,
    ...rules.flatMap((rule) => [
      '',
      ...describeRule(
        rule,
        broken.filter((cell) => (cell.rule ?? '') === rule),
        report.moments,
        style,
        replayLine,
      ),
    ]),
    '',
    `${sign} ${titleOfSweep(report)}`,
    '',
  ].join('\n');
};

/** What came of it, in a few words. One that was not made to its end may have missed what breaks the client. */
export const titleOfSweep = ({ cells, pairs, runs, isComplete }: SweepReport): string => {
  const broken = [...cells, ...pairs].filter(({ verdict }) => verdict === 'broken').length;
  if (broken > 0) return `the client is broken in ${broken} of ${runs} runs`;
  return isComplete ? 'nothing broke the client' : 'nothing broke the client so far';
};

/** What the marks mean stands on one line, where there is room for it. */
const foldLegend = (line: string, { columns }: Style): string =>
  line.startsWith('·') && line.length > columns ? line.replaceAll('   ', '\n') : line;

const paintMarks = (line: string, { paint }: Style): string => line.replace(/(?<=\s)X(?=\s|$)/g, paint('red', 'X'));

const describeRule = (
  id: string,
  cells: readonly SweepCell[],
  moments: readonly string[],
  style: Style,
  replayLine: (token: string) => string,
): readonly string[] => {
  const rule = allRules.find((one) => one.id === id);
  const title = rule === undefined ? id : `${rule.id} ${rule.name}: ${rule.claim}`;
  const [first] = cells;
  const { paint, columns } = style;
  return [
    hangPainted('red', `broken in ${cells.length}:`, title, 2, style),
    `    ${paint('cyan', 'what did it, and in which columns:')}`,
    ...wrapTexts(listPlaces(cells, moments), ';', columns - 6).map((line) => `      ${line}`),
    hang('found:', printable(`${first?.what}, before ${first?.moment}: ${first?.because ?? ''}`), 4, columns),
    ...(rule === undefined ? [] : [indent(paint('dim', ruleHint(rule.section, id)), 4)]),
    ...(first?.replay === undefined ? [] : [`    ${paint('cyan', 'replay:')} ${replayLine(first.replay)}`]),
  ];
};

/** `fail 503 (1, 4)`: what went wrong, and before which events of the matrix. */
const listPlaces = (cells: readonly SweepCell[], moments: readonly string[]): readonly string[] => {
  const numberOf = (moment: string): string => {
    const index = moments.indexOf(moment);
    return index < 0 ? moment : String(index + 1);
  };
  return [...groupBy(cells, ({ what }) => what)].map(
    ([what, all]) => `${what} (${all.map(({ moment }) => numberOf(moment)).join(', ')})`,
  );
};
