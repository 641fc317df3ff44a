import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { bytesIn } from '../../bytes-in.ts';
import type { Contender } from '../contender.ts';

/** What users download and store: the package as it is built, and what npm installs along with it. The registry is not asked. */

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
}

/** In bytes; nothing is written. */
const pack = (): Packed => {
  const flags = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'];
  const [packed] = JSON.parse(
    execFileSync('npm', flags, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as [Packed];
  return packed;
};

/** Folders of all packages that one needs, each once, as npm lays them side by side; not of those that a user may have besides. */
const neededBy = (folder: string, found = new Set<string>()): ReadonlySet<string> => {
  const { dependencies = {} } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { dependencies?: object };
  for (const name of Object.keys(dependencies)) {
    const needed = `node_modules/${name}/`;
    if (!found.has(needed)) neededBy(needed, found.add(needed));
  }
  return found;
};

const installed = (): number => [...neededBy('')].reduce((sum, folder) => sum + bytesIn(folder), pack().unpackedSize);

export const packed = async (): Promise<Contender> => ({
  isCold: true,
  rounds: 2,
  cases: {
    packed: async () => pack().size / 1000,
    installed: async () => installed() / 1_000_000,
    packages: async () => neededBy('').size + 1,
  },
});
