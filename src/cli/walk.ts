import { readdir, stat } from 'node:fs/promises';

/** All files below a folder, as `folder/…`, sorted. Hidden ones, `node_modules` and links to folders are passed by. */
export const walk = async (folder: string): Promise<readonly string[]> => {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = folder === '/' ? `/${entry.name}` : `${folder}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await walk(path)));
    else if (entry.isFile() || (await stat(path).catch(() => undefined))?.isFile() === true) files.push(path);
  }
  return files.sort();
};
