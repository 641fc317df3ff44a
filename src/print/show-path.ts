import system, { type PlatformPath } from 'node:path';
import process from 'node:process';

const readFolder = (): string => {
  try {
    return process.cwd();
  } catch {
    // It is gone. Absolute paths still lead somewhere.
    return system.parse(process.execPath).root;
  }
};

/** The folder that the process began in: a client may go to another, and paths that were typed still mean what they did. */
export const here = readFolder();

export const fromHere = (path: string): string => system.resolve(here, path);

/** A path the way a user would type it: relative to the folder that we began in when it lies inside, and then the same on all systems. */
export const showPath = (path: string, paths: PlatformPath = system, folder = here): string => {
  const inside = paths.relative(folder, paths.resolve(folder, path));
  if (inside === '') return '.';
  const isElsewhere = inside.startsWith('..') || paths.isAbsolute(inside);
  return isElsewhere ? paths.resolve(folder, path) : inside.replaceAll(paths.sep, '/');
};
