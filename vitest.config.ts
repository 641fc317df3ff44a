import { configDefaults, defineConfig } from 'vitest/config';

/** What msw 3 needs; on older versions scripts/on-every-node.ts has to do. */
const hasSetMethods = 'intersection' in Set.prototype;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasSetMethods ? [] : ['test/transport/via-msw3.test.ts'])],
    maxWorkers: '100%',
    testTimeout: 30_000,
    coverage: { provider: 'v8', include: ['src/**'] },
  },
});
