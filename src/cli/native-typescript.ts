import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import process from 'node:process';
import { tryJson } from '../language/data.ts';

/** From Node 22.18 and 23.6 on, Node strips types by itself. */
export const readsTypeScript = (): boolean => Boolean(Reflect.get(process.features, 'typescript'));

/** Whether Node takes the file for an ES module, as its ending or its package says. */
export const isEsModule = (file: string): boolean => {
  const ending = extname(file);
  return (
    ending.startsWith('.m') || (!ending.startsWith('.c') && findAbove(file, 'package.json')?.['type'] === 'module')
  );
};

/**
 * Whether Node reads a module and all that it imports to the same effect as tsx would, only sooner. The project has to say that it
 * writes TypeScript so (`erasableSyntaxOnly`, `verbatimModuleSyntax`), and nothing that asks for a translation; then each file
 * is looked at, for what cannot be read does not give way to tsx any more once Node has tried it.
 */
export const isReadByNode = (file: string, { strips = readsTypeScript(), folder = process.cwd() } = {}): boolean =>
  strips && isErasable(folder) && isEsModule(file) && isPlain(file, new Set());

const isErasable = (folder: string): boolean => {
  if (process.env['TSX_TSCONFIG_PATH'] !== undefined) return false;
  const { compilerOptions, ...others } = findAbove(join(folder, 'tsconfig.json'), 'tsconfig.json') ?? {};
  if (typeof compilerOptions !== 'object' || compilerOptions === null || 'extends' in others) return false;
  const options = Object.entries(compilerOptions as Record<string, unknown>);
  const said = new Map(options.map(([name, value]) => [name.toLowerCase(), value]));
  const changes = ['paths', 'baseurl', 'experimentaldecorators', 'usedefineforclassfields'].some((name) =>
    said.has(name),
  );
  const target = said.get('target') ?? 'esnext';
  const isRecent = typeof target === 'string' && /^es(?:next|20(?:2[2-9]|[3-9]\d))$/i.test(target);
  return said.get('erasablesyntaxonly') === true && said.get('verbatimmodulesyntax') === true && isRecent && !changes;
};

/** What a file of that name says, in this folder or the first above that has one. Undefined where it is not plain JSON. */
const findAbove = (file: string, name: string): Readonly<Record<string, unknown>> | undefined => {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const text = readIfThere(join(folder, name));
    if (text !== undefined) return parse(text);
    if (folder === dirname(folder)) return undefined;
  }
};

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** A line may be a comment, as `tsc --init` writes them. */
const parse = (text: string) =>
  tryJson(text.replaceAll(/^\s*\/\/.*$/gm, '')) as Readonly<Record<string, unknown>> | undefined;

/** What is newer than Node, or never will be there, and what tsx translates. */
const translated =
  /^\s*(?:@\w|(?:await )?using\s+\w|(?:export\s+)?(?:declare\s+|const\s+)?enum\s|(?:export\s+)?(?:namespace|module)\s+\w)|\baccessor\s+\w/m;

/** Imports and exports of values, also those that are called. */
const imported =
  /(?:^|[;\n])\s*(?:import|export)\s*(?!\s|type\b)(?:[^'"`;]*?\bfrom\s*)?['"]([^'"\n]+)['"]|\bimport\s*\(\s*['"]([^'"\n]+)['"]/g;

const isPlain = (file: string, seen: Set<string>): boolean => {
  if (seen.has(file)) return true;
  seen.add(file);
  const ending = extname(file);
  if (['.js', '.mjs', '.cjs', '.json'].includes(ending)) return existsSync(file);
  const text = ['.ts', '.mts'].includes(ending) ? readIfThere(file) : undefined;
  if (text === undefined || translated.test(text)) return false;
  return [...text.matchAll(imported)].every(([, named, called]) => {
    const name = named ?? called ?? '';
    return /^\.{1,2}\//.test(name) ? isPlain(resolve(dirname(file), name), seen) : isInstalled(name, file);
  });
};

/** A package that lies in a workspace may be TypeScript itself. */
const isInstalled = (name: string, file: string): boolean => {
  if (isBuiltin(name)) return true;
  const [, inside] = /^((?:@[^/]+\/)?[^/#.:][^/:]*)(?:\/|$)/.exec(name) ?? [];
  const path = inside === undefined ? undefined : findPackage(inside, dirname(file));
  return path !== undefined && /[\\/]node_modules[\\/]/.test(realpathSync(path));
};

const findPackage = (name: string, folder: string): string | undefined => {
  const path = join(folder, 'node_modules', name);
  if (existsSync(path)) return path;
  return folder === dirname(folder) ? undefined : findPackage(name, dirname(folder));
};
