import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorText } from '../error-text.ts';
import { Misuse } from '../misuse.ts';
import type { Terminal } from '../print/terminal.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { draftFiles } from './init/files.ts';
import { examineProject } from './init/project.ts';
import { isFile } from './load-module.ts';
import { showPath } from '../print/show-path.ts';

/** Gives a project its first client, scenario and CI step. What is there already is left as it is. Throws Misuse BAD_OPTION. */
export const initProject = async (typed: string, { stdout }: Terminal): Promise<ExitCode> => {
  const folder = resolve(typed);
  const files = draftFiles(await examineProject(folder));
  const width = Math.max(...files.map(({ path }) => path.length));
  for (const { path, what, text } of files) {
    const file = join(folder, path);
    const isWritten = await writeNew(file, text);
    stdout.write(
      `${isWritten ? 'wrote ' : 'kept  '} ${path.padEnd(width)}  ${isWritten ? what : 'it was there already'}\n`,
    );
  }
  const where = showPath(folder) === '.' ? '' : `cd ${showPath(folder)} && `;
  stdout.write(`\nnext: ${where}npx stunt-double run\n`);
  return exitCodes.kept;
};

/** Whether the file is new. */
const writeNew = async (file: string, text: string): Promise<boolean> => {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((await isFile(file)) !== undefined) return false;
    throw new Misuse(
      'BAD_OPTION',
      'init',
      `${showPath(file)} cannot be written: ${errorText(error)}`,
      'name a folder that can be written to',
    );
  }
};
