import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeRegression } from '../../check/regressions.ts';
import { errorText } from '../../error-text.ts';
import { Misuse } from '../../misuse.ts';
import { showPath } from '../show-path.ts';
import type { CheckSummary } from './summary.ts';

/** Makes the folder where there is none, before any story is told in vain. Throws Misuse BAD_OPTION. */
export const openFolder = async (folder: string | undefined): Promise<void> => {
  if (folder === undefined) return;
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new Misuse(
      'BAD_OPTION',
      '--regressions',
      `stories cannot be saved in ${showPath(folder)}: ${errorText(error)}`,
      'name a folder that can be written to',
    );
  }
};

/** Keeps the story that broke the client in a folder, where there is one, unless it comes from a file already. */
export const saveStory = async (summary: CheckSummary, folder: string | undefined): Promise<CheckSummary> => {
  const [first, ...others] = summary.failures;
  if (first === undefined || folder === undefined || first.file !== undefined) return summary;
  const file = join(folder, first.saveAs);
  await writeRegression(file, first.scenario);
  return { ...summary, failures: [{ ...first, file }, ...others] };
};
