import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { errorText } from '../error-text.ts';
import { findSyntaxError } from './find-syntax-error.ts';
import { Misuse, type MisuseCode } from '../misuse.ts';
import { isEsModule, isReadByNode, readsTypeScript } from './native-typescript.ts';
import { nowRunning } from './now-running.ts';
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
 * Imports a module of the user's, and gives back its default export. TypeScript goes through Node itself, where the project is
 * written for that, through tsx, where it is installed, or else through Node.
 *
 * Throws Misuse of the kind's code when the module cannot be loaded.
 */
export const loadDefault = async (file: string, kind: ModuleKind): Promise<unknown> => {
  const loaded = nowRunning(() => showPath(file), neverLoaded(kind));
  try {
    return findDefault(await (typed.test(file) ? importTypeScript(file, kind) : importModule(file, kind)));
  } finally {
    loaded();
  }
};

const neverLoaded =
  ({ code }: ModuleKind) =>
  (place: string): Misuse =>
    new Misuse(
      code,
      place,
      'the module never finished loading; does it await at its top what never comes, or call process.exit?',
      succeeds,
    );

const succeeds = 'let "import" of this module succeed by itself';

/** A CommonJS module compiled from an ES module has its default export one level further down. */
const findDefault = (module: unknown): unknown => {
  const value = defaultOf(module);
  return isCompiled(value) ? defaultOf(value) : value;
};

const defaultOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, 'default') : undefined;

const isCompiled = (value: unknown): boolean => defaultOf(value) !== undefined;

type Import = (file: string) => Promise<unknown>;

const importFile: Import = (file) => import(pathToFileURL(file).href);

const importModule = async (file: string, { code }: ModuleKind, load = importFile): Promise<unknown> => {
  try {
    return await load(file);
  } catch (error) {
    const syntax = await findSyntaxError(error, file);
    if (syntax === undefined) {
      const place = findLine(error, file, showPath(file));
      throw new Misuse(code, place, `the module cannot be loaded: ${errorText(error)}`, succeeds);
    }
    const { file: inside = file, line, column, what, frame } = syntax;
    const place = [showPath(inside), line, column].filter((part) => part !== undefined).join(':');
    throw new Misuse(code, place, `the module cannot be loaded: ${what}`, 'correct its syntax, or its imports', frame);
  }
};

/** Only while importing: TypeScript that a module imports later, at run time, is not translated any more. */
const importTypeScript = async (file: string, kind: ModuleKind): Promise<unknown> => {
  if (isReadByNode(file)) return importModule(file, kind);
  const { load, undo } = await registerTsx(file, kind);
  try {
    return await importModule(file, kind, load);
  } finally {
    await undo();
    // tsx takes its source maps along as it goes; what the client throws later is to name the lines that its author wrote.
    process.setSourceMapsEnabled(true);
  }
};

/** A way to import TypeScript, for as long as it is not undone. */
interface Translation {
  readonly load?: Import;
  readonly undo: () => Promise<void>;
}

/**
 * Lets tsx translate. What Node takes for CommonJS is required: it needs no thread that translates for the loader of ES
 * modules, which takes a tenth of a second to begin. Not `tsImport`: it would load a second copy of every package that the
 * module shares with us.
 */
const registerTsx = async (file: string, { what, code }: ModuleKind): Promise<Translation> => {
  const required = isRequired(file);
  try {
    if (required) return requireByTsx();
    const [esm, cjs] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]);
    const undoCommon = cjs.register();
    const undoModules = esm.register();
    return {
      undo: async () => {
        await undoModules();
        undoCommon();
        await stopTranslator();
      },
    };
  } catch (error) {
    if (readsTypeScript()) return { undo: async () => undefined };
    throw new Misuse(
      code,
      showPath(file),
      `${what} in TypeScript needs tsx, and it does not load: ${errorText(error).split('\n', 1)[0]}`,
      'npm i -D tsx@latest',
    );
  }
};

/** Unless it calls `import`, for which there is the loader of ES modules alone. */
const isRequired = (file: string): boolean => !isEsModule(file) && !/\bimport\s*\(/.test(readFileSync(file, 'utf8'));

/** As an import of this file would be resolved: not from where the user's module lies. */
const requireHere = (): NodeJS.Require => createRequire(join(import.meta.dirname, 'here.js'));

const requireByTsx = (): Translation => {
  const { register } = requireHere()('tsx/cjs/api') as typeof import('tsx/cjs/api');
  const undo = register();
  return {
    load: async (file) => ({ default: createRequire(file)(file) as unknown }),
    undo: async () => {
      undo();
      await stopTranslator();
    },
  };
};

/** What translates for tsx goes on as a thread, which would be taken for work of the client's: time would wait two seconds for it. */
const stopTranslator = async (): Promise<void> => {
  try {
    const { stop } = createRequire(requireHere().resolve('tsx/package.json'))('esbuild') as {
      readonly stop?: () => unknown;
    };
    await stop?.();
  } catch {
    // Another tsx has another translator, and it is only about the time.
  }
};

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
