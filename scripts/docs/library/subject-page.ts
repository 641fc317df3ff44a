import type { ScenarioReport } from '../../../src/index.ts';
import { showTime } from '../../../src/print/timeline/row.ts';
import { linkToSection } from '../link-to-section.ts';
import { type LibraryFile, titleOf } from './read-library.ts';
import { type Subject, subjects, titleOfSubject } from './subjects.ts';
import { tellTimeline } from './tell-timeline.ts';

/** The page of a subject, docs/scenarios/<subject>.md, from its scenarios as `renderScenario` writes them. */
export const renderSubject = (subject: Subject, sections: readonly string[]): string =>
  [
    `<!-- Written by scripts/generate-docs.ts from scenarios/${subject}. Change the files there, then run: npx tsx scripts/generate-docs.ts -->`,
    '',
    `# ${titleOfSubject(subject)}`,
    '',
    `${subjects[subject]} [All subjects](README.md)`,
    '',
    sections.join('\n'),
  ].join('\n');

/** What its page says of a scenario: what it teaches, its file, and how it goes for the example client. */
export const renderScenario = (file: LibraryFile, reports: readonly ScenarioReport[]): string => {
  const [first, ...others] = reports;
  if (first === undefined) throw new Error(`${file.name} was not played`);
  return [
    `## ${titleOf(file)}`,
    '',
    `${file.why} (${linkToSection(file.section).replace('(interfaces.md', '(../interfaces.md')})`,
    '',
    '```yaml',
    `# scenarios/${file.subject}/${file.name}.yaml`,
    file.yaml,
    '```',
    '',
    ...(others.length === 0 ? [] : [`Where it is ${first.scenario.name}:`, '']),
    '```text',
    ...tellTimeline(first.trace),
    '```',
    '',
    ...tellOthers(first, others),
  ].join('\n');
};

/** How the other rows of a table end, one by one only where they end in several ways. */
const tellOthers = (first: ScenarioReport, others: readonly ScenarioReport[]): readonly string[] => {
  if (others.length === 0) return [];
  const ends = new Set([first, ...others].map(tellEnd));
  if (ends.size === 1) return [`The other rows of its table end in the same way at the same time.`, ''];
  return ['The other rows of its table:', '', ...others.map((one) => `- ${one.scenario.name}: ${tellEnd(one)}`), ''];
};

const tellEnd = ({ outcome, elapsed }: ScenarioReport): string =>
  outcome.ok ? `done after ${showTime(elapsed)}` : `fails after ${showTime(elapsed)}`;
