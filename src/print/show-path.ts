import { isAbsolute, relative, resolve } from 'node:path';
import process from 'node:process';

/** A path the way a user would type it: relative to the current folder when it lies inside. */
export const showPath = (path: string): string => {
  const inside = relative(process.cwd(), path);
  if (inside === '') return '.';
  return inside.startsWith('..') || isAbsolute(inside) ? resolve(path) : inside;
};
