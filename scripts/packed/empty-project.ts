import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { openTemporaryFolder } from '../temporary-folder.ts';
import { dependenciesOf, type Packed } from './pack.ts';

/** A project before it has anything of ours: what stands in its folder, and which packages it has itself. */
export interface Kind {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly packages: readonly string[];
  /** What is in the environment besides. */
  readonly env?: Readonly<Record<string, string>>;
  /** What a package has below itself instead of sharing it: by its name, whose version is installed here by another. */
  readonly nested?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const kinds: readonly Kind[] = [
  {
    name: 'TypeScript, ES modules',
    files: {
      'package.json': '{ "name": "app", "private": true, "type": "module" }\n',
      'tsconfig.json':
        '{ "compilerOptions": { "module": "nodenext", "target": "es2022", "strict": true, "noEmit": true, "types": [] } }\n',
    },
    packages: ['tsx', 'typescript'],
  },
  {
    name: 'JavaScript, CommonJS',
    files: { 'package.json': '{ "name": "app", "private": true }\n' },
    packages: [],
  },
];

/** How a process ended, and what it wrote. */
interface Ended {
  readonly exit: number | null;
  readonly output: string;
}

export interface EmptyProject {
  readonly folder: string;
  /** Runs an installed program by its name, as people do. */
  npx(...args: readonly string[]): Ended;
  npm(...args: readonly string[]): Ended;
  /** Runs a file of the project with the Node that runs this. */
  node(...args: readonly string[]): Ended;
  [Symbol.dispose](): void;
}

const modules = resolve(import.meta.dirname, '../../node_modules');

/** Installs a tarball as npm would; what it depends on is linked from here instead of fetched. */
export const openEmptyProject = (
  { tarball }: Pick<Packed, 'tarball'>,
  { files, packages, nested = {}, env: more = {} }: Kind,
): EmptyProject => {
  const home = openTemporaryFolder();
  const folder = home.path;
  const installed = join(folder, 'node_modules');
  const ours = join(installed, 'stunt-double');
  mkdirSync(ours, { recursive: true });
  mkdirSync(join(installed, '.bin'));
  mkdirSync(join(installed, '.temporary'));
  execFileSync('tar', ['-xzf', tarball, '-C', ours, '--strip-components=1']);
  for (const name of [...dependenciesOf(), ...packages]) {
    mkdirSync(dirname(join(installed, name)), { recursive: true });
    symlinkSync(join(modules, name), join(installed, name), 'junction');
  }
  for (const [name, below] of Object.entries(nested)) {
    const own = join(installed, name);
    cpSync(join(modules, name), own, { recursive: true });
    for (const [inner, alias] of Object.entries(below)) {
      mkdirSync(dirname(join(own, 'node_modules', inner)), { recursive: true });
      symlinkSync(join(modules, alias), join(own, 'node_modules', inner), 'junction');
    }
  }
  for (const name of ['stunt-double', ...packages]) linkPrograms(installed, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { PATH = '' } = process.env;
  const env = {
    ...more,
    PATH,
    HOME: folder,
    TMPDIR: join(installed, '.temporary'),
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
  };
  const run = (program: string, args: readonly string[]): Ended => {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 180_000,
    });
    return { exit: status, output: stdout + stderr };
  };
  return {
    folder,
    npx: (...args) => run('npx', ['--no', '--offline', ...args]),
    npm: (...args) => run('npm', ['--offline', ...args]),
    node: (...args) => run(process.execPath, args),
    [Symbol.dispose]: () => home[Symbol.dispose](),
  };
};

const linkPrograms = (installed: string, name: string): void => {
  const manifest = JSON.parse(readFileSync(join(installed, name, 'package.json'), 'utf8')) as {
    readonly bin?: string | Readonly<Record<string, string>>;
  };
  const programs = typeof manifest.bin === 'string' ? { [name]: manifest.bin } : (manifest.bin ?? {});
  for (const [program, path] of Object.entries(programs)) {
    const file = join(installed, name, path);
    if (name === 'stunt-double') chmodSync(file, 0o755);
    symlinkSync(file, join(installed, '.bin', program));
  }
};
