import type { ScenarioReport } from '../../../src/index.ts';
import { fileStyle } from '../../../src/report/style.ts';
import { findRule } from '../../../src/rules/catalogue.ts';
import { ruleIds } from '../../../src/rules/catalogue.ts';
import { showTime } from '../../../src/report/timeline/row.ts';
import { drawTimeline } from '../../../src/report/timeline/swimlane.ts';
import { linkToSection } from '../link-to-section.ts';
import { type Story, titleOf } from './read-library.ts';

/** Left of a timeline is where it marks what went wrong: nothing did. */
const gutter = 2;

/** The page of a scenario, docs/scenarios/<subject>/<name>.md, from its file and how the example client fared. */
export const renderStory = (story: Story, reports: readonly ScenarioReport[]): string => {
  const [first, ...others] = reports;
  if (first === undefined) throw new Error(`${story.name} was not played`);
  const file = `scenarios/${story.subject}/${story.name}.yaml`;
  return [
    `<!-- Written by scripts/generate-docs.ts from ${file}. Change it there, then run: npx tsx scripts/generate-docs.ts -->`,
    '',
    `# ${titleOf(story)}`,
    '',
    `${story.why} (${linkToSection(story.section).replace('(interfaces.md', '(../../interfaces.md')})`,
    '',
    `\`${file}\`:`,
    '',
    '```yaml',
    story.yaml,
    '```',
    '',
    '## What happens',
    '',
    `${others.length === 0 ? 'To the example client' : `To the example client, where ${first.scenario.name}`}:`,
    '',
    '```text',
    ...drawTimeline(first.trace.entries, () => false, fileStyle).map((line) => line.slice(gutter).trimEnd()),
    '```',
    '',
    sayEnd(first),
    '',
    ...(others.length === 0 ? [] : ['The other rows of its table:', '', ...others.map(renderRow), '']),
    '## What it touches',
    '',
    `- Rules that held, and could have been broken: ${renderRules(reports)}.`,
    ...renderAssumptions(reports),
    '',
  ].join('\n');
};

const sayEnd = ({ outcome, elapsed }: ScenarioReport): string =>
  outcome.ok
    ? `The client is done after ${showTime(elapsed)}.`
    : `The client gives up after ${showTime(elapsed)}, as it should: \`${outcome.error}\``;

const renderRow = (report: ScenarioReport): string => `- ${report.scenario.name}: ${lowerFirst(sayEnd(report))}`;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What a trace says nothing of is neither kept nor broken. */
const renderRules = (reports: readonly ScenarioReport[]): string => {
  const judgements = reports.flatMap((report) => report.judgements);
  const held = new Set(judgements.filter(({ verdict }) => verdict.verdict === 'held').map(({ rule }) => rule.id));
  return ruleIds
    .filter((id) => held.has(id))
    .map((id) => `\`${id}\` ${findRule(id).name}`)
    .join(', ');
};

const renderAssumptions = (reports: readonly ScenarioReport[]): readonly string[] => {
  const ids = new Set(reports.flatMap(({ assumed }) => assumed));
  if (ids.size === 0) return [];
  const links = [...ids]
    .sort()
    .map((id) => `[\`${id}\`](../../assumptions.md#${id.toLowerCase().replaceAll('.', '')})`);
  return [`- Open points that decided something: ${links.join(', ')}.`];
};
