import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What a folder is to hold, by paths in it. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface TemporaryFolder {
  readonly path: string;
  [Symbol.dispose](): void;
}

/** A folder of its own where the system has its temporary files. It is gone, with all that is in it, when it is disposed of. */
export const openTemporaryFolder = (files: Files = {}, within = tmpdir()): TemporaryFolder => {
  // Short: paths in it are printed on lines of a hundred columns.
  const path = realpathSync(mkdtempSync(join(within, 'sd-')));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return {
    path,
    // A process that has just been ended may still be writing.
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
};

/** Where files are only in memory, as far as the system has such a place. */
export const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
