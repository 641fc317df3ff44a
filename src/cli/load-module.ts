import { statSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { errorText } from '../error-text.ts';
import { findSyntaxError } from './find-syntax-error.ts';
import { Misuse, type MisuseCode } from '../misuse.ts';
import { showPath } from '../print/show-path.ts';

/** What is being loaded, for messages: `a client`, and the code of its misuse. */
export interface ModuleKind {
  readonly what: string;
  readonly code: MisuseCode;
}

const modules = /\.[cm]?[jt]sx?$/i;
const typed = /\.[cm]?tsx?$/i;

export const isModule = (path: string): boolean => modules.test(path) && !/\.d\.[cm]?ts$/i.test(path);

/**
 * Imports a module of the user's, and gives back its default export. TypeScript goes through tsx, where it is installed,
 * or through Node itself, where that reads it.
 *
 * Throws Misuse of the kind's code when the module cannot be loaded.
 */
export const loadDefault = async (file: string, kind: ModuleKind): Promise<unknown> =>
  findDefault(await (typed.test(file) ? importTypeScript(file, kind) : importModule(file, kind)));

/** A CommonJS module compiled from an ES module has its default export one level further down. */
const findDefault = (module: unknown): unknown => {
  const value = defaultOf(module);
  return isCompiled(value) ? defaultOf(value) : value;
};

const defaultOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, 'default') : undefined;

const isCompiled = (value: unknown): boolean => defaultOf(value) !== undefined;

const importModule = async (file: string, { code }: ModuleKind): Promise<unknown> => {
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    const syntax = await findSyntaxError(error, file);
    if (syntax === undefined) {
      const place = findLine(error, file, showPath(file));
      const hint = 'let "import" of this module succeed by itself';
      throw new Misuse(code, place, `the module cannot be loaded: ${errorText(error)}`, hint);
    }
    const { file: inside = file, line, column, what, frame } = syntax;
    const place = [showPath(inside), line, column].filter((part) => part !== undefined).join(':');
    throw new Misuse(code, place, `the module cannot be loaded: ${what}`, 'correct its syntax, or its imports', frame);
  }
};

/** Only while importing: TypeScript that a module imports later, at run time, is not translated any more. */
const importTypeScript = async (file: string, kind: ModuleKind): Promise<unknown> => {
  const undo = await registerTsx(file, kind);
  try {
    return await importModule(file, kind);
  } finally {
    await undo();
    // tsx takes its source maps along as it goes; what the client throws later is to name the lines that its author wrote.
    process.setSourceMapsEnabled(true);
  }
};

/**
 * Lets Node read TypeScript: as ES modules, and as CommonJS, which is what Node takes a file for whose package does not
 * say. Not `tsImport`: it would load a second copy of every package that the module shares with us.
 */
const registerTsx = async (file: string, { what, code }: ModuleKind): Promise<() => Promise<void>> => {
  try {
    const [esm, cjs] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]);
    const undoCommon = cjs.register();
    const undoModules = esm.register();
    return async () => {
      await undoModules();
      undoCommon();
    };
  } catch (error) {
    if (readsTypeScript()) return async () => undefined;
    throw new Misuse(
      code,
      showPath(file),
      `${what} in TypeScript needs tsx, and it does not load: ${errorText(error)}`,
      'npm i -D tsx',
    );
  }
};

/** From Node 22.18 and 23.6 on, Node strips types by itself. */
export const readsTypeScript = (): boolean => Boolean(Reflect.get(process.features, 'typescript'));

/** Undefined where there is nothing. At once: a look at a file takes less time than to wait for it. */
export const isFile = (path: string): boolean | undefined => {
  try {
    return statSync(path).isFile();
  } catch {
    return undefined;
  }
};

/** `shown:line:col` where an error came from, as far as its stack names a line of that file; otherwise `shown`. */
const findLine = (error: unknown, file: string, shown: string): string => {
  const stack = error instanceof Error ? String(error.stack) : '';
  for (const name of [pathToFileURL(file).href, file]) {
    const from = stack.indexOf(`${name}:`);
    const position = from < 0 ? undefined : /^:\d+(?::\d+)?/.exec(stack.slice(from + name.length));
    if (position?.[0] !== undefined) return `${shown}${position[0]}`;
  }
  return shown;
};
