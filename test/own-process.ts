/**
 * Tests that need a process for each file: they load libraries that patch it for good, count what is left in it, or
 * begin with a process that nothing has touched. All others share one, and what they import is loaded once for all of them;
 * `put-back.ts` sees that each file leaves it as it was. (vitest.config.ts)
 */
const beginnings = [
  'test/clients/',
  'test/clock/',
  'test/export/mermaid',
  'test/packed',
  'test/simulation/endpoints-of-regions',
  'test/simulation/webhook',
  'test/together/',
  'test/transport/',
] as const;

export const needsOwnProcess = (path: string): boolean => beginnings.some((beginning) => path.startsWith(beginning));
