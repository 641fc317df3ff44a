import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorText } from '../../error-text.ts';
import { refuse } from '../../misuse.ts';
import { showPath } from '../../print/show-path.ts';
import { isFile } from '../load-module.ts';
import { readsTypeScript } from '../native-typescript.ts';
import { findRunner, type Runner } from './runner.ts';

/** What the files of `init` depend on. */
export interface Project {
  /** TypeScript only where all that is to read it does: the command line by tsx or by Node itself, and the test runner. */
  readonly language: 'typescript' | 'javascript';
  /** Why a project in TypeScript gets JavaScript. */
  readonly unread?: string;
  readonly modules: 'esm' | 'commonjs';
  readonly packages: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Whether package.json says which version of the package manager it is. */
  readonly isPinned: boolean;
  readonly runner: Runner;
  /** Whether TypeScript is read by tsx, which finds a file.ts that is imported as file.js. */
  readonly hasTsx: boolean;
  readonly hasFastCheck: boolean;
  /** Where the schema of scenarios is, as seen from a folder of the project. */
  readonly schema: string;
}

/** Throws Misuse `BAD_OPTION` where there is no project. */
export const examineProject = async (folder: string): Promise<Project> => {
  const manifest = await readManifest(folder);
  const hasTsx = finds(folder, 'tsx');
  const runner = findRunner(manifest);
  const isTyped = exists(folder, 'tsconfig.json') || 'typescript' in manifest.dependencies;
  const unread = isTyped ? whyUnread(hasTsx, runner) : undefined;
  return {
    language: isTyped && unread === undefined ? 'typescript' : 'javascript',
    ...(unread !== undefined && { unread }),
    modules: manifest.type === 'module' ? 'esm' : 'commonjs',
    packages: findPackages(folder),
    isPinned: manifest.packageManager !== undefined,
    runner,
    hasTsx,
    hasFastCheck: finds(folder, 'fast-check'),
    schema: findSchema(folder),
  };
};

const whyUnread = (hasTsx: boolean, runner: Runner): string | undefined => {
  if (!hasTsx && !readsTypeScript()) return 'this Node reads no TypeScript without the package tsx';
  return runner.readsTypeScript ? undefined : `${runner.name} reads no TypeScript without ts-jest, in CommonJS`;
};

const exists = (folder: string, name: string): boolean => isFile(join(folder, name)) === true;

/** What is read of a package.json. */
export interface Manifest {
  readonly type: unknown;
  readonly packageManager: unknown;
  readonly testScript: string;
  readonly dependencies: Readonly<Record<string, unknown>>;
}

const readManifest = async (folder: string): Promise<Manifest> => {
  const file = join(folder, 'package.json');
  if (isFile(file) !== true) {
    const hint = 'begin one with "npm init -y", or name the folder of yours: stunt-double init <folder>';
    throw refuse('init', `there is no project in ${showPath(folder)}: it has no package.json`, hint);
  }
  try {
    const manifest: unknown = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
    const { type, packageManager, scripts, dependencies, devDependencies } = Object(manifest) as Readonly<
      Record<string, unknown>
    >;
    const { test } = Object(scripts) as Readonly<Record<string, unknown>>;
    const all = { ...Object(dependencies), ...Object(devDependencies) };
    return { type, packageManager, testScript: typeof test === 'string' ? test : '', dependencies: all };
  } catch (error) {
    const what = `${showPath(file)} cannot be read: ${errorText(error)}`;
    throw refuse('init', what, 'make it valid JSON first');
  }
};

const finds = (folder: string, name: string): boolean => {
  try {
    createRequire(join(folder, 'package.json')).resolve(name);
    return true;
  } catch {
    return false;
  }
};

const schema = 'node_modules/stunt-double/scenario.schema.json';

/** In the project, or in a workspace around it; where it will be in the project otherwise. */
const findSchema = (folder: string): string => {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(relative(folder, at), schema).replaceAll('\\', '/');
    if (exists(at, schema)) return path;
    if (at === dirname(at)) return schema;
  }
};

const lockFiles = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
} as const;

const findPackages = (folder: string): Project['packages'] => {
  for (const [name, packages] of Object.entries(lockFiles)) if (exists(folder, name)) return packages;
  return 'npm';
};
