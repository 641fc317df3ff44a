import type { Fault } from './faults.ts';
import type { Explanation } from './explained.ts';
import { type LeftOut, leftOut } from './targets.ts';

export interface FileScore {
  readonly file: string;
  readonly planted: number;
  readonly survived: readonly Fault[];
}

export interface Findings {
  readonly scores: readonly FileScore[];
  readonly explain: (fault: Fault) => Explanation | undefined;
  readonly testFolders: readonly string[];
}

const percent = (caught: number, planted: number): string =>
  planted === 0 ? 'none' : `${(Math.floor((caught / planted) * 1000) / 10).toFixed(1)} %`;

const rowOf = (name: string, planted: number, survived: number): string =>
  `| ${name} | ${planted} | ${planted - survived} | ${survived} | ${percent(planted - survived, planted)} |`;

const inCode = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);

const showSurvivors = ({ file, survived }: FileScore, explain: Findings['explain']): readonly string[] => {
  if (survived.length === 0) return [];
  const reasonOf = (fault: Fault): string => explain(fault)?.because ?? 'Not explained.';
  const parts = [...new Set(survived.map(reasonOf))].flatMap((because) => [
    '',
    because,
    '',
    ...survived.filter((fault) => reasonOf(fault) === because).map(({ mutation }) => `- ${inCode(mutation)}`),
  ]);
  return ['', `### ${file}`, ...parts];
};

const showLeftOut = ({ file, because }: LeftOut): string => `- \`${file}\`: ${because}`;

/** The whole report, without a date: the same sources and tests give the same text. */
export const renderFindings = ({ scores, explain, testFolders }: Findings): string => {
  const planted = scores.reduce((sum, score) => sum + score.planted, 0);
  const survived = scores.reduce((sum, score) => sum + score.survived.length, 0);
  return [
    '<!-- Written by: npx tsx scripts/mutate.ts -->',
    '',
    '# Planted faults',
    '',
    'Every comparison, condition, number, length of time, row of a gate or limit, and statement of the service is changed,',
    'one at a time, and the tests are run against it. A fault that no test notices survives. Each survivor is explained',
    'below; an unexplained one, and an explanation that has lost its survivor, make the run fail.',
    '',
    '```sh',
    'npx tsx scripts/mutate.ts                            # all, and writes this page',
    'npx tsx scripts/mutate.ts --only src/core/gates.ts   # one file, or a folder',
    '```',
    '',
    `Tests: ${testFolders.map((folder) => `\`${folder}\``).join(', ')}. Those that compare a generated page with its source`,
    'are left out, for they notice any change without knowing what is right.',
    '',
    '| file | planted | caught | survived | score |',
    '|---|---:|---:|---:|---:|',
    ...scores.map(({ file, planted: of, survived: left }) => rowOf(`\`${file}\``, of, left.length)),
    rowOf('**all**', planted, survived),
    '',
    '## Left out',
    '',
    ...leftOut.map(showLeftOut),
    '- Columns for people (`when`, `what`, `unit`, `section`, `assumption`): they decide nothing.',
    "- Fallbacks `?? ''` and `?? Number.NaN` are not taken away: only the type checker asks for them.",
    '',
    '## Survivors',
    ...scores.flatMap((score) => showSurvivors(score, explain)),
    '',
  ].join('\n');
};
