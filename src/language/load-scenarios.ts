import { type Dirent, readdirSync } from 'node:fs';
import { errorText } from '../error-text.ts';
import { isMisuse, type Misuse, refuse } from '../misuse.ts';
import type { Scenario } from './ast.ts';
import { openScenario } from './open-scenario.ts';
import { joinMisuses } from './problem.ts';
import { show } from './show.ts';
import { readComposed } from './read-scenario.ts';
import { findKind, hintOfPath, isScenarioFile, refuseFile, withSlashes } from './scenario-file.ts';

/**
 * Loads scenario files, and all of a folder's, in the order of their paths, with what they include.
 *
 * @param paths files (`.yaml`, `.yml`, `.json`) and folders, which are searched at all depths except for hidden ones and
 *   `node_modules`; files whose name begins with `_` are there to be included, and passed over
 * @returns the scenarios, one for each row of a table; each file once, also when several paths lead to it
 * @throws Misuse SCENARIO_INVALID when a path does not exist, a folder holds no scenario, or a file is not one; with
 *   the problems of all files, one in each line
 * @example
 * const scenarios = await loadScenarios(['scenarios', 'regressions/late.yaml']);
 */
export const loadScenarios = async (paths: readonly string[]): Promise<Scenario[]> => readScenarioFiles(paths);

/** The same at once, for test runners whose tests have to be known before anything can be awaited. */
export const readScenarioFiles = (paths: readonly string[]): Scenario[] => {
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string')) {
    throw refuse('loadScenarios', `${show(paths)} is no list of paths`, 'write ["scenarios"]');
  }
  const files = new Set(paths.flatMap(listFiles));
  const scenarios: Scenario[] = [];
  const refusals: Misuse[] = [];
  for (const file of files) {
    try {
      scenarios.push(...readComposed(openScenario(file), file));
    } catch (error) {
      if (!isMisuse(error)) throw error;
      refusals.push(error);
    }
  }
  if (refusals.length > 0) throw joinMisuses(refusals, joinFrames(refusals));
  return scenarios;
};

/** Where several files are wrong, the lines of the first few are enough. */
export const joinFrames = (refusals: readonly Misuse[]): string | undefined => {
  const frames = refusals.map(({ frame }) => frame).filter((frame) => frame !== undefined);
  return frames.length === 0 ? undefined : frames.slice(0, 3).join('\n\n');
};

const listFiles = (written: string): readonly string[] => {
  const path = withSlashes(written)
    .replace(/^(?:\.\/+)+(?=.)/, '')
    .replace(/(?<=.)\/+$/, '');
  const kind = findKind(path);
  if (kind === 'file') {
    if (isScenarioFile(path)) return [path];
    throw refuseFile(path, 'not a scenario file', 'a scenario is a .yaml, .yml or .json file');
  }
  if (kind === undefined)
    throw refuseFile(
      path,
      'there is no such file or folder',
      hintOfPath(path) ?? `it was looked for in ${process.cwd()}`,
    );
  if (kind === 'other')
    throw refuseFile(
      path,
      'this is no regular file',
      'write the scenario to a .yaml, .yml or .json file, and name that',
    );
  const files = searchFolder(path);
  if (files.length > 0) return files.sort();
  throw refuseFile(path, 'the folder holds no scenario', 'add a .yaml, .yml or .json file, or name another folder');
};

/** Links to files count as files; links to folders are not followed, since they can run in a circle. */
const searchFolder = (folder: string): string[] => {
  const found: string[] = [];
  for (const entry of entriesOf(folder)) {
    const path = `${folder}/${entry.name}`;
    if (/^[._]/.test(entry.name) || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) found.push(...searchFolder(path));
    else if (isScenarioFile(path) && (entry.isFile() || findKind(path) === 'file')) found.push(path);
  }
  return found;
};

const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw refuseFile(
      folder,
      `the folder cannot be read: ${errorText(error)}`,
      'let it be read, or name another folder',
    );
  }
};
