import { type LeftOut, leftOut, type Target, targetOf, targets } from './targets.ts';

/** How many faults were planted in a file, and how many of them no test noticed. */
export interface Score {
  readonly file: string;
  readonly planted: number;
  readonly survived: number;
}

const percent = (caught: number, planted: number): string =>
  `${(Math.floor((caught / planted) * 1000) / 10).toFixed(1)} %`;

const rowOf = (name: string, planted: number, survived: number): string =>
  `| ${name} | ${planted} | ${planted - survived} | ${survived} | ${percent(planted - survived, planted)} |`;

const rowForm = /^\| `(?<file>[^`]+)` \| (?<planted>\d+) \| \d+ \| (?<survived>\d+) \|/gm;

/** The scores that a page tells. */
export const scoresOn = (page: string): readonly Score[] =>
  [...page.matchAll(rowForm)].map(({ groups: { file = '', planted = '', survived = '' } = {} }) => ({
    file,
    planted: Number(planted),
    survived: Number(survived),
  }));

const showLeftOut = ({ file, because }: LeftOut): string => `- \`${file}\`: ${because}`;

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

const inList = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const showTable = (scores: readonly Score[]): readonly string[] => [
  '| file | planted | caught | survived | score |',
  '|---|---:|---:|---:|---:|',
  ...scores.map(({ file, planted, survived }) => rowOf(`\`${file}\``, planted, survived)),
  rowOf('**all**', sum(scores.map(({ planted }) => planted)), sum(scores.map(({ survived }) => survived))),
];

const showTarget = ({ sources, tests }: Target): string => `- ${inList(sources)}: ${inList(tests)}`;

/** The whole report, without a date: the same sources and tests give the same text. */
export const renderFindings = (scores: readonly Score[]): string => {
  const told = (how: Target['survivors']): readonly Score[] =>
    scores.filter(({ file }) => targetOf(file).survivors === how);
  return [
    '<!-- Written by: npx tsx scripts/mutate.ts -->',
    '',
    '# Planted faults',
    '',
    'Every comparison, condition, number, length of time, row of a gate or limit, and statement of the service and of the',
    'rules is changed, one at a time, and the tests are run against it. A fault that no test notices survives.',
    '',
    '```sh',
    'npx tsx scripts/mutate.ts                            # all, and writes this page',
    'npx tsx scripts/mutate.ts --only src/core/gates.ts   # one file, or a folder, and its rows on this page',
    '```',
    '',
    'The tests that have to notice it:',
    '',
    ...targets.map(showTarget),
    '',
    'Tests that compare a generated page with its source are left out, for they notice any change without knowing what is',
    'right.',
    '',
    '## The service',
    '',
    'Each survivor is explained in [explained.ts](../scripts/mutate/explained.ts); an unexplained one, and an explanation that has',
    'lost its survivor, make the run fail.',
    '',
    ...showTable(told('explained')),
    '',
    '## The rules',
    '',
    'Survivors are counted by file and not explained one by one: more of them than the count here make the run fail, until a',
    'test catches them or `--accept` writes the new count.',
    '',
    ...showTable(told('counted')),
    '',
    '## Left out',
    '',
    ...leftOut.map(showLeftOut),
    '- Columns for people (`when`, `what`, `unit`, `section`, `assumption`): they decide nothing.',
    "- Fallbacks `?? ''` and `?? Number.NaN` are not taken away: only the type checker asks for them.",
    '- In the rules, what is inside a text that is put together, and the examples: the words of a finding, not the verdict.',
    '- What lists rules, chooses among them and explains them, as `src/rules/rule-choice.ts`: it judges nothing.',
    '',
  ].join('\n');
};
