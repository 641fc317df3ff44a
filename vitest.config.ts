import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** What msw 3 needs; on older versions scripts/on-every-node.ts has to do. */
const hasSetMethods = 'intersection' in Set.prototype;

/** Those that take a sample in `npm test`, and all in `npm run test:deep`. (test/sampled.ts) */
const findSampled = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .filter((path) => /from '(?:\.{1,2}\/)+sampled\.ts'/.test(readFileSync(path, 'utf8')));

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'deep' ? findSampled() : ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasSetMethods ? [] : ['test/transport/via-msw3.test.ts'])],
    globalSetup: ['test/leaves-nothing.ts'],
    maxWorkers: '100%',
    testTimeout: 30_000,
    coverage: { provider: 'v8', include: ['src/**'] },
  },
}));
