// Runs the tests that look at pages in the whole of Chromium, in every look. It installs what is missing and can be had: the whole
// browser, and Chromium without a window, which npm test takes.
//
//   npx tsx scripts/browser.ts
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { headlessShell, wholeChromium } from '../test/chromium.ts';

const path = process.env['CHROMIUM'] ?? wholeChromium;

const run = (command: string, ...args: readonly string[]): number =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, CHROMIUM: path } }).status ?? 1;

const packages = { [wholeChromium]: 'chromium', [headlessShell]: 'chromium-headless-shell' };

const missing = Object.entries(packages).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
if (missing.length > 0 && process.env['CHROMIUM'] === undefined) {
  process.stdout.write(`not there: ${missing.join(', ')}: trying to install it\n`);
  run('apt-get', 'update', '--quiet');
  // One by one: not every system that has the one has the other.
  for (const name of missing) run('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', name);
}
if (!existsSync(path))
  process.stderr.write(
    `there is no ${path}, and it cannot be installed: its tests are skipped by name (CHROMIUM says where there is one)\n`,
  );
process.exitCode =
  run('npx', 'vitest', 'run', 'test/page', 'test/control/pages.test.ts') ||
  run('npx', 'vitest', 'run', '--mode', 'deep', 'test/page');
