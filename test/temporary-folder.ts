import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { type Files, openTemporaryFolder } from '../scripts/temporary-folder.ts';

/** A folder with these files for as long as the test runs, or the tests of the file when it is made outside of them: not in a hook. */
export const temporaryFolder = (files: Files = {}): string => {
  const folder = openTemporaryFolder(files);
  const remove = (): void => folder[Symbol.dispose]();
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  return folder.path;
};
