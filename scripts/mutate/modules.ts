import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { transformSync } from 'esbuild';
import * as testRunner from './test-runner.ts';

/**
 * Source files and tests as modules in memory. A fault is planted in the text on its way in, so that no file is ever
 * written, and a fresh set of all modules costs milliseconds.
 */

export const root = resolve(import.meta.dirname, '../..');

type Body = (
  exports: object,
  require: (specifier: string) => unknown,
  module: { exports: object },
  turn: () => void,
) => void;

interface Compiled {
  readonly path: string;
  readonly body: Body;
  readonly imports: readonly string[];
}

/** How often loops of a faulty file may turn in one test before they are taken for endless. */
const manyTurns = 10_000_000;

let turns = 0;

export const restTurns = (): void => {
  turns = 0;
};

const turn = (): void => {
  turns += 1;
  if (turns > manyTurns) throw new Error('a loop without an end');
};

/** As no source names anything of its own, so that none hides it. */
const turnName = '__turn';

/** Loops over a condition, which alone can go on for ever, count their turns. */
const countTurns = (code: string): string =>
  code.replaceAll(/^( *(?:while|for) \((?!const).*\{)$/gm, `$1 ${turnName}();`);

const compile = (path: string, text: string, isFaulty = false): Compiled => {
  const { code } = transformSync(text, {
    loader: 'ts',
    format: 'cjs',
    target: 'es2023',
    sourcefile: path,
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(path).href) },
    // What is loaded later comes from the same set.
    supported: { 'dynamic-import': false },
  });
  const imports = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, specifier = '']) => specifier);
  const body = compileFunction(isFaulty ? countTurns(code) : code, ['exports', 'require', 'module', turnName]) as Body;
  return { path, body, imports };
};

const isOwn = (specifier: string): boolean => specifier.startsWith('.');

const require = createRequire(import.meta.url);

/** A module of Node is brought in as it is, for the clock puts functions of its own into it. */
const bringIn = async (specifier: string): Promise<unknown> =>
  isBuiltin(specifier) ? require(specifier) : { __esModule: true, ...((await import(specifier)) as object) };

interface Modules {
  /** Loads a file anew, and all that it imports: each once in the same set. */
  readonly load: (file: string) => void;
}

export interface Shelf {
  /** A fresh set of modules, with one file's text replaced. */
  readonly open: (replaced?: { readonly file: string; readonly text: string }) => Modules;
}

/** Compiles some files and all that they import, and brings in the packages they use. */
export const stock = async (files: readonly string[]): Promise<Shelf> => {
  const compiled = new Map<string, Compiled>();
  const packages = new Map<string, unknown>([['vitest', { __esModule: true, ...testRunner }]]);
  const gather = async (path: string): Promise<void> => {
    if (compiled.has(path)) return;
    const module = compile(path, readFileSync(path, 'utf8'));
    compiled.set(path, module);
    for (const specifier of module.imports) {
      if (isOwn(specifier)) await gather(resolve(dirname(path), specifier));
      else if (!packages.has(specifier)) {
        packages.set(specifier, await bringIn(specifier));
      }
    }
  };
  for (const file of files) await gather(resolve(root, file));
  return { open: (replaced) => openSet(compiled, packages, replaced) };
};

const openSet = (
  compiled: ReadonlyMap<string, Compiled>,
  packages: ReadonlyMap<string, unknown>,
  replaced: { readonly file: string; readonly text: string } | undefined,
): Modules => {
  const other = replaced && compile(resolve(root, replaced.file), replaced.text, true);
  const loaded = new Map<string, { exports: object }>();
  const enter = (path: string): object => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const found = other?.path === path ? other : compiled.get(path);
    if (found === undefined) throw new Error(`${relative(root, path)} was not foreseen`);
    const module = { exports: {} };
    loaded.set(path, module);
    const bring = (specifier: string): unknown =>
      isOwn(specifier) ? enter(resolve(dirname(path), specifier)) : packages.get(specifier);
    found.body(module.exports, bring, module, turn);
    return module.exports;
  };
  return { load: (file) => void enter(resolve(root, file)) };
};
