import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a folder of scripts/ needs besides has a lock file of its own, and is installed there when it is first asked for. Two at
 * once would take it from each other: who starts several asks first.
 */
export const ownModules = (home: string): string => {
  const modules = join(home, 'node_modules');
  // npm writes it last: without it, an install was not finished.
  if (!existsSync(join(modules, '.package-lock.json'))) {
    const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', flags, { cwd: home, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return modules;
};
