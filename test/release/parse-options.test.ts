import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '../../scripts');

const start = (script: string, ...typed: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', join(folder, script), ...typed], { encoding: 'utf8' });

test('--help of a script shows the comment at its head', () => {
  const { status, stdout, stderr } = start('every-seed.ts', '--help');

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Runs the library of scenarios .*\n(?:.*\n)*npx tsx scripts\/every-seed\.ts \[--seeds 100\]/);
});

test('an option that a script has not is told in one line', () => {
  const { status, stderr } = start('every-seed.ts', '--hlp');

  expect(status).toBe(2);
  expect(stderr).toMatch(/^Unknown option '--hlp'.*\n$/);
});

test('every script reads its options so', () => {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'parse-options.ts');

  expect(scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('parseArgs'))).toEqual([]);
});
