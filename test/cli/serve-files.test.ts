import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { openCaFile, openDotenv } from '../../src/cli/serve/files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** What is left to do when the process ends, done while it goes on. */
const endProcess = (before: readonly unknown[]): void => {
  for (const leave of process.listeners('exit')) if (!before.includes(leave)) leave(0);
};

test('the files of serving go with the process that ends in the midst of it, and so does a folder made for one', () => {
  const folder = temporaryFolder();
  const before = process.listeners('exit');
  const files = [openDotenv(join(folder, '.env')), openCaFile(join(folder, 'ca.pem')), openCaFile(undefined)];
  for (const file of files) file.write('text');
  const whileServing = files.map(({ path }) => existsSync(path));

  endProcess(before);

  expect(whileServing).toEqual([true, true, true]);
  expect(readdirSync(folder)).toEqual([]);
  expect(existsSync(dirname(files[2]?.path ?? ''))).toBe(false);
  for (const file of files) file.remove();
  expect(process.listeners('exit')).toEqual(before);
});

test('a file that stood there before, and was not written, is left alone', () => {
  const folder = temporaryFolder({ '.env': 'MINE=1\n' });

  openDotenv(join(folder, '.env')).remove();

  expect(existsSync(join(folder, '.env'))).toBe(true);
});
