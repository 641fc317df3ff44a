import { explainRule, type RuleExplanation } from '../../src/rules/explain-rule.ts';
import { ruleIds } from '../../src/rules/catalogue.ts';
import { sections } from '../../src/spec/sections.ts';
import { linkToSection } from './link-to-section.ts';

const introduction = `<!-- Written by scripts/generate-docs.ts from src/rules. Change the rule there, then run: npx tsx scripts/generate-docs.ts -->

# Rules

What every run is judged by: what a correct client owes, and what the service does. \`npx stunt-double explain C8\` tells the
same of one rule. \`--rules C8=off\` leaves one out, \`--rules C8=must\` makes a recommendation count; so do \`rules:\` in a scenario
and \`rules\` among the options of a [check](check.md). An example is a few lines of a trace: when, who, and what.
A client that is run again by another \`sim.run\` is not held to what it came to know in the run before.
`;

const levels = {
  must: 'A run in which it is not kept is broken.',
  should: 'A recommendation: it is told, and breaks nothing.',
};

const sectionOf = (name: string): string => {
  const section = sections.find((one) => one === name);
  return section === undefined ? name : linkToSection(section);
};

/** Without the column that all of them begin with. */
const exampleOf = (lines: readonly string[]): string => {
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  return ['```text', ...lines.map((line) => line.slice(margin)), '```'].join('\n');
};

const renderRule = ({ id, name, level, claim, why, section, good, bad }: RuleExplanation): string =>
  [
    `### ${id} ${name}`,
    `**${claim}** ${why}`,
    `\`${level}\`. ${levels[level]} ${sectionOf(section)}.`,
    'Kept:',
    exampleOf(good),
    'Broken:',
    exampleOf(bad),
  ].join('\n\n');

/** docs/rules.md: a section for each rule, so that one rule more changes nothing but its own. */
export const renderRules = (): string => {
  const rules = ruleIds.map((id) => explainRule(id));
  const about = (judged: 'client' | 'service'): string =>
    rules
      .filter(({ judges }) => judges === judged)
      .map(renderRule)
      .join('\n\n');
  return `${introduction}
## About the client

${about('client')}

## About the service

The simulation is held to these in every run, and so are [recordings](verify.md) of the real service.

${about('service')}
`;
};
