import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtModule } from '../built.ts';

/** The registries of the socket interceptor, which it keeps from its first use on, and which change nothing. */
const registries = ['globalThis.__MSW_INTERCEPTORS_REGISTRY', 'globalThis.__MSW_INTERNAL_CONNECTION_CONTEXT'];

const script = join(import.meta.dirname, 'leftovers.ts');
const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--import', 'tsx', script, builtModule()], {
  encoding: 'utf8',
});
const stages = JSON.parse(stdout || '{}') as Readonly<Record<string, unknown>>;

test('an import changes nothing in the process', () => {
  expect(stderr).toBe('');
  expect(stages['after import']).toEqual([]);
  expect(stages['while it lives']).toBe(true);
});

test.each([
  'after stop',
  'after a throw in the body',
  'after a throw in stop',
  'after two, of which number 0 stopped first',
  'after two, of which number 1 stopped first',
  ...['fetch', 'none', 'server'].flatMap((transport) => [
    `after one by ${transport}`,
    `after two, one of them by ${transport}, of which number 0 stopped first`,
    `after two, one of them by ${transport}, of which number 1 stopped first`,
  ]),
])('%s everything is as it was before the import', (stage) => {
  expect(stages[stage]).toEqual(registries);
});

test('the throw in stop was one', () => {
  expect(stages['a throw in stop']).toBe('STEP_NEVER_FIRED');
});

test('no handle stays open', () => {
  expect(stages['handles']).toEqual([]);
});

test('a simulation that is over is not kept in memory; the last one may still lie on the stack', () => {
  expect(stages['still held of 40']).toBeLessThanOrEqual(2);
});
