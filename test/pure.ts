/**
 * Folders of tests that change nothing of their process: they are run in one, and what they import is loaded once for all of
 * them. All others have a process for each file. (vitest.config.ts; test/architecture.test.ts sees that they are pure)
 */
export const pureFolders = ['core', 'laws', 'oracle', 'report', 'rules/client', 'spec', 'trace'] as const;
