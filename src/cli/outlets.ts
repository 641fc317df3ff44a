import { writeSync } from 'node:fs';
import { appendFile, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorText } from '../error-text.ts';
import { Misuse } from '../misuse.ts';
import { suggest } from '../nearest.ts';
import { createMarkdownReporter } from '../report/markdown.ts';
import type { PageTrend } from '../page/data.ts';
import { type ReporterName, reporterNames, reporters } from '../report/reporters.ts';
import type { Result, Run } from '../report/result.ts';
import { fileStyle, readStyle, type Style } from '../print/style.ts';
import type { Terminal } from '../print/terminal.ts';
import { version } from './version.ts';

/** A report, and the file that it goes to: to standard output without one. */
export interface ReporterChoice {
  readonly name: ReporterName;
  readonly file?: string;
}

const refuse = (what: string, hint: string, option = '--reporter'): Misuse =>
  new Misuse('BAD_OPTION', option, what, hint);

/** `name` or `name=file`. Throws Misuse BAD_OPTION. */
export const readReporters = (typed: readonly string[]): readonly ReporterChoice[] => {
  const choices = typed.map((text): ReporterChoice => {
    const [, word = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
    const name = reporterNames.find((known) => known === word);
    if (name === undefined) throw refuse(`${JSON.stringify(word)} is not a report`, suggest(word, reporterNames));
    if (file === '') throw refuse(`${JSON.stringify(text)} names no file`, `write ${name}=path/to/file, or ${name}`);
    return file === undefined ? { name } : { name, file };
  });
  const shown = choices.filter(({ file }) => file === undefined).map(({ name }) => name);
  const spoilt = shown.find((name) => reporters[name].isDocument);
  if (spoilt !== undefined && shown.length > 1)
    throw refuse(`${shown.join(' and ')} would both go to standard output`, `write ${spoilt}=path/to/file`);
  const files = choices.flatMap(({ file }) => file ?? []);
  const twin = files.find((file, index) => files.indexOf(file) !== index);
  if (twin !== undefined)
    throw refuse(`two reports would go to ${JSON.stringify(twin)}`, 'give each a file of its own');
  return choices;
};

/** Where all reports of a run go together. */
export type Outlets = Awaited<ReturnType<typeof openOutlets>>;

interface Outlet {
  readonly write: (text: string) => Promise<unknown>;
  /** The same where nothing can be awaited any more, and nothing need be closed. */
  readonly writeNow: (text: string) => unknown;
  readonly close: () => Promise<void>;
}

/** Opens all files, before any scenario runs in vain. Throws Misuse BAD_OPTION. */
export const openOutlets = async (
  choices: readonly ReporterChoice[],
  terminal: Terminal,
  earlier: readonly PageTrend[] = [],
) => {
  const opened = await Promise.all(
    choices.map(async ({ name, file }) => {
      const outlet = await openOutlet(file, terminal);
      return { reporter: reporters[name].create(outlet.style, version, earlier), outlet };
    }),
  );
  const summary = choices.some(({ name }) => name === 'github') ? terminal.env['GITHUB_STEP_SUMMARY'] : undefined;
  const each = async (say: (reporter: (typeof opened)[number]['reporter']) => string): Promise<void> => {
    for (const { reporter, outlet } of opened) {
      const text = say(reporter);
      if (text !== '') await outlet.write(text);
    }
  };
  return {
    begin: (planned: number) => each((reporter) => reporter.begin(planned)),
    result: (result: Result, index: number) => each((reporter) => reporter.result(result, index)),
    /** The last result and the end in one, for a run that cannot go on. */
    endNow: (result: Result, run: Run) => {
      for (const { reporter, outlet } of opened) {
        outlet.writeNow(reporter.result(result, run.results.length - 1) + reporter.end(run));
      }
    },
    end: async (run: Run) => {
      await each((reporter) => reporter.end(run));
      for (const { outlet } of opened) await outlet.close();
      if (summary !== undefined && summary !== '') await appendSummary(summary, run, terminal);
    },
  };
};

/** Where one report goes, and how it looks there: the file, or else standard output. */
export const openOutlet = async (
  file: string | undefined,
  { stdout, env }: Terminal,
): Promise<Outlet & { readonly style: Style }> =>
  file === undefined
    ? {
        style: readStyle(stdout, env),
        write: async (text) => stdout.write(text),
        writeNow: (text) => stdout.write(text),
        close: async () => undefined,
      }
    : { style: fileStyle, ...(await openFile(file)) };

/** What is to be written behind `--json`; nothing is where that was not typed. Throws Misuse BAD_OPTION. */
export const openJson = async (path: string | undefined): Promise<(value: unknown) => Promise<void>> => {
  const file = path === undefined ? undefined : await openFile(path, '--json');
  return async (value) => {
    await file?.write(`${JSON.stringify(value, null, 2)}\n`);
    await file?.close();
  };
};

/** Opens a file for a report, in a folder that is made where there is none. Throws Misuse BAD_OPTION. */
const openFile = async (file: string, option = '--reporter'): Promise<Outlet> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    const handle = await open(file, 'w');
    return {
      write: (text) => handle.write(text),
      writeNow: (text) => writeSync(handle.fd, text),
      close: () => handle.close(),
    };
  } catch (error) {
    throw refuse(
      `${JSON.stringify(file)} cannot be written: ${errorText(error)}`,
      'name a file in a folder that can be written to',
      option,
    );
  }
};

/** The summary is an extra: that it cannot be written does not change how the run came out. */
const appendSummary = async (file: string, run: Run, { stderr }: Terminal): Promise<void> => {
  try {
    await appendFile(file, createMarkdownReporter().end(run));
  } catch (error) {
    stderr.write(`the job summary cannot be written: ${errorText(error)}\n`);
  }
};
