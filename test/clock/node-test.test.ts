import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { builtModule } from '../built.ts';

test('fake timers of node:test: the simulation goes along with them', () => {
  const file = join(import.meta.dirname, 'on-node-test.ts');
  const env = { ...process.env };
  delete env['NODE_TEST_CONTEXT'];

  const words = ['--import', 'tsx', '--test-reporter=tap', file, builtModule()];
  const { stdout, status } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });

  expect(status, stdout).toBe(0);
  expect(stdout).toContain('# pass 5');
});
