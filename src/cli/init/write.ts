import { lstat, mkdir, open, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorText } from '../../error-text.ts';
import { type Misuse, refuse } from '../../misuse.ts';
import { showPath } from '../../print/show-path.ts';
import type { NewFile } from './files.ts';

/**
 * Writes those of the files that are not there yet, and gives back their paths: all of them or, where one cannot be written,
 * none. Throws Misuse `BAD_OPTION`.
 */
export const writeNew = async (folder: string, files: readonly NewFile[]): Promise<ReadonlySet<string>> => {
  const missing: NewFile[] = [];
  for (const file of files) if (!(await isTaken(join(folder, file.path)))) missing.push(file);
  /** What takes back what has been done, the latest last. */
  const undo: (() => Promise<unknown>)[] = [];
  try {
    for (const { path, text } of missing) {
      await makeFolders(folder, dirname(path), undo);
      await writeFile(join(folder, path), text, undo);
    }
  } catch (error) {
    for (const takeBack of undo.toReversed()) await takeBack().catch(() => undefined);
    throw error;
  }
  return new Set(missing.map(({ path }) => path));
};

const isTaken = async (file: string): Promise<boolean> => {
  const found = await lstat(file).catch(() => undefined);
  if (found?.isDirectory() === true) {
    throw refuse('init', `${showPath(file)} is a folder, and a file belongs there`, 'move it away');
  }
  return found !== undefined;
};

const makeFolders = async (folder: string, path: string, undo: (() => Promise<unknown>)[]): Promise<void> => {
  if (path === '.') return;
  await makeFolders(folder, dirname(path), undo);
  const made = join(folder, path);
  try {
    await mkdir(made);
    undo.push(() => rmdir(made));
  } catch (error) {
    const found = await lstat(made).catch(() => undefined);
    if (found?.isDirectory() === true) return;
    if (found === undefined) throw explainUnwritten(made, error);
    if (found.isSymbolicLink()) throw explainUnwritten(made, 'it is a symbolic link, and none is followed');
    throw refuse('init', `${showPath(made)} is a file, and a folder belongs there`, 'move it away');
  }
};

const writeFile = async (file: string, text: string, undo: (() => Promise<unknown>)[]): Promise<void> => {
  try {
    const handle = await open(file, 'wx');
    undo.push(() => rm(file));
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw explainUnwritten(file, error);
  }
};

const explainUnwritten = (path: string, error: unknown): Misuse => {
  const what = `${showPath(path)} cannot be written: ${errorText(error)}`;
  return refuse('init', what, 'nothing was written; name a folder that can be written to');
};
