import { appendFileSync } from 'node:fs';
import { errorText } from '../error-text.ts';
import { refuse } from '../misuse.ts';
import { type Explanation, explanation } from '../language/problem.ts';
import { show } from '../language/show.ts';
import { suggest } from '../nearest.ts';
import { createMarkdownReporter } from '../report/markdown.ts';
import type { PageTrend } from '../page/data.ts';
import { type ReporterName, reporterNames, reporters } from '../report/reporters.ts';
import type { Result, Run } from '../report/result.ts';
import { writeJson } from '../print/printable.ts';
import { fromHere } from '../print/show-path.ts';
import { fileStyle, readStyle, type Style } from '../print/style.ts';
import { isSet, type Terminal } from '../print/terminal.ts';
import { writeWhole } from '../write-file.ts';
import { requireOutput } from './named-files.ts';
import { orSayUnwritten } from './say-unwritten.ts';
import { sayPlainly } from './say-plainly.ts';
import { version } from './version.ts';

/** A report, and the file that it goes to: to standard output without one. */
export interface ReporterChoice {
  readonly name: ReporterName;
  readonly file?: string;
}

/** `name` or `name=file`. */
export const parseReporter = (text: string): ReporterChoice | undefined => {
  const [, word, file] = /^([^=]*)(?:=(.+))?$/s.exec(text) ?? [];
  const name = reporterNames.find((known) => known === word);
  if (name === undefined) return undefined;
  return file === undefined ? { name } : { name, file };
};

/** What is wrong with what is no report. */
export const explainReporter = (written: unknown): Explanation => {
  const [word] = typeof written === 'string' ? written.split('=') : [written];
  return reporterNames.some((known) => known === word)
    ? explanation(`${show(written)} names no file`, `write ${String(word)}=path/to/file, or ${String(word)}`)
    : explanation(`${show(word)} is not a report`, suggest(word, reporterNames));
};

/** Throws Misuse BAD_OPTION. */
export const readReporters = (typed: readonly string[], place = '--reporter'): readonly ReporterChoice[] => {
  const choices = typed.map((text) => {
    const choice = parseReporter(text);
    const { what, hint } = explainReporter(text);
    if (choice === undefined) throw refuse(place, what, hint);
    return choice;
  });
  const shown = choices.filter(({ file }) => file === undefined).map(({ name }) => name);
  const spoilt = shown.find((name) => reporters[name].isDocument);
  if (spoilt !== undefined && shown.length > 1)
    throw refuse(place, `${shown.join(' and ')} would both go to standard output`, `write ${spoilt}=path/to/file`);
  return choices;
};

/** Where all reports of a run go together. */
export type Outlets = ReturnType<typeof openOutlets>;

/** Where one report goes, and how it looks there. */
interface Outlet {
  /** The file; standard output without one. */
  readonly file?: string;
  readonly style: Style;
  readonly write: (text: string) => void;
  /** Puts all that was written where it belongs. */
  readonly close: () => void;
}

/**
 * Makes sure that all files can be written, before any scenario runs in vain. They are written at the end, each as a whole.
 * Throws Misuse BAD_OPTION.
 */
export const openOutlets = (
  choices: readonly ReporterChoice[],
  terminal: Terminal,
  earlier: readonly PageTrend[] = [],
) => {
  const opened = choices.map(({ name, file }) => {
    const outlet = openOutlet(file, terminal);
    return { name, reporter: reporters[name].create(outlet.style, version, earlier), outlet };
  });
  type Opened = (typeof opened)[number];
  /** Reports that are spoilt: nothing more is written to them. */
  const spoilt = new Set<Opened>();
  const attempt = (one: Opened, write: () => void): void => {
    const what = one.outlet.file ?? `the report ${one.name}`;
    if (!spoilt.has(one) && !orSayUnwritten(what, write, terminal)) spoilt.add(one);
  };
  const each = (say: (reporter: Opened['reporter']) => string): void => {
    for (const one of opened) attempt(one, () => one.outlet.write(say(one.reporter)));
  };
  const summary = choices.some(({ name }) => name === 'github') ? terminal.env['GITHUB_STEP_SUMMARY'] : undefined;
  return {
    begin: (planned: number) => each((reporter) => reporter.begin(planned)),
    result: (result: Result, index: number) => each((reporter) => reporter.result(result, index)),
    /** Writes all of it, and says whether that went well. Nothing is awaited: there may be no time left. */
    end: (run: Run): boolean => {
      each((reporter) => reporter.end(run));
      for (const one of opened) attempt(one, one.outlet.close);
      if (isSet(summary)) appendSummary(summary, run, terminal);
      return spoilt.size === 0;
    },
  };
};

/** Throws Misuse BAD_OPTION where the file cannot be written. */
export const openOutlet = (file: string | undefined, { stdout, env }: Terminal): Outlet => {
  if (file === undefined) {
    return { style: readStyle(stdout, env), write: (text) => void stdout.write(text), close: () => undefined };
  }
  requireOutput('--reporter', file);
  let written = '';
  return {
    file,
    style: fileStyle,
    write: (text) => {
      written += text;
    },
    close: () => writeWhole(fromHere(file), written),
  };
};

/** What writes a file as a whole that was named behind an option, and says whether that went well. Throws Misuse BAD_OPTION. */
export const openFile = (option: string, file: string, terminal: Terminal): ((text: string) => boolean) => {
  requireOutput(option, file);
  return (text) => orSayUnwritten(file, () => writeWhole(fromHere(file), text), terminal);
};

/** What is to be written behind `--json`; nothing is where that was not typed. Throws Misuse BAD_OPTION. */
export const openJson = (file: string | undefined, terminal: Terminal): ((value: unknown) => boolean) => {
  if (file === undefined) return () => true;
  const write = openFile('--json', file, terminal);
  return (value) => write(writeJson(value));
};

/** The summary is an extra: that it cannot be written does not change how the run came out. */
const appendSummary = (file: string, run: Run, { stderr }: Terminal): void => {
  try {
    appendFileSync(file, createMarkdownReporter().end(run));
  } catch (error) {
    sayPlainly(stderr, `the job summary cannot be written: ${errorText(error)}\n`);
  }
};
