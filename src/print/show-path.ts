import system, { type PlatformPath } from 'node:path';
import process from 'node:process';

/** A path the way a user would type it: relative to the current folder when it lies inside, and then the same on all systems. */
export const showPath = (path: string, paths: PlatformPath = system, folder = process.cwd()): string => {
  const inside = paths.relative(folder, path);
  if (inside === '') return '.';
  const isElsewhere = inside.startsWith('..') || paths.isAbsolute(inside);
  return isElsewhere ? paths.resolve(folder, path) : inside.replaceAll(paths.sep, '/');
};
