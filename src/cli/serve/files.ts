import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { errorText } from '../../error-text.ts';
import { type Misuse, refuse } from '../../misuse.ts';

/** A file that is there only as long as the simulation is. */
export interface LivingFile {
  readonly path: string;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

/** The first line of a file that another process may be about to read. */
const header = `# stunt-double serve, process `;

/**
 * The file of the environment: it is there when the simulation can be reached, whole, and gone with it. Throws Misuse
 * BAD_OPTION where another process keeps it.
 */
export const openEnvFile = async (file: string): Promise<LivingFile> => {
  const path = resolve(file);
  const before = await readFile(path, 'utf8').catch(() => '');
  const keeper = before.startsWith(header) ? Number.parseInt(before.slice(header.length), 10) : undefined;
  if (keeper !== undefined && keeper !== process.pid && isAlive(keeper)) {
    const what = `${JSON.stringify(file)} is kept by process ${keeper}, which serves, too`;
    throw refuse('--env-file', what, 'end it, or name another file');
  }
  return livingFile('--env-file', path, (text) => `${header}${process.pid}\n${text}`);
};

/** The file of the certificate, in a folder of its own where none is named. */
export const openCaFile = async (file: string | undefined): Promise<LivingFile> => {
  if (file !== undefined) return livingFile('--ca-file', resolve(file), (text) => text);
  const folder = await mkdtemp(join(tmpdir(), 'stunt-double-'));
  const living = livingFile('--ca-file', join(folder, 'ca.pem'), (text) => text);
  return { ...living, remove: () => rm(folder, { recursive: true, force: true }) };
};

/** Secrets are for their owner alone, though these open nothing. */
const livingFile = (option: string, path: string, form: (text: string) => string): LivingFile => ({
  path,
  write: async (text) => {
    const draft = `${path}.${process.pid}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(draft, form(text), { mode: 0o600 });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw unwritable(option, path, error);
    }
  },
  remove: () => rm(path, { force: true }),
});

const unwritable = (option: string, path: string, error: unknown): Misuse =>
  refuse(option, `${JSON.stringify(path)} cannot be written: ${errorText(error)}`, 'name a file in a folder of yours');

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
