import type { Judged } from './judge-rows.ts';
import type { Row } from './rows.ts';

/** The figures as tables: on the terminal, and as a page, from which a later run reads what was met. */

const digits = (figure: number): string =>
  figure >= 100 ? figure.toFixed(0) : figure >= 10 ? figure.toFixed(1) : figure.toFixed(2);

const goals = ({ isSpeedUp, must, stretch }: Row): string => {
  if (must === undefined) return '';
  const sign = isSpeedUp === true ? '≥' : '≤';
  return `${sign} ${must}${stretch === undefined ? '' : ` (${stretch})`}`;
};

const withUnit = (figure: number, { unit }: Row): string => `${digits(figure)}${unit === undefined ? '' : ` ${unit}`}`;

const cells = ({ row, figure, first, spread, verdict, reachesStretch, peers }: Judged): readonly string[] => [
  row.name,
  withUnit(figure, row),
  `± ${Math.round((spread - 1) * 100)} %`,
  first === undefined ? '' : withUnit(first, row),
  goals(row),
  reachesStretch ? `${verdict}, stretch too` : (verdict ?? ''),
  Object.entries(peers)
    .map(([name, peer]) => `${name} ${digits(peer)}`)
    .join(', '),
];

const heads = ['row', 'figure', 'spread', 'at first', 'must (stretch)', 'verdict', 'peers'] as const;

const inGroups = (judged: readonly Judged[]): readonly (readonly [string, readonly Judged[]])[] => {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) groups.set(one.row.group, [...(groups.get(one.row.group) ?? []), one]);
  return [...groups];
};

export const showTable = (judged: readonly Judged[]): string =>
  inGroups(judged)
    .map(([group, some]) => {
      const lines = [heads, ...some.map(cells)];
      const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
      const show = (line: readonly string[]): string =>
        line
          .map((cell, column) => cell.padEnd(widths[column]))
          .join('  ')
          .trimEnd();
      return [group, ...lines.map((line) => `  ${show(line)}`), ''].join('\n');
    })
    .join('\n');

const intro = `# Speed

What a request, a scenario, a timer and a start cost, as ratios to a floor that was measured at the same time. Made by
\`npm run bench -- --page\`; \`npm run bench -- --check\` fails where a ratio that is met here is missed. Of every case
several samples of processor time are taken, in turns, each contender in a process of its own, and the least disturbed
one counts. They are taken once they get no better any more, when Node has compiled what they run; "at first" is the
same row by the very first sample of each. The spread is how far two measurements of the same were apart: where the goal
lies within it, the row is undecided. Figures with a unit depend on the machine and are not checked. Behind each goal
stands, in brackets, the one beyond it.
`;

/** What the rows are, a line for all that are measured alike. */
const explain = (judged: readonly Judged[]): readonly string[] => {
  const names = new Map<string, string[]>();
  for (const { row } of judged) names.set(row.how, [...(names.get(row.how) ?? []), row.name]);
  return [...names].map(([how, some]) => `- ${some.join('; ')}: ${how}`);
};

export const renderPage = (judged: readonly Judged[], machine: string): string =>
  [
    `${intro}\nMeasured on ${machine}.\n`,
    ...inGroups(judged).map(([group, some]) => {
      const lines = [heads, heads.map(() => '---'), ...some.map(cells)].map((line) => `| ${line.join(' | ')} |`);
      return `## ${group}\n\n${lines.join('\n')}\n\n${explain(some).join('\n')}\n`;
    }),
  ].join('\n');

/** Names of the rows, with their groups, that a page says were met. */
export const metOn = (page: string): ReadonlySet<string> => {
  const met = new Set<string>();
  let group = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) group = line.slice(3);
    const told = line.split(' | ').map((cell) => cell.replace(/^\| /, ''));
    const cell = (head: (typeof heads)[number]): string => told[heads.indexOf(head)] ?? '';
    if (cell('verdict').startsWith('met')) met.add(identify(group, cell('row')));
  }
  return met;
};

export const identify = (group: string, name: string): string => `${group}: ${name}`;
