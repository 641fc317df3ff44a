import type { Judged } from './judge-rows.ts';
import type { Row } from './rows.ts';

/** The figures as tables: on the terminal, and as a page, from which a later run reads what was met. */

const digits = (figure: number): string => {
  if (Number.isInteger(figure)) return String(figure);
  return figure >= 100 ? figure.toFixed(0) : figure >= 10 ? figure.toFixed(1) : figure.toFixed(2);
};

const goals = ({ isSpeedUp, must, stretch }: Row): string => {
  if (must === undefined) return '';
  const sign = isSpeedUp === true ? '≥' : '≤';
  return `${sign} ${must}${stretch === undefined ? '' : ` (${stretch})`}`;
};

const withUnit = (figure: number, { unit }: Row): string => `${digits(figure)}${unit === undefined ? '' : ` ${unit}`}`;

const metBefore = 'undecided, met before';

/** `met` has the rows that were met on the page before: a noisy day does not set them free. */
const tellVerdict = ({ row, verdict, reachesStretch }: Judged, met: ReadonlySet<string>): string => {
  if (verdict === 'undecided' && met.has(identify(row.group, row.name))) return metBefore;
  return verdict === 'met' && reachesStretch ? 'met, stretch too' : (verdict ?? '');
};

const cells = (judged: Judged, met: ReadonlySet<string>): readonly string[] => [
  judged.row.name,
  withUnit(judged.figure, judged.row),
  `± ${Math.round((judged.spread - 1) * 100)} %`,
  judged.first === undefined ? '' : withUnit(judged.first, judged.row),
  goals(judged.row),
  tellVerdict(judged, met),
  Object.entries(judged.peers)
    .map(([name, peer]) => `${name} ${digits(peer)}`)
    .join(', '),
];

const heads = ['row', 'figure', 'spread', 'at first', 'must (stretch)', 'verdict', 'peers'] as const;

const inGroups = (judged: readonly Judged[]): readonly (readonly [string, readonly Judged[]])[] => {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) groups.set(one.row.group, [...(groups.get(one.row.group) ?? []), one]);
  return [...groups];
};

export const showTable = (judged: readonly Judged[], met: ReadonlySet<string>): string =>
  inGroups(judged)
    .map(([group, some]) => {
      const lines = [heads, ...some.map((one) => cells(one, met))];
      const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
      const show = (line: readonly string[]): string =>
        line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd();
      return [group, ...lines.map((line) => `  ${show(line)}`), ''].join('\n');
    })
    .join('\n');

const intro = `# Speed

What a request, a scenario, a timer and a start cost, as ratios to a floor that was measured at the same time. Made by
\`npm run bench -- --page\`; \`npm run bench -- --check\` fails where a ratio that is met here is missed. Of every case
several samples are taken, of processor time unless the row says otherwise, in turns, each contender in a process of its
own, and the least disturbed one counts. They are taken once they get no better any more, when Node has compiled what
they run; "at first" is the same row by the very first sample of each. The spread is how far two measurements of the same
were apart: where the goal lies within it, the row is undecided; where it was met on the page before, it still counts as
met. Figures with a unit are not checked, for most depend on the machine. Behind each goal stands, in brackets, the one
beyond it.
`;

/** What the rows are, a line for all that are measured alike. */
const explain = (judged: readonly Judged[]): readonly string[] => {
  const names = new Map<string, string[]>();
  for (const { row } of judged) names.set(row.how, [...(names.get(row.how) ?? []), row.name]);
  return [...names].map(([how, some]) => `- ${some.join('; ')}: ${how}`);
};

export const renderPage = (judged: readonly Judged[], machine: string, met: ReadonlySet<string>): string =>
  [
    `${intro}\nMeasured on ${machine}.\n`,
    ...inGroups(judged).map(([group, some]) => {
      const lines = [heads, heads.map(() => '---'), ...some.map((one) => cells(one, met))].map(
        (line) => `| ${line.join(' | ')} |`,
      );
      return `## ${group}\n\n${lines.join('\n')}\n\n${explain(some).join('\n')}\n`;
    }),
  ].join('\n');

/** Names of the rows, with their groups, that a page says were met, on it or before. */
export const metOn = (page: string): ReadonlySet<string> => {
  const met = new Set<string>();
  let group = '';
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) group = line.slice(3);
    const told = line.split(' | ').map((cell) => cell.replace(/^\| /, ''));
    const cell = (head: (typeof heads)[number]): string => told[heads.indexOf(head)] ?? '';
    if (cell('verdict').startsWith('met') || cell('verdict') === metBefore) met.add(identify(group, cell('row')));
  }
  return met;
};

export const identify = (group: string, name: string): string => `${group}: ${name}`;
