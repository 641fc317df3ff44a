import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { refuse } from '../misuse.ts';
import { fromHere, showPath } from '../print/show-path.ts';

/** What a command was told to write: behind each of these options stands a file. */
export interface Outputs {
  readonly reporter?: readonly string[] | undefined;
  readonly report?: string | undefined;
  readonly json?: string | undefined;
  readonly output?: string | undefined;
  readonly dotenv?: string | undefined;
  readonly caFile?: string | undefined;
}

/**
 * Makes sure that no file is written twice, and that none takes the place of what the command reads, however they are spelled.
 * Earlier reports are no such thing: the next one may take the place of the last. Throws Misuse BAD_OPTION.
 *
 * @param read all files that the command reads; what is no file on this disk is passed over
 */
export const keepApart = (outputs: Outputs, read: readonly (string | undefined)[] = []): void => {
  const taken = new Map<string, string>();
  for (const [option, file] of filesOf(outputs)) {
    const twin = taken.get(placeOf(file));
    const both =
      twin === undefined || twin === file
        ? JSON.stringify(file)
        : `${JSON.stringify(twin)}, also as ${JSON.stringify(file)}`;
    if (twin !== undefined) throw refuse(option, `two reports would go to ${both}`, 'give each a file of its own');
    taken.set(placeOf(file), file);
    const input = read.find((one) => one !== undefined && isWhole(one) && placeOf(one) === placeOf(file));
    if (input !== undefined) {
      const what = `${JSON.stringify(file)} would take the place of ${showPath(input)}, which is read`;
      throw refuse(option, what, 'name another file to write to');
    }
  }
};

const filesOf = ({
  reporter = [],
  report,
  json,
  output,
  dotenv,
  caFile,
}: Outputs): readonly (readonly [string, string])[] =>
  [
    ...reporter.map((typed) => ['--reporter', typed.split('=').slice(1).join('=')] as const),
    ['--report', report ?? ''] as const,
    ['--json', json ?? ''] as const,
    ['--output', output ?? ''] as const,
    ['--dotenv', dotenv ?? ''] as const,
    ['--ca-file', caFile ?? ''] as const,
  ].filter(([, file]) => file !== '');

/** Nothing is lost of a pipe or a terminal, which a command may read and write. */
const isWhole = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** The same for all ways to a file, which may not be there yet. */
const placeOf = (file: string): string => {
  const path = fromHere(file);
  return realPath(path) ?? join(realPath(dirname(path)) ?? dirname(path), basename(path));
};

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
};
