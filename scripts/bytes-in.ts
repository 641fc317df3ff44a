import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Of all files in a folder and in those below it. */
export const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size);
  }, 0);
