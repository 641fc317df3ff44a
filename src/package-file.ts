import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The text of a file of the package, which stands above this module wherever that has been built to. */
export const readPackageFile = (name: string): string => {
  for (let above = import.meta.dirname; above !== dirname(above); above = dirname(above)) {
    const path = join(above, name);
    if (existsSync(path)) return readFileSync(path, 'utf8');
  }
  throw new Error(`there is no ${name}: npm run build`);
};
