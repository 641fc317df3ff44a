import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';

/** A Node by which something can be run. */
export interface NodeBinary {
  readonly path: string;
  /** `v24.21.0` */
  readonly version: string;
  readonly major: number;
  /** In which whatever is started by the name `node` or `npm` is run by it, too. */
  readonly env: NodeJS.ProcessEnv;
}

const read = (path: string): NodeBinary => {
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  const PATH = [dirname(path), process.env['PATH']].join(delimiter);
  return { path, version, major: Number(/^v(\d+)/.exec(version)?.[1]), env: { ...process.env, PATH } };
};

/** The Node that runs this, and those of this folder, which are installed when they are not there yet: Linux on x64 only. */
export const readNodes = (): readonly NodeBinary[] => {
  const home = import.meta.dirname;
  const modules = join(home, 'node_modules');
  if (!existsSync(modules)) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: home, stdio: 'inherit' });
  const beside = readdirSync(modules).filter((name) => /^node\d+$/.test(name));
  return [process.execPath, ...beside.toSorted().map((name) => join(modules, name, 'bin', 'node'))].map(read);
};
