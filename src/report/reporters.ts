import type { PageTrend } from '../page/data.ts';
import { createGithubReporter } from './github.ts';
import { createHtmlReporter } from './html.ts';
import { createJsonReporter } from './json.ts';
import { createJUnitReporter } from './junit.ts';
import { createMarkdownReporter } from './markdown.ts';
import type { Reporter } from './result.ts';
import type { Style } from '../print/style.ts';
import { createTapReporter } from './tap.ts';
import { createTextReporter } from './text.ts';

/*
 * Reports: what people and other programs read of a run. A report is a row of the table below and a file of its own.
 *
 * A reporter is handed the results one by one and gives text back: at the beginning, after each scenario, at the end. It
 * writes nothing itself; where its text goes, a terminal or a file, is the command line's affair, and how it may look (colours,
 * width, signs) it is told as a `Style`. What has failed is put into words once, in `failures.ts`, and every report takes its
 * words from there; a run is drawn from its trace in `print/timeline/`. Reports judge nothing: verdicts come with the results. Text of
 * clients and of files never gets to a terminal or into XML as it is: see `print/printable.ts`.
 */

interface ReporterRow {
  /** What it is for, in a few words. */
  readonly what: string;
  /** A document is spoilt by whatever else is written to the same place. */
  readonly isDocument: boolean;
  /** `earlier` are reports of before, for those that show a trend. */
  readonly create: (style: Style, version: string, earlier?: readonly PageTrend[]) => Reporter;
}

export const reporters = {
  terminal: { what: 'for people; the default', isDocument: false, create: createTextReporter },
  junit: { what: 'JUnit XML, for Jenkins, GitLab and others', isDocument: true, create: createJUnitReporter },
  json: {
    what: 'everything, for other programs',
    isDocument: true,
    create: (_, version) => createJsonReporter(version),
  },
  github: {
    what: 'annotations and the job summary of GitHub Actions',
    isDocument: false,
    create: createGithubReporter,
  },
  tap: { what: 'the Test Anything Protocol', isDocument: true, create: createTapReporter },
  html: {
    what: 'a page with a viewer of each run, for a browser',
    isDocument: true,
    create: (_, version, earlier = []) => createHtmlReporter(version, earlier),
  },
  markdown: { what: 'a table, for comments and summaries', isDocument: true, create: createMarkdownReporter },
} as const satisfies Record<string, ReporterRow>;

export type ReporterName = keyof typeof reporters;

export const reporterNames = Object.keys(reporters) as readonly ReporterName[];
