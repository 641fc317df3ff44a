/**
 * Files that `npm test` leaves to `npm run test:deep` as a whole, each with one of its kind that `npm test` plays: to load what
 * they test, and to make it ready, takes longer than many of their tests. (vitest.config.ts)
 */
export const leftToDepth: Readonly<Record<string, string>> = {
  'test/clients/via-nock14.test.ts': 'test/transport/via-nock15.test.ts',
  'test/packed-init.test.ts': 'test/packed.test.ts',
  'test/together/closed-msw2.test.ts': 'test/together/closed-msw3.test.ts',
  'test/together/closed-nock14.test.ts': 'test/together/closed-nock15.test.ts',
  'test/transport/via-nock14.test.ts': 'test/transport/via-nock15.test.ts',
};
