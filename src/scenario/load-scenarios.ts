import { readdir, readFile, stat } from 'node:fs/promises';
import { isMisuse, Misuse } from '../misuse.ts';
import type { Scenario } from './ast.ts';
import { joinMisuses } from './problem.ts';
import { readScenario } from './read-scenario.ts';
import { largestFile } from './yaml-source.ts';

const isScenarioFile = (path: string): boolean => /\.(?:ya?ml|json)$/i.test(path);

const refuse = (path: string, what: string, hint: string): Misuse => new Misuse('SCENARIO_INVALID', path, what, hint);

/**
 * Loads scenario files, and all of a folder's, in the order of their paths.
 *
 * @param paths files (`.yaml`, `.yml`, `.json`) and folders, which are searched at all depths except for hidden ones
 *   and `node_modules`
 * @returns the scenarios; each file once, also when several paths lead to it
 * @throws Misuse SCENARIO_INVALID when a path does not exist, a folder holds no scenario, or a file is not one; with
 *   the problems of all files, one in each line
 * @example
 * const scenarios = await loadScenarios(['scenarios', 'regressions/late.yaml']);
 */
export const loadScenarios = async (paths: readonly string[]): Promise<Scenario[]> => {
  const files = new Set<string>();
  for (const path of paths) for (const file of await listFiles(path)) files.add(file);
  const scenarios: Scenario[] = [];
  const refusals: Misuse[] = [];
  for (const file of files) {
    try {
      scenarios.push(readScenario(await readText(file), file));
    } catch (error) {
      if (!isMisuse(error)) throw error;
      refusals.push(error);
    }
  }
  const [first, ...rest] = refusals;
  if (first !== undefined) throw joinMisuses(first, rest);
  return scenarios;
};

const listFiles = async (written: string): Promise<readonly string[]> => {
  const path = written.replace(/^(?:\.\/+)+(?=.)/, '').replace(/(?<=.)\/+$/, '');
  const kind = await findKind(path);
  if (kind === 'file') {
    if (isScenarioFile(path)) return [path];
    throw refuse(path, 'not a scenario file', 'a scenario is a .yaml, .yml or .json file');
  }
  if (kind === undefined)
    throw refuse(path, 'there is no such file or folder', `it was looked for in ${process.cwd()}`);
  const files = await searchFolder(path);
  if (files.length > 0) return files.sort();
  throw refuse(path, 'the folder holds no scenario', 'add a .yaml, .yml or .json file, or name another folder');
};

const findKind = async (path: string): Promise<'file' | 'folder' | undefined> => {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (isSystemError(error) && ['ENOENT', 'ENOTDIR', 'ERR_INVALID_ARG_VALUE'].includes(error.code)) return undefined;
    throw refuse(path, 'this cannot be opened', error instanceof Error ? error.message : String(error));
  }
};

const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** Links to files count as files; links to folders are not followed, since they can run in a circle. */
const searchFolder = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) found.push(...(await searchFolder(path)));
    else if (isScenarioFile(path) && (entry.isFile() || (await findKind(path)) === 'file')) found.push(path);
  }
  return found;
};

const readText = async (file: string): Promise<string> => {
  // A character takes 4 bytes at most, so a larger file need not be read to be refused.
  if ((await stat(file)).size > 4 * largestFile)
    throw refuse(file, 'the file is too large', 'a scenario has 64 KB at most');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
  } catch (error) {
    if (!(error instanceof TypeError))
      throw refuse(file, 'this cannot be read', error instanceof Error ? error.message : String(error));
    throw refuse(file, 'the file is not UTF-8 text', 'save it with the encoding UTF-8');
  }
};
