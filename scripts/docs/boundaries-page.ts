import { beyondReach, type Boundary, boundary, boundaryNames } from '../../src/spec/boundaries.ts';
import { linkToSection } from './link-to-section.ts';
import { showChoices } from './show-choices.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from src/spec/boundaries.ts. Change that table, then run: npx tsx scripts/generate-docs.ts -->

# Boundaries

Every line that the [interfaces](interfaces.md) draw, and what happens one step short of it, at it, and one step past it.
A step is a millisecond, a request, a record or a byte. Where the document leaves the very instant open, an
[assumption](assumptions.md) decides, and each of its variants has a row.

For a rate, *requests* tells what the last of so many gets, and *ms* what one request too many gets so long after the
first of those that fill the limit.
`;

const showSettings = ({ given, decidedBy }: Boundary, variant: string): string =>
  showChoices({ ...given, ...(decidedBy && { [decidedBy]: variant }) }) || '-';

const renderRows = (name: string, row: Boundary): string[] =>
  Object.entries(row.outcomes).map(([variant, [below, at, above]]) =>
    [
      '',
      `\`${name}\``,
      `\`${row.of}\``,
      String(row.at),
      row.unit,
      showSettings(row, variant),
      below,
      at,
      above,
      linkToSection(row.section),
      '',
    ]
      .join(' | ')
      .trim(),
  );

/** The text of docs/boundaries.md. */
export const renderBoundaries = (): string =>
  [
    introduction,
    '| Boundary | Of | At | Step | With | Short of it | At it | Past it | Section |',
    '|---|---|---|---|---|---|---|---|---|',
    ...boundaryNames.flatMap((name) => renderRows(name, boundary(name))),
    '',
    'These limits have no such line:',
    '',
    ...Object.entries(beyondReach).map(([name, reason]) => `- \`${name}\`: ${reason}`),
    '',
  ].join('\n');
