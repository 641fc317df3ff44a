import { readFile } from 'node:fs/promises';
import { errorText } from '../error-text.ts';
import { type Misuse, refuse } from '../misuse.ts';
import { fromHere, showPath } from '../print/show-path.ts';
import { requireWritable } from '../write-file.ts';

/** The text of a file that was named to be read. Throws Misuse BAD_OPTION. */
export const readNamed = async (file: string, hint: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw refuse(showPath(file), `it cannot be read: ${errorText(error)}`, hint);
  }
};

/** Makes sure that a file can be written that was named behind an option, before anything is run. Throws Misuse BAD_OPTION. */
export const requireOutput = (option: string, file: string): void => {
  try {
    requireWritable(fromHere(file));
  } catch (error) {
    throw refuseOutput(option, file, error);
  }
};

export const refuseOutput = (option: string, file: string, error: unknown): Misuse =>
  refuse(
    option,
    `${showPath(file)} cannot be written: ${errorText(error)}`,
    'name a file in a folder that can be written to',
  );
