import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openTemporaryFolder } from '../scripts/temporary-folder.ts';

/** Kept by those who wrote them: for the next run, or for all files of this one. (packed-once.ts) */
const isCache = (name: string): boolean => /^(?:tsx-|node-compile-cache$|node-jiti$|packed-\d+$)/.test(name);

/** What Chromium itself was writing when it was closed. */
const isOfBrowser = (name: string): boolean => name.startsWith('.org.chromium.');

/** Who left a folder is seen by what is in it. */
const listIn = (path: string): readonly string[] =>
  statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }).slice(0, 10) : ['a file'];

/**
 * All tests have one folder for their temporary files, and so have the processes that they start. It has to be empty at the end:
 * what is left there would be left on the machine of whoever runs them.
 */
export const setup = (): (() => void) => {
  const folder = openTemporaryFolder();
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder.path;
  return () => {
    const left = readdirSync(folder.path)
      .filter((name) => !isCache(name) && !isOfBrowser(name))
      .map((name) => `${name} (${listIn(join(folder.path, name)).join(', ')})`);
    folder[Symbol.dispose]();
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    if (left.length === 0) return;
    // An error at this point alone would be printed, and the run be green.
    process.exitCode = 1;
    throw new Error(`tests left behind ${left.join(', ')} (use temporaryFolder of test/temporary-folder.ts)`);
  };
};
