import { showVariant } from '../../src/spec/assumptions/variant.ts';
import type { Variant } from '../../src/spec/assumptions/row.ts';
import { type AssumptionId, assumptionIds, assumptionRow } from '../../src/spec/assumptions.ts';
import { linkToSection } from './link-to-section.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from src/spec/assumptions. Change the rows there, then run: npx tsx scripts/generate-docs.ts -->

# What the interfaces leave open

Parts of the [interfaces](interfaces.md) are silent or allow more than one reading, yet a simulation cannot leave a
request without an answer. Below are all those points. Each **assumption** carries an id, the reading we start from, and
the others one could defend.

Set any of them when a simulation starts:

\`\`\`ts
await simulate({ assumptions: { 'cache.errors': 'success-only', 'token.lifetime': '60s' } });
\`\`\`

A **wire** point is something a client has to be told, such as where the page token stands. It changes only when you
set it. A **behaviour** point is one that a robust client copes with either way, such as the exact instant at which a
token dies. Checks vary those by themselves, so that a client which works under one reading alone is found out. Where most
clients never feel the difference, it is said what it takes; checks vary such points less often.
`;

const showValue = (variant: Variant): string =>
  typeof variant === 'string' ? `\`${variant}\`` : showVariant(variant).replace(/^./, (first) => first.toUpperCase());

const renderVariants = (id: AssumptionId): string[] => {
  const { default: usual, means, variants } = assumptionRow(id);
  return variants.map((variant) => {
    const meaning = means[typeof variant === 'string' ? variant : variant.type] ?? '';
    if (variant === usual) return `- ${showValue(variant)} (default): ${meaning}`;
    const isOpenDefault = typeof variant !== 'string' && !variants.includes(String(usual));
    return `- ${showValue(variant)}${isOpenDefault ? ` (default \`${usual}\`)` : ''}: ${meaning}`;
  });
};

const renderAssumption = (id: AssumptionId): string => {
  const row = assumptionRow(id);
  const takes = row.takes === undefined ? '' : `; it takes ${row.takes}`;
  return [
    `### ${id}`,
    '',
    `${row.question} (*${row.class}*, ${linkToSection(row.section)}${takes})`,
    '',
    ...renderVariants(id),
    '',
  ].join('\n');
};

/** The text of docs/assumptions.md: all of them, by the first word of each id. */
export const renderAssumptions = (): string => {
  const groups = new Map<string, AssumptionId[]>();
  for (const id of assumptionIds) {
    const group = id.slice(0, id.indexOf('.'));
    groups.set(group, [...(groups.get(group) ?? []), id]);
  }
  const pages = [...groups].map(([group, ids]) => `## ${group}\n\n${ids.map(renderAssumption).join('\n')}`);
  return [introduction, ...pages].join('\n');
};
