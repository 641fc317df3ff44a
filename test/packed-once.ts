import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Packed, packPackage } from '../scripts/packed/pack.ts';

type Shared = Pick<Packed, 'tarball' | 'files'>;

const list = 'packed.json';

const read = (folder: string): Shared | undefined => {
  const packed = readIfThere(join(folder, list));
  if (packed === undefined) return undefined;
  const { tarball, files } = JSON.parse(packed) as Shared;
  return { tarball: join(folder, tarball), files };
};

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/**
 * What `npm test` has built, as it would be published: packed by the first test file that asks, for all of the same run. It
 * stands in the folder that a run has for its temporary files, and goes with that. (leaves-nothing.ts)
 */
export const packedOnce = (): Shared => {
  const built = statSync(resolve(import.meta.dirname, '../dist/index.js'), { throwIfNoEntry: false });
  const shared = join(tmpdir(), `packed-${Math.round(built?.mtimeMs ?? 0)}`);
  const there = read(shared);
  if (there !== undefined) return there;
  using own = packPackage();
  const folder = dirname(own.tarball);
  writeFileSync(join(folder, list), JSON.stringify({ tarball: basename(own.tarball), files: own.files }));
  try {
    renameSync(folder, shared);
  } catch {
    // Another file was quicker.
  }
  const packed = read(shared);
  if (packed === undefined) throw new Error(`there is no ${shared}, though it was packed`);
  return packed;
};
