import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { ownModules } from '../own-modules.ts';

/** A Node by which something can be run. */
export interface NodeBinary {
  readonly path: string;
  /** `v24.21.0` */
  readonly version: string;
  readonly major: number;
  /** In which whatever is started by the name `node` or `npm` is run by it, too. */
  readonly env: NodeJS.ProcessEnv;
}

const folders = (process.env['PATH'] ?? '').split(delimiter);

/** One that is found by its name already is not put first again: beside it may stand what others were to be found before. */
const isFound = (path: string): boolean => {
  const first = folders.map((folder) => join(folder, 'node')).find((one) => existsSync(one));
  return first !== undefined && realpathSync(first) === realpathSync(path);
};

const read = (path: string): NodeBinary => {
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  const PATH = (isFound(path) ? folders : [dirname(path), ...folders]).join(delimiter);
  return { path, version, major: Number(/^v(\d+)/.exec(version)?.[1]), env: { ...process.env, PATH } };
};

/** The Node that runs this, and those of this folder, which are installed when they are not there yet: Linux on x64 only. */
export const readNodes = (): readonly NodeBinary[] => {
  const modules = ownModules(import.meta.dirname);
  const beside = readdirSync(modules).filter((name) => /^node\d+$/.test(name));
  return [process.execPath, ...beside.toSorted().map((name) => join(modules, name, 'bin', 'node'))].map(read);
};
