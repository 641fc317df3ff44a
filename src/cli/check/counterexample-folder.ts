import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../error-text.ts';
import { refuse } from '../../misuse.ts';
import { fromHere, showPath } from '../../print/show-path.ts';
import type { Terminal } from '../../print/terminal.ts';
import { makeFolder, writeWhole } from '../../write-file.ts';
import { isUnsaved } from '../cut-short.ts';
import { orSayUnwritten } from '../say-unwritten.ts';
import type { CheckSummary, Failure } from './summary.ts';

/** Makes the folder where there is none, before any scenario is run in vain. Throws Misuse BAD_OPTION. */
export const openFolder = (folder: string | undefined): void => {
  if (folder === undefined) return;
  try {
    makeFolder(fromHere(folder));
    accessSync(fromHere(folder), constants.W_OK);
  } catch (error) {
    throw refuse(
      '--regressions',
      `counterexamples cannot be saved in ${showPath(folder)}: ${errorText(error)}`,
      'name a folder that can be written to',
    );
  }
};

/** Keeps the counterexamples in a folder, where there is one, unless they come from files already, or speak against nobody. */
export const saveCounterexamples = (
  summary: CheckSummary,
  folder: string | undefined,
  terminal: Terminal,
): CheckSummary => {
  if (folder === undefined) return summary;
  const failures = summary.failures.map((failure): Failure => {
    if (failure.file !== undefined || isUnsaved(failure)) return failure;
    const file = join(folder, failure.saveAs);
    const isSaved = orSayUnwritten(file, () => writeWhole(fromHere(file), failure.scenario), terminal);
    return isSaved ? { ...failure, file } : failure;
  });
  return { ...summary, failures };
};
