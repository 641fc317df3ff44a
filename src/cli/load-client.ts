import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Misuse } from '../misuse.ts';
import { nearest } from '../nearest.ts';
import type { Scenario } from '../scenario/ast.ts';
import type { Client } from '../simulation/client-env.ts';
import { findLine } from './find-line.ts';
import { showPath } from './show-path.ts';

/** A client's module: its full path, and where the user named it. */
export interface ClientChoice {
  readonly file: string;
  readonly namedBy: string;
}

/** The command line's client, or else the scenario's own. Throws Misuse CLIENT_INVALID when neither names one. */
export const chooseClient = ({ client, source }: Scenario, named: string | undefined): ClientChoice => {
  if (named !== undefined && named.trim() !== '') return { file: resolve(named), namedBy: '--client' };
  if (named === undefined && client !== undefined) return { file: resolve(dirname(source), client), namedBy: source };
  throw refuse(
    named === undefined ? source : '--client',
    'no client is named',
    'name the module with --client <module>, or write "client: ./client.ts" in the scenario',
  );
};

const refuse = (place: string, what: string, hint: string): Misuse => new Misuse('CLIENT_INVALID', place, what, hint);

const loaded = new Map<string, Promise<Client>>();

/**
 * Loads a client's module, once in this process. TypeScript goes through tsx, which the user must have installed.
 *
 * Throws Misuse CLIENT_INVALID: no such file, no function as default export, the module throws.
 */
export const loadClient = async (choice: ClientChoice): Promise<Client> => {
  await requireFile(choice);
  const client = loaded.get(choice.file) ?? readClient(choice.file);
  loaded.set(choice.file, client);
  return client;
};

const readClient = async (file: string): Promise<Client> => {
  const place = showPath(file);
  const client = findDefault(await (/\.[cm]?tsx?$/i.test(file) ? importTypeScript(file) : importModule(file)));
  if (client !== undefined) return client;
  throw refuse(
    place,
    'the module has no function as its default export',
    'write "export default async (env) => { … }"',
  );
};

/** A CommonJS module compiled from an ES module has its default export one level further down. */
const findDefault = (module: unknown): Client | undefined => {
  let value = module;
  for (let depth = 0; depth < 2; depth++) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, 'default') : undefined;
    if (typeof value === 'function') return value as Client;
  }
  return undefined;
};

const importModule = async (file: string): Promise<unknown> => {
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw refuse(findLine(error, file, showPath(file)), `the module cannot be loaded: ${cause}`, hintAt(error));
  }
};

const hintAt = (error: unknown): string =>
  error instanceof SyntaxError ? 'correct its syntax, or its imports' : 'let "import" of this module succeed by itself';

/** Only while importing: TypeScript that a client imports later, at run time, is not translated any more. */
const importTypeScript = async (file: string): Promise<unknown> => {
  const undo = await registerTsx(file);
  try {
    return await importModule(file);
  } finally {
    await undo();
  }
};

/**
 * Lets Node read TypeScript: as ES modules, and as CommonJS, which is what Node takes a file for whose package does not
 * say. Not `tsImport`: it would load a second copy of every package that the client shares with us.
 */
const registerTsx = async (file: string): Promise<() => Promise<void>> => {
  try {
    const [esm, cjs] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]);
    const undoCommon = cjs.register();
    const undoModules = esm.register();
    return async () => {
      await undoModules();
      undoCommon();
    };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw refuse(showPath(file), `a client in TypeScript needs tsx, and it does not load: ${cause}`, 'npm i -D tsx');
  }
};

const requireFile = async ({ file, namedBy }: ClientChoice): Promise<void> => {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === true) return;
  if (found !== undefined)
    throw refuse(namedBy, `the client ${showPath(file)} is not a file`, 'name the module itself');
  const near = nearest(basename(file), await readdir(dirname(file)).catch(() => []));
  const hint = near === undefined ? `it was looked for in ${showPath(dirname(file))}` : `did you mean "${near}"?`;
  throw refuse(namedBy, `there is no client ${showPath(file)}`, hint);
};
