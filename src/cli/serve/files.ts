import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { refuse } from '../../misuse.ts';
import { writeWhole } from '../../write-file.ts';
import { refuseOutput } from '../named-files.ts';

/** A file that is there only as long as the simulation is. */
export interface LivingFile {
  readonly path: string;
  write(text: string): void;
  remove(): void;
}

/** The first line of the file, by which another process knows that it is kept. */
const header = '# stunt-double serve, process ';

/**
 * The file of the environment: it is there when the simulation can be reached, whole, and gone with it. Throws Misuse
 * BAD_OPTION where another process keeps it.
 */
export const openDotenv = (file: string): LivingFile => {
  const path = resolve(file);
  const keeper = readKeeper(path);
  if (keeper !== undefined && keeper !== process.pid && isAlive(keeper)) {
    const what = `${JSON.stringify(file)} is kept by process ${keeper}, which serves, too`;
    throw refuse('--dotenv', what, 'end it, or name another file');
  }
  return livingFile('--dotenv', path, (text) => `${header}${process.pid}\n${text}`);
};

/** The file of the certificate, in a folder of its own where none is named. */
export const openCaFile = (file: string | undefined): LivingFile => {
  if (file !== undefined) return livingFile('--ca-file', resolve(file));
  const folder = mkdtempSync(join(tmpdir(), 'stunt-double-'));
  const living = livingFile('--ca-file', join(folder, 'ca.pem'));
  const removeFolder = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const remove = (): void => {
    living.remove();
    removeFolder();
  };
  return { ...living, remove };
};

/** Leaves when the process ends, even in the midst of its work, or when the function that it gives is called. */
const atEnd = (leave: () => void): (() => void) => {
  process.once('exit', leave);
  return () => {
    process.off('exit', leave);
    leave();
  };
};

/** Nothing is removed that was not written. */
const livingFile = (option: string, path: string, form = (text: string): string => text): LivingFile => {
  let remove: (() => void) | undefined;
  return {
    path,
    write: (text) => {
      try {
        writeWhole(path, form(text));
        remove ??= atEnd(() => rmSync(path, { force: true }));
      } catch (error) {
        throw refuseOutput(option, path, error);
      }
    },
    remove: () => remove?.(),
  };
};

const readKeeper = (path: string): number | undefined => {
  try {
    const text = readFileSync(path, 'utf8');
    return text.startsWith(header) ? Number.parseInt(text.slice(header.length), 10) : undefined;
  } catch {
    return undefined;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
