import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { leftToDepth } from './test/left-to-depth.ts';
import { groupOf, groups } from './test/own-process.ts';

/** What msw 3 needs; on older versions scripts/on-every-node.ts has to do. */
const hasSetMethods = 'intersection' in Set.prototype;

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts') && (hasSetMethods || !path.endsWith('/via-msw3.test.ts')));

/** Those that take a sample in `npm test`, and all in `npm run test:deep`. (test/sampled.ts) */
const takesSample = (path: string): boolean => /from '(?:\.{1,2}\/)+sampled\.ts'/.test(readFileSync(path, 'utf8'));

const isLeftOut = (path: string): boolean => Object.hasOwn(leftToDepth, path);

/**
 * Most of what a test calls is called a few times: Node is to think of making it faster later than it would, which saves an eighth
 * of the processor time. And it is to collect garbage by one thread: those of several processes on two cores wait for each other,
 * which takes a sixth where tests search. A small heap is collected as a whole each time it grows: to begin with a larger one
 * saves a twentieth. Flags of V8, which another version may not know.
 */
const flags = ['--interrupt-budget=600000', '--single-threaded-gc', '--initial-heap-size=300'];
const execArgv = flags.filter((flag) => spawnSync(process.execPath, [flag, '--version']).status === 0);

export default defineConfig(({ mode }) => {
  const played = tests.filter((path) => (mode === 'deep' ? takesSample(path) || isLeftOut(path) : !isLeftOut(path)));
  // What is waited for may take as long as a machine that has much to do needs: a browser to begin, a search to end.
  const most = mode === 'deep' ? 900_000 : 180_000;
  const patience = { testTimeout: most, hookTimeout: most, expect: { poll: { timeout: 20_000 } } };
  const common = { ...patience, env: { TEST_MODE: mode }, execArgv };
  return {
    test: {
      globalSetup: ['test/leaves-nothing.ts'],
      // One more than there are cores, for some tests wait: for a process of its own, a browser, or two real seconds.
      maxWorkers: availableParallelism() + 1,
      // What a source compiles to is kept in node_modules, for the next run and for all groups.
      experimental: { fsModuleCache: true },
      coverage: { provider: 'v8', include: ['src/**'] },
      projects: groups.map((name) => ({
        test: {
          ...common,
          name,
          include: played.filter((path) => groupOf(path) === name),
          ...(name !== 'alone' && { isolate: false, setupFiles: ['test/put-back.ts'] }),
        },
      })),
    },
  };
});
