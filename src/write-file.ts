import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';

/*
 * Files that a command writes. At any moment there is the whole old file or the whole new one: text goes to a new file beside it
 * first, which then takes its name. All of it is synchronous, since a process that is about to end can wait for nothing.
 */

/**
 * Writes a file, in a folder that is made where there is none. The mode of a file that was there stays; what it held stays, too,
 * where this throws. No symbolic link is followed to another file.
 */
export const writeWhole = (path: string, text: string): void => {
  const before = examine(path);
  // A device or a pipe: there is nothing to keep of it.
  if (before?.isFile() === false) return writeFileSync(path, text);
  makeFolder(dirname(resolve(path)));
  const draft = draftOf(path);
  try {
    writeFileSync(draft, text, { flag: 'wx' });
    if (before !== undefined) dressAs(draft, before);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};

/** Throws where `writeWhole` could not write: so that nothing runs in vain. */
export const requireWritable = (path: string): void => {
  const before = examine(path);
  const folder = dirname(resolve(path));
  if (before === undefined) makeFolder(folder);
  else accessSync(path, constants.W_OK);
  if (before?.isFile() === false) return;
  accessSync(folder, constants.W_OK);
  // It knows nothing of `node --permission`, which is there, whatever the types say, only where that is switched on.
  const { permission }: { readonly permission?: NodeJS.ProcessPermission } = process;
  if (permission !== undefined && !permission.has('fs.write', folder))
    throw refused('ERR_ACCESS_DENIED', `node --permission wants --allow-fs-write=${folder}`);
};

/** Makes a folder, and those above it. By itself Node tries for ever where one that is there takes none, as those of /proc. */
export const makeFolder = (path: string): void => {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** What there is; undefined where there is nothing. Throws where that is nothing to write to. */
const examine = (path: string): Stats | undefined => {
  const named = lstatSync(path, { throwIfNoEntry: false });
  const meant = named?.isSymbolicLink() === true ? statSync(path, { throwIfNoEntry: false }) : named;
  if (meant?.isDirectory() === true) throw refused('EISDIR', 'it is a folder');
  // What a link such as /dev/stdout leads to may be a pipe, of which nothing is lost.
  if (named?.isSymbolicLink() === true && meant?.isFile() !== false)
    throw refused('ELOOP', 'it is a symbolic link, and none is followed');
  return meant;
};

/** As the system refuses. */
const refused = (code: string, why: string): Error =>
  Object.assign(new Error(`${code}: ${why}`), { code, syscall: 'open' });

/** In containers that share a folder, all processes may have one and the same number. */
const draftOf = (path: string): string =>
  join(dirname(path), `.stunt-double-${process.pid}-${process.hrtime.bigint()}.tmp`);

/** Owner and mode of the file whose place it takes. */
const dressAs = (draft: string, { mode, uid, gid }: Stats): void => {
  try {
    chownSync(draft, uid, gid);
  } catch {
    // Only root may give files away.
  }
  chmodSync(draft, mode);
};
