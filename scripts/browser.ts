// Runs the tests that look at pages in Chromium, in every look, and installs it where it is missing and can be had.
//
//   npx tsx scripts/browser.ts
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromiumPath as path } from '../test/chromium.ts';

const run = (command: string, ...args: readonly string[]): number =>
  spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;

if (!existsSync(path)) {
  process.stdout.write(`there is no ${path}: trying to install it\n`);
  run('apt-get', 'update', '--quiet');
  run('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', 'chromium');
}
if (!existsSync(path))
  process.stderr.write(
    `there is no ${path}, and it cannot be installed: its tests are skipped by name (CHROMIUM says where there is one)\n`,
  );
process.exitCode =
  run('npx', 'vitest', 'run', 'test/page', 'test/control/pages.test.ts') ||
  run('npx', 'vitest', 'run', '--mode', 'deep', 'test/page');
