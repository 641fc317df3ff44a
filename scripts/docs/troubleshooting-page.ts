import { misuseCodes, type MisuseRow } from '../../src/cli/topics/misuse-codes.ts';
import { namesOf } from '../../src/spec/names-of.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from src/cli/topics/misuse-codes.ts. Change the table there, then run: npx tsx scripts/generate-docs.ts -->

# Troubleshooting

Who uses the library wrongly gets a \`Misuse\`: its message names the place, the cause and the remedy, and ends in a code.
Here are the codes, with what mostly brings them about, the commonest first, and what helps. On the command line
\`npx stunt-double explain CLOCK_STUCK\` tells the same. A client that breaks a rule is told by [the rule's id](rules.md) instead.
`;

const renderRow = (code: string, { means, causes, remedies }: MisuseRow): string => {
  const rows = causes.map((cause, index) => `| ${cause} | ${remedies[index] ?? ''} |`);
  return [`## ${code}`, '', means, '', '| cause | remedy |', '|---|---|', ...rows].join('\n');
};

/** docs/troubleshooting.md: a section for each code. */
export const renderTroubleshooting = (): string =>
  `${introduction}\n${namesOf(misuseCodes)
    .map((code) => renderRow(code, misuseCodes[code]))
    .join('\n\n')}\n`;
