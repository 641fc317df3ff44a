import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openTemporaryFolder } from '../temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');

/** What would be published, as a file. */
export interface Packed {
  readonly tarball: string;
  /** Paths in it, from the package's own folder on. */
  readonly files: readonly string[];
  [Symbol.dispose](): void;
}

/** Packs what has been built, and asks no registry for anything. */
export const packPackage = (): Packed => {
  if (!existsSync(join(root, 'dist'))) throw new Error('the package has not been built: npm run build');
  const folder = openTemporaryFolder();
  const flags = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', folder.path];
  const said = execFileSync('npm', flags, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const [packed] = JSON.parse(said) as [{ readonly filename: string; readonly files: readonly { path: string }[] }];
  return {
    tarball: join(folder.path, packed.filename),
    files: packed.files.map(({ path }) => path),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
};

/** What users get along with the package, or have to add themselves: never what only its development needs. */
export const dependenciesOf = (): readonly string[] => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
  return Object.keys(manifest.dependencies);
};
