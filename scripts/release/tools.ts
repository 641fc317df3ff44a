import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What is needed for releases alone has a lock file of its own, and is installed when it is first asked for. */
const toolsFolder = (): string => {
  const modules = join(import.meta.dirname, 'node_modules');
  if (!existsSync(modules)) {
    const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', flags, { cwd: import.meta.dirname, stdio: 'inherit' });
  }
  return modules;
};

export const toolPath = (path: string): string => join(toolsFolder(), path);

/** Loaded by a name that the compiler does not look for. */
export const loadTool = (name: string): unknown => createRequire(join(toolsFolder(), 'index.js'))(name);
