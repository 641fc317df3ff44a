import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isFile } from './load-module.ts';

const specifier = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;

/** TypeScript names a file as it will be called once it is built, and CommonJS leaves its ending away. */
const candidates = (path: string): readonly string[] => [
  path,
  ...['ts', 'tsx', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map((ending) => `${path}.${ending}`),
  path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'),
  ...['ts', 'mts', 'js', 'mjs', 'cjs'].map((ending) => `${path}/index.${ending}`),
];

/** The files that modules import by relative paths, and those that these import; the modules themselves among them. */
export const findLocalImports = async (modules: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (found.has(file)) return;
    found.add(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const [, path = ''] of text.matchAll(specifier)) {
      for (const candidate of candidates(resolve(dirname(file), path))) {
        if ((await isFile(candidate)) !== true) continue;
        await visit(candidate);
        break;
      }
    }
  };
  for (const file of modules) await visit(file);
  return found;
};
