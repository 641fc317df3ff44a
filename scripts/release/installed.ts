import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesIn } from '../bytes-in.ts';
import { openTemporaryFolder } from '../temporary-folder.ts';

/** A package that users get, ours among them. */
interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  readonly runsScript: boolean;
  readonly bytes: number;
}

/** An empty project in which npm has installed the package, from the registry. */
export interface Installed {
  readonly folder: string;
  readonly packages: readonly InstalledPackage[];
  [Symbol.dispose](): void;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly hasInstallScript?: boolean }>>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export const installPackage = (tarball: string): Installed => {
  const manifest = {
    name: 'app',
    version: '1.0.0',
    private: true,
    dependencies: { 'stunt-double': `file:${tarball}` },
  };
  const home = openTemporaryFolder({ 'package.json': JSON.stringify(manifest) });
  const flags = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', flags, { cwd: home.path, stdio: ['ignore', 'ignore', 'inherit'] });
  const { packages } = readJson(join(home.path, 'node_modules/.package-lock.json')) as Lock;
  return {
    folder: home.path,
    packages: Object.entries(packages).map(([path, { version, hasInstallScript = false }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      runsScript: hasInstallScript,
      license: (readJson(join(home.path, path, 'package.json')) as { readonly license?: string }).license,
      bytes: bytesIn(join(home.path, path)),
    })),
    [Symbol.dispose]: () => home[Symbol.dispose](),
  };
};
