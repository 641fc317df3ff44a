import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { refuse } from '../../misuse.ts';
import { showPath } from '../../print/show-path.ts';
import { writeWhole } from '../../write-file.ts';
import { isRunning } from '../is-running.ts';
import { isFile } from '../load-module.ts';
import { refuseOutput } from '../named-files.ts';

/** A file that is there only as long as the simulation is. */
export interface LivingFile {
  readonly path: string;
  write(text: string): void;
  remove(): void;
}

/** The first line of each, by which another process knows that it is kept, and by whom. */
const header = '# stunt-double serve, process ';

/** The file of the environment. Throws Misuse BAD_OPTION where it is somebody else's. */
export const openDotenv = (file: string): LivingFile => openNamed('--dotenv', file);

/** The file of the certificate, in a folder of its own where none is named: PEM may have text ahead of it. (RFC 7468 section 2) */
export const openCaFile = (file: string | undefined): LivingFile => {
  if (file !== undefined) return openNamed('--ca-file', file);
  const folder = mkdtempSync(join(tmpdir(), 'stunt-double-'));
  const living = livingFile('--ca-file', join(folder, 'ca.pem'));
  const removeFolder = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const remove = (): void => {
    living.remove();
    removeFolder();
  };
  return { ...living, remove };
};

const openNamed = (option: string, file: string): LivingFile => {
  const path = resolve(file);
  requireFree(option, path);
  return livingFile(option, path);
};

/** What is there may be another server's, or a file of the user's, which would be gone with ours. */
const requireFree = (option: string, path: string): void => {
  const text = readKept(option, path);
  if (text === '') return;
  const keeper = text.startsWith(header) ? Number.parseInt(text.slice(header.length), 10) : undefined;
  if (keeper === undefined) {
    throw refuse(
      option,
      `${showPath(path)} is there, and not by serve: it would be gone at the end`,
      'name another file',
    );
  }
  if (keeper === process.pid || !isRunning(keeper)) return;
  const what = `${showPath(path)} is kept by process ${keeper}, which serves, too`;
  throw refuse(option, what, 'end it, or name another file');
};

/** A device or a pipe has nothing to lose, and may never end. */
const readKept = (option: string, path: string): string => {
  try {
    return isFile(path) === true ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    throw refuseOutput(option, path, error);
  }
};

/** Leaves when the process ends, even in the midst of its work, or when the function that it gives is called. */
const atEnd = (leave: () => unknown): (() => void) => {
  process.once('exit', leave);
  return () => {
    process.off('exit', leave);
    leave();
  };
};

/** Nothing is removed that was not written, and no device or pipe. */
const livingFile = (option: string, path: string): LivingFile => {
  let remove: (() => void) | undefined;
  return {
    path,
    write: (text) => {
      try {
        writeWhole(path, `${header}${process.pid}\n${text}`);
        remove ??= atEnd(() => isFile(path) === true && rmSync(path, { force: true }));
      } catch (error) {
        throw refuseOutput(option, path, error);
      }
    },
    remove: () => remove?.(),
  };
};
