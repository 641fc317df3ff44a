import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isFile, readsTypeScript } from '../load-module.ts';

/** What the files of `init` depend on. */
export interface Project {
  /** TypeScript only where something reads it: tsx, or Node itself. */
  readonly language: 'typescript' | 'javascript';
  readonly modules: 'esm' | 'commonjs';
  readonly packages: 'npm' | 'pnpm' | 'yarn' | 'bun';
}

export const examineProject = async (folder: string): Promise<Project> => {
  const manifest = await readManifest(folder);
  const isTyped = (await exists(folder, 'tsconfig.json')) || 'typescript' in manifest.dependencies;
  return {
    language: isTyped && (readsTypeScript() || findsTsx(folder)) ? 'typescript' : 'javascript',
    modules: manifest.type === 'module' ? 'esm' : 'commonjs',
    packages: await findPackages(folder),
  };
};

const exists = async (folder: string, name: string): Promise<boolean> => (await isFile(join(folder, name))) === true;

interface Manifest {
  readonly type: unknown;
  readonly dependencies: Readonly<Record<string, unknown>>;
}

/** A project without a manifest, or with a broken one, is one that says nothing. */
const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const { type, dependencies, devDependencies } = Object(manifest) as Readonly<Record<string, unknown>>;
    return { type, dependencies: { ...Object(dependencies), ...Object(devDependencies) } };
  } catch {
    return { type: undefined, dependencies: {} };
  }
};

const findsTsx = (folder: string): boolean => {
  try {
    createRequire(join(folder, 'package.json')).resolve('tsx');
    return true;
  } catch {
    return false;
  }
};

const lockFiles = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
} as const;

const findPackages = async (folder: string): Promise<Project['packages']> => {
  for (const [name, packages] of Object.entries(lockFiles)) if (await exists(folder, name)) return packages;
  return 'npm';
};
