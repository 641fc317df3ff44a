import type { Scenario } from '../language/ast.ts';
import { showDuration } from '../spec/time.ts';
import { clientEndOf, describePlainly, failuresOf, warningsOf } from './failures.ts';
import { mute, oneLine, printable } from '../print/printable.ts';
import { countKept, isKept, type Reporter, type Result, type Run, showReal } from './result.ts';
import { fileStyle } from '../print/style.ts';
import { drawTimeline } from '../print/timeline/swimlane.ts';
import { marksOf } from '../play/marks.ts';

/** GitHub takes a megabyte for a summary, other places less: of so many failures the timelines are shown, of the rest a row. */
const mostDetails = 20;
const mostKept = 500;

/** A table in Markdown, for job summaries and comments, and below it what went wrong. */
export const createMarkdownReporter = (): Reporter => ({
  begin: () => '',
  result: () => '',
  end: (run) => mute(describeRun(run)),
});

const describeRun = ({ results, planned, stopped, notRun = [] }: Run): string => {
  const kept = countKept(results);
  const broken = results.filter((result) => !isKept(result));
  const left = stopped === undefined ? '' : `, ${planned - results.length} not run (${stopped})`;
  // What broke comes first: a reader may see no more.
  const rows = [...broken, ...results.filter(isKept).slice(0, mostKept)];
  const hidden = results.length - rows.length;
  return [
    `### ${broken.length === 0 ? '✓' : '✗'} stunt-double: ${kept} passed, ${broken.length} failed${left}`,
    '',
    '| | scenario | virtual | real | what went wrong |',
    '|---|---|---:|---:|---|',
    ...rows.map(describeRow),
    ...(hidden > 0 ? ['', `${hidden} more were kept.`] : []),
    ...(notRun.length > 0 ? ['', 'Not run:', '', ...notRun.slice(0, mostKept).map(describeMissing)] : []),
    ...(notRun.length > mostKept ? ['', `${notRun.length - mostKept} more were not run.`] : []),
    ...broken.slice(0, mostDetails).flatMap(describeDetails),
    '',
  ].join('\n');
};

const describeMissing = ({ name, source }: Pick<Scenario, 'name' | 'source'>): string =>
  `- ${escapeMarkdown(`${name} (${source})`)}`;

const describeRow = (result: Result): string => {
  const { report, real } = result;
  const [first, ...rest] = failuresOf(result);
  const warnings = warningsOf(result).length;
  const wrong = [
    ...(first === undefined ? [] : [first.claim.replace(/\.$/, ''), ...first.found]),
    ...(rest.length > 0 ? [`${rest.length} more ${rest.length === 1 ? 'failure' : 'failures'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ].join('; ');
  const cells = [report.scenario.name, showDuration(report.elapsed), showReal(real), wrong].map(escapeMarkdown);
  return `| ${isKept(result) ? '✓' : '✗'} | ${cells.join(' | ')} |`;
};

const describeDetails = (result: Result): readonly string[] => {
  const { report, replay } = result;
  const text = [
    ...failuresOf(result).map(describePlainly),
    ...clientEndOf(result).map(printable),
    '',
    ...drawTimeline(report.trace.entries, marksOf(report), fileStyle),
    '',
    `replay: ${replay}`,
  ].join('\n');
  // A fence ends at a line with as many backquotes.
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  const title = escapeHtml(oneLine(report.scenario.name));
  return ['', `<details><summary>${title}</summary>`, '', `${fence}text`, text, fence, '', '</details>'];
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Text of unknown origin as it is: no mark-up, no mention of a user, no end of a cell. */
const escapeMarkdown = (text: string): string =>
  escapeHtml(oneLine(text))
    .replace(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replace(/@(?=\w)/g, '@\u200B')
    .replace(/(https?|ftp)(?=:\/\/)|www(?=\.)/gi, '$&\u200B');
