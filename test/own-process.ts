/**
 * Folders of tests that need a process for each file: they load libraries that patch it for good, count what is left in it, or
 * begin with a process that nothing has touched. All others share one, and what they import is loaded once for all of them;
 * `put-back.ts` sees that each file leaves it as it was. (vitest.config.ts)
 */
const folders = ['clients', 'clock', 'together', 'transport'] as const;

export const needsOwnProcess = (path: string): boolean =>
  path.startsWith('test/packed') || folders.some((folder) => path.startsWith(`test/${folder}/`));
