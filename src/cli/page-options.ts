import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorText } from '../error-text.ts';
import { refuse } from '../misuse.ts';
import { showPath } from '../print/show-path.ts';
import type { Terminal } from '../print/terminal.ts';
import { readEarlier } from '../report/page/trend.ts';
import { writePage } from '../report/page/write-page.ts';
import type { PageData, PageTrend } from '../page/data.ts';
import { openFile, type ReporterChoice } from './outlets.ts';
import { version } from './version.ts';

/** `--report page.html` is `--reporter html=page.html`, beside whatever else is reported. */
export const withPage = (typed: readonly string[], page: string | undefined): readonly string[] =>
  page === undefined ? typed : [...typed, `html=${page}`];

/**
 * What writes a page into the file that was named, and says whether that went well; nothing does where none was. Throws Misuse
 * BAD_OPTION, before anything is run.
 */
export const openPage = (file: string | undefined, terminal: Terminal): WritePage | undefined => {
  if (file === undefined) return undefined;
  const write = openFile('--report', file, terminal);
  return (data) => write(writePage({ writtenBy: `stunt-double ${version}`, ...data }));
};

type WritePage = (data: Omit<PageData, 'writtenBy'>) => boolean;

/** Earlier reports, in the order in which they were named; those of a folder by their names. Throws Misuse BAD_OPTION. */
export const readEarlierReports = async (
  paths: readonly string[] | undefined,
  choices: readonly Pick<ReporterChoice, 'name'>[],
): Promise<readonly PageTrend[]> => {
  if (paths === undefined) return [];
  if (!choices.some(({ name }) => name === 'html')) {
    throw refuse(option, 'no page is written that could show a trend', 'write --report report.html, too');
  }
  const files = (await Promise.all(paths.map(listFiles))).flat();
  return Promise.all(files.map(readOne));
};

const option = '--report-trend';

const listFiles = async (path: string): Promise<readonly string[]> => {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = (await readdir(path)).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => join(path, name));
  } catch (error) {
    throw unreadable(path, error);
  }
};

const readOne = async (file: string): Promise<PageTrend> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const earlier = readEarlier(basename(file, '.json'), text);
  if (earlier !== undefined) return earlier;
  throw refuse(option, `${showPath(file)} is no report`, 'name what --reporter json=file wrote');
};

const unreadable = (path: string, error: unknown) =>
  refuse(option, `${showPath(path)} cannot be read: ${errorText(error)}`, 'name a report as JSON, or a folder of them');
